// What is safe on a board, for both colours, by a method of choice.
#pragma once

#include <cstdint>

#include "safety/solver.h"

namespace goseki {

enum class SafetyMethod : std::uint8_t { kBenson, kStatic, kSearch };

// What is proven for both colours.
struct BothSafety {
  explicit BothSafety(const Position& position)
      : black(position, Color::kBlack), white(position, Color::kWhite) {}

  Safety black;
  Safety white;
  SafetyTally tally;
};

// Fills `found`, which must be fresh, until the watch says stop. What is found is symmetric where
// the position is: of a symmetric position a claim that holds for one side only, for want of
// nodes, is dropped.
void find_safety(SafetyMethod method, const SafetyOptions& options, BothSafety& found,
                 StopWatch& watch);

}  // namespace goseki
