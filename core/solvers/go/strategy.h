// A winning strategy of Go on a small board, written out so that others can check it.
//
// AttackSearch says who wins; this says how, completely. The *winner* is the attacker if he can
// force the lead, else the defender. There is a record for every situation that can arise while
// the winner follows his strategy; the loser's moves are never pruned. Of situations that are
// equal by symmetry, the record and its move are about the one that the key describes.
//
// Credits (search/energy_game.h) show that no repetition harms the winner. The weight of a
// move is pass_weight for the winner's pass, -pass_weight for the loser's, minus the step cost:
// 0 if a draw by repetition is enough for the winner, else 1. docs/certificates.md has the
// argument.
//
// The strategy is collected by asking AttackSearch for a move wherever the winner has no move to a
// situation that is collected already. Each of these moves wins, but together they may go round
// in circles. Then some credits are infinite, and other moves are added until none is.
#pragma once

#include <cstdint>
#include <vector>

#include "progress.h"
#include "solvers/go/attack_search.h"

namespace goseki::go {

struct StrategyRecord {
  std::uint64_t key;  // canonical
  std::int8_t move;   // the winner's, kPass, or kNoMove where the loser is to move
  std::int64_t credit;
};

struct Strategy {
  bool attacker_wins = false;
  int pass_weight = 0;
  int step_cost = 0;
  // Sorted by key. Empty if the game is over at the root, or decided by territory there.
  std::vector<StrategyRecord> records;
};

enum class StrategyOutcome : std::uint8_t {
  kFound,
  kUndecided,  // the search did not decide everything within its limits
  kTooLarge,   // more situations than `max_situations`
  kStopped,    // by the progress callback
  kNoStrategy  // no finite credits: the verdicts contradict each other
};

struct StrategyOptions {
  // `keep_table` means that the table already is about this very question. The limits are for all
  // questions together that are asked while the strategy is collected.
  AttackOptions search;
  bool ko_pass = true;             // see Situation
  std::size_t max_situations = 0;  // 0: no limit
};

// Finds who wins the question "is the attacker's lead at least `threshold`?", and how.
StrategyOutcome find_strategy(AttackSearch& search, const Situation& root, int threshold,
                              const StrategyOptions& options, const Progress& progress,
                              Strategy& strategy);

}  // namespace goseki::go
