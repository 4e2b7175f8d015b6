// WeightedSampler: draws a point with probability proportional to its weight.
//
// Weights are whole numbers, so sums never drift. Changing a weight costs two additions;
// drawing walks the row sums and then one row (Coulom's and libEGO's way).
#pragma once

#include <array>
#include <cstdint>

#include "board/point.h"
#include "playout/random.h"

namespace goseki {

class WeightedSampler {
 public:
  // The sum of all weights must stay below 2^32.
  void set(Point point, std::uint32_t weight) {
    const std::uint32_t change = weight - weight_[point];  // modulo 2^32, as are the sums
    weight_[point] = weight;
    row_[point / kStride] += change;
    total_ += change;
  }
  std::uint32_t total() const { return total_; }

  // Precondition: total() > 0.
  Point draw(Random& random) const {
    std::uint32_t rest = random.below(total_);
    int row = 0;
    while (rest >= row_[row]) rest -= row_[row++];
    int point = row * kStride;
    while (rest >= weight_[point]) rest -= weight_[point++];
    return static_cast<Point>(point);
  }

 private:
  std::uint32_t total_ = 0;
  std::array<std::uint32_t, kMaxSide + 3> row_{};
  std::array<std::uint32_t, kCells> weight_{};
};

}  // namespace goseki
