// Exact keys of positions on small boards.
//
// The stones of a position are the digits of a number in base 3, one digit a point: 0 for empty,
// 1 for a stone of one side, 2 for one of the other. Two positions never share a number, so no
// proof rests on luck. A search keeps one number for each symmetry of the board, which a stone
// changes by a constant; the least of them names all positions that are equal by symmetry.
#pragma once

#include <array>
#include <cstdint>

#include "board/point.h"
#include "board/symmetry.h"

namespace goseki {

// The powers of 3 at which a point's digit stands in each symmetry's number.
class Base3Digits {
 public:
  static constexpr int kMaxPoints = 40;  // 3^40 < 2^64

  // Precondition: size.points() <= kMaxPoints.
  explicit Base3Digits(Size size) : symmetries_(size.columns == size.rows ? 8 : 4) {
    std::array<std::uint64_t, kMaxPoints> power{1};
    for (int i = 1; i < size.points(); ++i) power[i] = 3 * power[i - 1];
    for (int point = 0; point < size.points(); ++point) {
      for (int symmetry = 0; symmetry < symmetries_; ++symmetry) {
        const int image = transform(size, symmetry, point);
        image_[point][symmetry] = static_cast<std::int8_t>(image);
        origin_[image][symmetry] = static_cast<std::int8_t>(point);
        weights_[point][symmetry] = power[image];
      }
    }
  }

  // How many symmetries keep the shape of the board: 8 for a square, else 4.
  int symmetries() const { return symmetries_; }
  const std::array<std::uint64_t, kSymmetries>& weights(int point) const { return weights_[point]; }
  // Where a symmetry takes a point, and which point it takes there. A pass and the absence of a
  // point, both below 0, stay what they are.
  int image(int symmetry, int point) const { return point < 0 ? point : image_[point][symmetry]; }
  int origin(int symmetry, int image) const { return image < 0 ? image : origin_[image][symmetry]; }

 private:
  int symmetries_;
  std::array<std::array<std::uint64_t, kSymmetries>, kMaxPoints> weights_{};
  std::array<std::array<std::int8_t, kSymmetries>, kMaxPoints> image_{};
  std::array<std::array<std::int8_t, kSymmetries>, kMaxPoints> origin_{};
};

// The least of the keys of all symmetries, and the first symmetry that has it.
struct CanonicalKey {
  std::uint64_t key;
  int symmetry;
};
template <typename KeyOf>
CanonicalKey canonical_key(int symmetries, const KeyOf& key_of) {
  CanonicalKey least{key_of(0), 0};
  for (int i = 1; i < symmetries; ++i) {
    const std::uint64_t key = key_of(i);
    const bool is_less = key < least.key;
    least = {is_less ? key : least.key, is_less ? i : least.symmetry};
  }
  return least;
}

}  // namespace goseki
