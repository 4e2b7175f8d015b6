// Judge: tries everything against a claim of safety on a small board.
//
// The claim: the defender can keep certain stones, and whatever the attacker puts into a certain
// area he can take off again, although the attacker moves first. Play alternates on the whole
// board; both may pass; suicide is illegal; the attacker may take back a ko at once and
// positions may repeat, the defender may not take back a ko at once. The claim holds if the
// defender can force a position without attackers in the area, from there the next one, and
// so on for ever, without losing one of the stones. So there is neither life nor seki in it.
//
// What is claimed of a seki (seki.h) is a claim about stones for each colour, and that claims
// about its blocks fail if the opponent's safe stones are *firm*: if they cannot be captured,
// the defender does not keep his even if he moves first.
//
// All positions that can come up are listed, and those from which the defender succeeds are
// found by going backwards. The rules are written here once more: nothing is shared with what
// makes the claims, save that a position is not looked into further when all of the claim is
// the defender's unconditionally (solvers/go/static_analysis.h).
#pragma once

#include <cstdint>

#include "bitboard/grid.h"

namespace goseki {

enum class Verdict : std::uint8_t { kHolds, kFails, kTooLarge };

struct SafetyClaim {
  Bits<1> own;     // the defender's stones on the board
  Bits<1> other;   // the attacker's
  Bits<1> stones;  // claimed never to be captured: some of `own`
  Bits<1> area;    // claimed to have no room for the attacker
  Bits<1> firm{};  // never captured: some of `other`
  bool defender_first = false;
};

// Precondition: every block has a liberty. Gives up beyond `max_positions`.
Verdict judge_claim(const Grid<1>& grid, const SafetyClaim& claim, int max_positions);

}  // namespace goseki
