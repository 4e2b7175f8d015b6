// A winning strategy of Go on a small board, written out so that others can check it.
//
// AttackSearch says who wins; this says how, completely: the *winner* is the attacker if he
// can force the lead, else the defender, and for every situation that can arise while the
// winner follows his strategy there is a record. The loser's moves are never pruned. Moves in
// a situation are those of its canonical representative, the one its key describes.
//
// Credits (search/energy_game.h) show that no repetition harms the winner. The weight of a
// move is pass_weight for the winner's pass, -pass_weight for the loser's, less the step cost:
// 0 if a draw by repetition is enough for the winner, else 1. docs/certificates.md has the
// argument.
//
// The strategy is collected by asking AttackSearch for a move wherever the winner has none
// that leads to what is collected already. Its moves win, but together they may go round in
// circles; where the credits come out infinite, more moves are added until they do not.
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
  // Sorted by key. Empty if the root needs no play, being over or decided by territory.
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
  // `keep_table`: the table is about this very question. Limits are those of all questions that
  // are asked on the way.
  AttackOptions search;
  bool ko_pass = true;             // as Situation has it
  std::size_t max_situations = 0;  // 0: no limit
};

// Writes out who wins the question "is the attacker's lead at least `threshold`?", and how.
StrategyOutcome find_strategy(AttackSearch& search, const Situation& root, int threshold,
                              const StrategyOptions& options, const Progress& progress,
                              Strategy& strategy);

}  // namespace goseki::go
