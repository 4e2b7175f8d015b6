// Zobrist's influence (1969), and what a stone adds to it.
#pragma once

#include <array>

#include "board/position.h"

namespace goseki::phantom {

// Influence of all points together, Black's positive: a stone is worth 50, and four times
// over every point gains one for each neighbour that is Black's and loses one for each that
// is White's.
int total_influence(const Position& position);

struct InfluenceGains {
  // For every empty point, by how much a black resp. white stone there raises the total;
  // 0 elsewhere.
  std::array<int, kCells> black{};
  std::array<int, kCells> white{};

  const std::array<int, kCells>& of(Color color) const {
    return color == Color::kBlack ? black : white;
  }
};

InfluenceGains influence_gains(const Position& position);

}  // namespace goseki::phantom
