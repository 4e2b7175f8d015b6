// The capture game solved as PONNUKI did (van der Werf 2004, chapter 4): iterative-deepening
// principal-variation search with a two-deep transposition table, enhanced transposition
// cut-offs, killers and a history table shared by both colours ("my opponent's move is my
// move"), and the heuristic of evaluation.h at the leaves.
//
// It serves to compare with the thesis, and with each part switched off. The keys of the table are
// exact, so that the collisions that the thesis had to fear from 88-bit hashes cannot happen. A won
// position is worth a constant minus the length of the path, which is the same on all paths to a
// position, since every move adds a stone.
//
// The thesis leaves open how much a cut adds to the history of a move (here depth^2, where
// depth is what was left to search) and how captures are tried (here like any other move).
#pragma once

#include <cstddef>

#include "progress.h"
#include "solvers/capture/answer.h"
#include "solvers/capture/capture_game.h"
#include "stop_watch.h"

namespace goseki::capture {

struct ThesisOptions {
  std::size_t memory = std::size_t{256} << 20;  // bytes for the table
  Limits limits;
  bool heuristic = true;  // without it a leaf that is not won or lost is worth 0
  bool table = true;
  bool etc = true;
  bool history = true;
  bool killers = true;
};

Answer solve_as_thesis(const Geometry& geometry, const Position& position,
                       const ThesisOptions& options, const Progress& progress);

}  // namespace goseki::capture
