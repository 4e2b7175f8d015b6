// Random: a small fast generator, one stream per playout.
#pragma once

#include <cstdint>

#include "board/bit_mixer.h"

namespace goseki {

// A 64-bit linear congruential generator (Knuth's MMIX constants) of which only the high
// half is used. Playout number i of a run has a stream of its own, so that the result does not
// depend on which thread played it.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(scatter(scatter(seed) + stream)) {}

  std::uint32_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>(state_ >> 32);
  }

  // Uniform in [0, bound). Precondition: 0 < bound. The bias is below bound / 2^32.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(next()) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace goseki
