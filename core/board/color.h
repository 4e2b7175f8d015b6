// Color: what stands on a point.
#pragma once

#include <cstdint>

namespace goseki {

enum class Color : std::uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2, kWall = 3 };

// The other player's colour. Precondition: black or white.
constexpr Color opponent(Color color) { return static_cast<Color>(3 - static_cast<int>(color)); }

constexpr bool is_stone(Color color) { return color == Color::kBlack || color == Color::kWhite; }

// +1 for Black, -1 for White, 0 otherwise: the sign used by owner maps.
constexpr int sign(Color color) {
  const int bits = static_cast<int>(color);
  return (bits & 1) - (bits >> 1);
}

}  // namespace goseki
