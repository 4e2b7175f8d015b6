#include "solvers/capture/evaluation.h"

#include <algorithm>

#include "bitboard/euler.h"

namespace goseki::capture {

Quads count_quads(const Geometry& geometry, Points stones) {
  const Size size = geometry.size();
  const auto stone_at = [&](int column, int row) {
    return column >= 0 && column < size.columns && row >= 0 && row < size.rows &&
           stones.contains(row * size.columns + column);
  };
  Quads quads;
  for (int row = 0; row <= size.rows; ++row) {
    for (int column = 0; column <= size.columns; ++column) {
      const bool a = stone_at(column - 1, row - 1);
      const bool b = stone_at(column, row - 1);
      const bool c = stone_at(column - 1, row);
      const bool d = stone_at(column, row);
      const int count = a + b + c + d;
      quads.one += count == 1;
      quads.three += count == 3;
      quads.diagonal += count == 2 && a == d;
    }
  }
  return quads;
}

int euler_number(const Geometry& geometry, Points stones) {
  return goseki::euler_number(geometry.grid(), stones);
}

int doubled_value(const Geometry& geometry, const Position& position) {
  const Points empty = position.empty(geometry);
  Points own = position.mover.stones;
  Points theirs = position.other.stones;
  int reach = 0;
  for (int weight : {2, 2, 1}) {
    const Points own_next = geometry.grid().dilate(own);
    const Points theirs_next = geometry.grid().dilate(theirs);
    reach += weight * (own_next & ~own & empty).count();
    reach -= weight * (theirs_next & ~theirs & empty).count();
    own = own_next;
    theirs = theirs_next;
  }
  const int euler =
      euler_number(geometry, position.mover.stones) - euler_number(geometry, position.other.stones);
  return std::clamp(reach, -6, 6) - 8 * euler;
}

}  // namespace goseki::capture
