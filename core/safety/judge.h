// Judge: tries everything against a claim of safety on a small board.
//
// The defender claims stones and points. Play alternates on the whole board, the attacker moves
// first; both may pass; suicide is illegal.
//
//   Stones     none of them is ever captured, although the attacker may take back every ko at
//              once, without limit, and positions may repeat. The defender may not take back a
//              ko at once.
//   Territory  besides, the defender can reach a position in which every claimed point is his
//              stone or empty, and can do so again after whatever is played next, and so on for
//              ever. The attacker may lift a ko ban, that is, take back at once where the rule of
//              ko forbids it, as often as he likes, but not for ever. Any other repetition counts
//              against the defender.
//
// So the defender wins an endless play if he loses no claimed stone, and infinitely often either
// the attacker is to move with no stone on a claimed point or the attacker lifts a ban: a game of
// Büchi's kind, and one of mere safety if no territory is claimed.
//
// What is claimed of a seki (seki.h) is a claim about stones for each colour, and that claims
// about its blocks fail if the opponent's safe stones are *firm*: if they cannot be captured,
// the defender does not keep his even if he moves first.
//
// The rules and Benson's theorem are written here once more, and nothing is used of what makes
// the claims: a slip in a shared rule would pass both.
#pragma once

#include <cstdint>
#include <vector>

#include "bitboard/grid.h"
#include "search/verdict.h"
#include "stop_watch.h"

namespace goseki {

// What the attacker may do only finitely often.
enum class Finite : std::uint8_t {
  kLifts,       // lift a ban: this is the definition
  kKoCaptures,  // take a ko, banned or not: tells claims that fail by endless kos only
};

struct SafetyClaim {
  Bits<1> own;     // the defender's stones on the board
  Bits<1> other;   // the attacker's
  Bits<1> stones;  // claimed never to be captured
  Bits<1> area;    // claimed territory
  Bits<1> firm{};  // never captured: some of `other`
  bool defender_first = false;
  Finite finite = Finite::kLifts;
};

struct Judgement {
  Verdict verdict = Verdict::kUnknown;
  // If the claim is refuted: how the attacker breaks it, against stubborn answers; -1 is a pass. It
  // ends with a claimed stone taken, with attackers in the area who live by two eyes, or where
  // play begins to repeat.
  std::vector<int> line;
  int situations = 0;  // listed
};

// Precondition: every block has a liberty. Gives up beyond `max_situations`, or when the watch
// says stop.
Judgement judge_claim(const Grid<1>& grid, const SafetyClaim& claim, int max_situations,
                      StopWatch& watch);

}  // namespace goseki
