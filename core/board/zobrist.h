// Zobrist keys: fixed 64-bit numbers whose XOR names a position.
#pragma once

#include <array>
#include <cstdint>

#include "board/bit_mixer.h"
#include "board/color.h"
#include "board/point.h"

namespace goseki::zobrist {

inline constexpr auto kStones = [] {
  std::array<std::array<std::uint64_t, kCells>, 3> keys{};
  for (int color = 1; color <= 2; ++color) {
    for (int cell = 0; cell < kCells; ++cell) {
      keys[color][cell] = scatter(static_cast<std::uint64_t>(color * kCells + cell));
    }
  }
  return keys;
}();

inline constexpr auto kKo = [] {
  std::array<std::uint64_t, kCells> keys{};
  for (int cell = 1; cell < kCells; ++cell) keys[cell] = scatter(10'000ULL + cell);
  return keys;  // no ko: 0
}();

inline constexpr std::uint64_t kWhiteToPlay = scatter(20'000);

constexpr std::uint64_t stone(Color color, Point point) {
  return kStones[static_cast<int>(color)][point];
}
constexpr std::uint64_t to_play(Color color) { return color == Color::kWhite ? kWhiteToPlay : 0; }
constexpr std::uint64_t ko(Point point) { return kKo[point]; }
constexpr std::uint64_t passes(int count) { return count == 0 ? 0 : scatter(30'000ULL + count); }
constexpr std::uint64_t size(Size size) {
  return scatter(40'000ULL + size.columns * 100 + size.rows);
}

}  // namespace goseki::zobrist
