// Split points: points whose loss takes a region (or any connected set) apart.
//
//     is_local_split   looks at the 3x3 window around the point only: there the set falls
//                      apart without it, even if a way around exists farther off
//     find_cut_points  the exact answer: without the point the set is not connected
//
//     a a a      Without the middle of the left column the window falls apart, but the
//     a . a      ring around the hole holds: a local split and no cut point.
//     a a a
#pragma once

#include <array>
#include <cstdint>

#include "board/point.h"

namespace goseki {

// A set of points, by cell. Walls and other points off the board are never members.
using PointSet = std::array<bool, kCells>;

// Precondition: `point` is a member.
bool is_local_split(const PointSet& set, Point point);

// Fills `cuts` with the members whose removal disconnects what is connected in `set`.
// Each connected part is looked at by itself. Never allocates.
void find_cut_points(const PointSet& set, PointSet& cuts);

}  // namespace goseki
