// The Euler number of a set of points: how many connected parts it has, less how many holes.
// Points that touch only at a corner are not connected (Gray 1971).
#pragma once

#include "bitboard/grid.h"

namespace goseki {

// The number of points, less that of pairs of neighbours, plus that of full squares of 2x2.
//     # # #
//     # . #      8 - 8 + 0 = 0: one part, one hole
//     # # #
template <int Words>
constexpr int euler_number(const Grid<Words>& grid, const Bits<Words>& set) {
  const Bits<Words> across = set & grid.left(set);
  const Bits<Words> along = set & grid.up(set);
  const Bits<Words> squares = across & grid.up(across);
  return set.count() - across.count() - along.count() + squares.count();
}

}  // namespace goseki
