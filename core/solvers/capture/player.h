// A player of the capture game on boards too large to solve: what it says is an estimate.
//
// Iterative-deepening alpha-beta with the heuristic of evaluation.h. Forced replies to an
// atari cost no depth, and at the leaves atari after atari is tried, so that ladders are
// read to their end. Only moves near stones are looked at.
#pragma once

#include "bitboard/grid.h"
#include "progress.h"
#include "stop_watch.h"

namespace goseki::capture {

// Boards of up to 19x19.
using LargePoints = Bits<6>;

struct Choice {
  int move = -1;  // -1: there is no legal move
  int depth = 0;  // the deepest search that was finished
  std::int64_t nodes = 0;
  bool interrupted = false;
};

// A move for the side whose stones are `own`. Precondition: every block has a liberty, and
// there is a limit.
Choice choose_move(Size size, const LargePoints& own, const LargePoints& other,
                   const Limits& limits, const Progress& progress);

}  // namespace goseki::capture
