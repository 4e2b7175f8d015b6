// The players of Phantom Go by method.
#pragma once

#include "phantom/belief.h"
#include "phantom/search.h"

namespace goseki::phantom {

enum class Method : std::uint8_t {
  kRandom,
  kStandard,
  kAllAsFirst,
  kUctRandom,
  kUctProbable,
  kUctInfluenceMove,
  kUctInfluenceFill,
};

// The move that a method tries next: one of `candidates`, or kPass if there is none. A lone
// candidate is not simulated. With a number of simulations, the same seed gives the same
// move on any number of threads.
Choice choose(const Belief& belief, Method method, const SearchOptions& options,
              const Progress& progress);

}  // namespace goseki::phantom
