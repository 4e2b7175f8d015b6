// Where living stones leave no room for an eye: the two facts about shapes that every rule
// for dead stones inside living walls needs. For boards as sets of points (bitboard/grid.h).
//
// E. van der Werf, "AI techniques for the game of Go" (2004), section 5.1.2.
#pragma once

#include "bitboard/bits.h"
#include "bitboard/euler.h"
#include "bitboard/grid.h"

namespace goseki {

// The points where living stones on the diagonals leave no eye: two of them, one at the edge.
// Such a point joins two parts of a region, so that neither has it as an eye for good; unless
// the parts are joined round the other side (`has_loop`).
template <int Words>
constexpr Bits<Words> false_points(const Grid<Words>& grid, const Bits<Words>& alive) {
  using Set = Bits<Words>;
  const Set left = grid.left(alive);
  const Set right = grid.right(alive);
  const Set a = grid.up(left);
  const Set b = grid.up(right);
  const Set c = grid.down(left);
  const Set d = grid.down(right);
  const Set two = (a & b) | (c & d) | ((a | b) & (c | d));
  const Set& board = grid.board();
  const Set inner = grid.left(board) & grid.right(board) & grid.up(board) & grid.down(board);
  return two | ((a | b | c | d) & ~inner);
}

// Whether a connected set goes round something: its Euler number is then less than one.
template <int Words>
constexpr bool has_loop(const Grid<Words>& grid, const Bits<Words>& set) {
  return euler_number(grid, set) < 1;
}

}  // namespace goseki
