// What a repeated situation means (docs/rules.md).
#pragma once

#include <cstdint>

namespace goseki::go {

enum class KoRule : std::uint8_t {
  kBasic,        // the game is a draw
  kCycle,        // the player who passed more often in the cycle has won; equally often, a draw
  kSituational,  // no stone may bring back a situation: stones, ko, passes, turn
  kApproximate,  // the same, but a search may confuse histories with as many passes and captures
  kPositional,   // no stone may bring back an arrangement of stones
};

constexpr bool is_superko(KoRule rule) { return rule >= KoRule::kSituational; }

}  // namespace goseki::go
