// Answer: what a solver of the capture game found out. All it says is proven.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace goseki::capture {

struct Answer {
  int winner = 0;    // +1 the mover, -1 the other side, 0 unknown
  int plies = -1;    // to the end of the game with best play, or -1
  int at_most = -1;  // the winner needs no more plies than this, or -1
  // A side has no win within this many plies; -1 where nothing is known.
  int mover_not_within = -1;
  int other_not_within = -1;
  // First moves that keep the value: all of them if asked for, else at most one.
  std::vector<int> best;
  std::vector<int> pv;  // best play to the end
  std::int64_t nodes = 0;
  double seconds = 0;
  bool stopped = false;      // by a limit or by the callback
  bool interrupted = false;  // by the callback
  std::size_t table_bytes = 0;
};

}  // namespace goseki::capture
