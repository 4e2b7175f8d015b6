// The heuristic of the capture game (van der Werf 2004, 4.2): liberties of first, second and
// third order, and how well stones are connected, by the Euler number.
//
//     V = clip(f1 + f2 + f3 / 2, -3, 3) - 4 f4
//
// f1, f2, f3 are the differences (mover minus other side) of the numbers of empty points at
// distance 1, 2 and 3 from a side's stones, f4 that of the Euler numbers.
#pragma once

#include "solvers/capture/capture_game.h"

namespace goseki::capture {

// Windows of 2x2 points, the board set in an empty border: with exactly one stone, with
// exactly three, with exactly two on a diagonal.
struct Quads {
  int one = 0;
  int three = 0;
  int diagonal = 0;
};
Quads count_quads(const Geometry& geometry, Points stones);

// Objects minus holes, where diagonal stones do not connect (Gray 1971).
constexpr int euler_number(const Quads& quads) {
  return (quads.one - quads.three + 2 * quads.diagonal) / 4;
}

// The same number faster: stones minus pairs of neighbours plus full 2x2 squares.
int euler_number(const Geometry& geometry, Points stones);

// 2V for the mover: a whole number, at most kMaxDoubledValue either way.
int doubled_value(const Geometry& geometry, const Position& position);

inline constexpr int kMaxDoubledValue = 6 + 8 * kMaxCapturePoints;

}  // namespace goseki::capture
