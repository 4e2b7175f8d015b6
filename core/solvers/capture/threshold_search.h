// The capture game solved by boolean questions: "does this side win within d plies?"
//
// Asked for d = 1, 2, 3, ... (odd d for the mover, even d for the other side), the first yes
// names the winner and the shortest length, and the noes before it prove that neither side
// is faster. A boolean question needs no evaluation, and any refutation is as good as the
// best one.
//
// Three sound rules keep the tree small:
//
// * Forced moves. Who can capture does, and wins. Whose block is in atari saves it at once,
//   or loses two plies later. A move that leaves its own block with one liberty loses two
//   plies later as well, so no other move is worse.
// * Liberty budget. With k attacking moves left nobody captures a block of more than k
//   liberties, unless the defender, who may not pass, fills them himself. He need not if
//   some block has liberties to spare for him to fill: 2k of them when the attacker is to
//   move (k - 1 filled by each side, two left before the last move), 2k + 1 when he is.
//   Then the answer is no. Since the condition for waiting moves is part of it, this cut
//   falsifies no length (plain budgets without it do).
// * The table is keyed by exact canonical positions, and keeps what is known about both
//   sides' wins: a proven win of one side answers all questions about the other's.
#pragma once

#include <cstdint>
#include <vector>

#include "progress.h"
#include "search/transposition_table.h"
#include "solvers/capture/capture_game.h"
#include "solvers/capture/stop_watch.h"

namespace goseki::capture {

struct ThresholdOptions {
  std::size_t memory = std::size_t{256} << 20;  // bytes for the table
  Limits limits;
  bool shortest = true;   // else stop at the first proof of a winner
  bool every_best = false;  // look at all first moves, not only at one that is best
  bool table = true;
  bool etc = true;
  bool history = true;
  bool killers = true;
};

// What is known when the search ends. Everything said is proven.
struct Answer {
  int winner = 0;         // +1 the mover, -1 the other side, 0 unknown
  int plies = -1;         // to the end of the game with best play, or -1
  int at_most = -1;       // the winner needs no more plies than this, or -1
  int mover_not_within = 0;  // the mover has no win within this many plies
  int other_not_within = 0;
  std::vector<int> best;  // first moves that keep the value (the only known one if one was sought)
  std::vector<int> pv;    // best play to the end
  std::int64_t nodes = 0;
  double seconds = 0;
  bool stopped = false;      // by a limit
  bool interrupted = false;  // by the progress callback
  std::size_t table_bytes = 0;
  double table_load = 0;
};

Answer solve_by_thresholds(const Geometry& geometry, const Position& position,
                           const ThresholdOptions& options, const Progress& progress);

}  // namespace goseki::capture
