#include "solvers/capture/evaluation.h"

#include <algorithm>

#include "bitboard/euler.h"

namespace goseki::capture {

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
  const int euler = euler_number(geometry.grid(), position.mover.stones) -
                    euler_number(geometry.grid(), position.other.stones);
  return std::clamp(reach, -6, 6) - 8 * euler;
}

}  // namespace goseki::capture
