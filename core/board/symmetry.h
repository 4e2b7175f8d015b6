// Symmetries of the rectangle: the eight ways to lay a board down again.
//
//   bit 0: mirror left-right      bit 1: mirror top-bottom      bit 2: then swap axes
//
// The first four keep the shape of any board; the last four turn columns into rows, so
// they keep the shape of a square only.
#pragma once

#include "board/point.h"

namespace goseki {

inline constexpr int kSymmetries = 8;

constexpr Size transform(Size size, int symmetry) {
  return symmetry & 4 ? Size{size.rows, size.columns} : size;
}

// Where the point with this index goes, as an index of the transformed board.
constexpr int transform(Size size, int symmetry, int index) {
  int column = index % size.columns;
  int row = index / size.columns;
  if (symmetry & 1) column = size.columns - 1 - column;
  if (symmetry & 2) row = size.rows - 1 - row;
  return symmetry & 4 ? column * size.rows + row : row * size.columns + column;
}

}  // namespace goseki
