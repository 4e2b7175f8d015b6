// The capture game solved by boolean questions: "does this side win within d plies?"
//
// It is asked for d = 1, 2, 3, ...: odd d about the mover, even d about the other side. The first
// "yes" names the winner and the shortest length; each "no" before it proves that neither side is
// faster. A boolean question needs no evaluation, and any refutation is as good as the
// best one.
//
// Three sound rules keep the tree small:
//
// * Forced moves. A side that can capture does so, and wins. A side whose block is in atari saves
//   it at once, or loses two plies later. A move that leaves its own block with one liberty loses
//   two plies later as well, so no other move is worse.
// * Liberty budget. With k attacking moves left nobody captures a block of more than k
//   liberties, unless the defender, who may not pass, fills them himself. He need not if
//   some block has liberties to spare for him to fill: d + 1 of them when d plies are left,
//   since each side takes at most one of them a ply and two must be left before the
//   attacker's last move. One more, or empty points enough, and he is not left without a
//   legal move either, which would lose as well.
//   Then the answer is "no". With this condition the rule changes no length. Without it, when only
//   the winner is asked for, every "yes" is still a proof, but a "no" says nothing.
// * The table is keyed by exact canonical positions, and keeps what is known about both
//   sides' wins: a proven win of one side answers all questions about the other's.
//
// Moves at the liberties of the weakest blocks come first, those that give atari before all
// others, then those that leave their own block many liberties; history decides among the
// rest. Killer moves are not used: on 4x5 and 5x5 they cost a factor of three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "progress.h"
#include "solvers/capture/answer.h"
#include "solvers/capture/capture_game.h"
#include "stop_watch.h"

namespace goseki::capture {

struct ThresholdOptions {
  std::size_t memory = std::size_t{256} << 20;  // bytes for the table
  Limits limits;
  bool shortest = true;     // without it, only the winner is sought
  bool every_best = false;  // with `shortest`: find all best first moves, not only one
  bool table = true;
  bool etc = true;
  bool history = true;
};

Answer solve_by_thresholds(const Geometry& geometry, const Position& position,
                           const ThresholdOptions& options, const Progress& progress);

// The winner's strategy, written out so that others can check it. It has a record for every
// position that can arise, whatever the loser plays. Positions that need none are left out: those
// in which the winner can capture, and those in which the loser has no legal move.
struct StrategyRecord {
  std::uint64_t key;  // twice the number of the stones, Black's being ones; plus 1 if Black moves
  std::int8_t move;   // in the canonical position; kLoserToMove where the winner has no say
  int credit;         // plies to the end of the game at most
};

inline constexpr int kLoserToMove = -2;

struct Strategy {
  Answer answer;  // of the search for the shortest win; `stopped` and `interrupted` of it all
  std::vector<StrategyRecord> records;  // sorted by key; none if it was stopped
};

// The same search, with what it has learned used to write the strategy out, within the same
// limits. `options.shortest` is taken for granted.
Strategy find_strategy(const Geometry& geometry, const Position& position, bool black_moves,
                       const ThresholdOptions& options, const Progress& progress);

}  // namespace goseki::capture
