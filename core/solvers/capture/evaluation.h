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

// 2V for the mover: a whole number, at most kMaxDoubledValue either way.
int doubled_value(const Geometry& geometry, const Position& position);

inline constexpr int kMaxDoubledValue = 6 + 8 * kMaxCapturePoints;

}  // namespace goseki::capture
