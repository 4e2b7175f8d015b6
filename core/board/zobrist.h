// Zobrist keys: fixed 64-bit numbers whose XOR names a position.
#pragma once

#include <array>
#include <cstdint>

#include "board/color.h"
#include "board/point.h"

namespace goseki {

// Steele, Lea & Flood's SplitMix64: a bijection that scatters any 64-bit number.
constexpr std::uint64_t scatter(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

namespace zobrist {

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

}  // namespace zobrist
}  // namespace goseki
