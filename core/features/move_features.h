// The raw features of a move, as van der Werf gives them (2004, section 7.2): what a player sees
// around a point on which the side to move may play.
//
// A move is always looked at in the same way: the side to move is "own", and the board is turned
// and mirrored so that the nearest edge is on the left and the next one at the top. Where several
// symmetries do that (the point lies on a diagonal, or on a middle line) the smallest of their
// vectors is taken, entry by entry. So a vector is the same, bit by bit, for a position and for
// all its symmetric and colour-reversed twins.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "board/board.h"
#include "board/symmetry.h"

namespace goseki {

// What an entry of a vector is.
struct MoveFeature {
  std::string name;  // such as "own stone 2 right, 1 down"
  std::string kind;  // such as "stones": one of the eight types of the thesis
  int distance;      // Manhattan distance of the point it tells of; 0 outside the regions
};

class MoveFeatures {
 public:
  static constexpr int kMostRadius = 6;

  // From one point to another.
  struct Step {
    int right, down;
  };

  // The stones and the liberties are described within these Manhattan distances of the point.
  // Radius 2, 3, 4, 5 is a diamond of 12, 24, 40, 60 points. Precondition: both from 1 to 6.
  MoveFeatures(int stones_radius, int liberties_radius);

  // Entries of a vector.
  int count() const { return count_; }
  // What they are, in order.
  std::vector<MoveFeature> schema() const;

  // Where the side to move may play. Precondition for using it: the board has not changed.
  static std::vector<Point> candidates(const Board& board);

  // Writes the vectors of these points, one after the other: points.size() * count() numbers.
  // Precondition: the points are empty points of the board.
  void write(const Board& board, const std::vector<Point>& points, float* out) const;

 private:
  struct View;

  void write_one(const View& view, int column, int row, float* out) const;
  void write_turned(const View& view, int column, int row, int symmetry, float* out) const;
  void write_nearest(const View& view, int column, int row, int symmetry, float* out) const;

  int stones_radius_;
  std::vector<Step> stones_, liberties_;  // the points of the two diamonds
  int count_;
  // The same points as distances in the view, for each symmetry.
  std::array<std::vector<int>, kSymmetries> stones_steps_, liberties_steps_;
};

}  // namespace goseki
