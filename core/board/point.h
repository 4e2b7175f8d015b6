// Point: a cell of a grid that holds any board up to 19x19 with a wall around it.
//
// Every board, whatever its size, lives in the top left of the same grid of 20
// cells a row:
//
//     # # # # # # ...        row r, column c of the board (from the top left,
//     # . . . . # ...        both from 0) is cell (r + 1) * 20 + (c + 1).
//     # . . . . # ...        The wall right of a row is the wall left of the
//     # # # # # # ...        next one.
//
// So a neighbour is always a constant away, and no neighbour needs a bounds check.
// Outside the core a point is an index, row-major from the top left.
#pragma once

#include <array>
#include <cstdint>

namespace goseki {

inline constexpr int kMaxSide = 19;
inline constexpr int kMaxPoints = kMaxSide * kMaxSide;
inline constexpr int kStride = kMaxSide + 1;
// One cell more, so that even the lower right diagonal of the last point is one.
inline constexpr int kCells = kStride * (kMaxSide + 2) + 1;

using Point = std::uint16_t;

// Cell 0 is wall on every board, so it can stand for "no point" and for a pass.
inline constexpr Point kNoPoint = 0;
inline constexpr Point kPass = 0;

inline constexpr std::array<int, 4> kNeighbors = {-kStride, -1, 1, kStride};
inline constexpr std::array<int, 4> kDiagonals = {-kStride - 1, -kStride + 1, kStride - 1,
                                                  kStride + 1};

// The four cells next to a point, for range-based loops: `for (Point n : neighbors(p))`.
constexpr std::array<Point, 4> neighbors(Point point) {
  return {static_cast<Point>(point - kStride), static_cast<Point>(point - 1),
          static_cast<Point>(point + 1), static_cast<Point>(point + kStride)};
}

// Columns and rows of a board. Precondition of all functions: both from 1 to 19.
struct Size {
  int columns = kMaxSide;
  int rows = kMaxSide;

  constexpr int points() const { return columns * rows; }
  constexpr Point point(int column, int row_from_top) const {
    return static_cast<Point>((row_from_top + 1) * kStride + column + 1);
  }
  // Point of an index; kPass for -1.
  constexpr Point point(int index) const {
    return index < 0 ? kPass : point(index % columns, index / columns);
  }
  // Index of a point; -1 for kPass.
  constexpr int index(Point point) const {
    return point == kPass ? -1 : (point / kStride - 1) * columns + point % kStride - 1;
  }
  friend constexpr bool operator==(const Size&, const Size&) = default;
};

}  // namespace goseki
