// Belief: what a player of Phantom Go takes the position to be, and what it may try.
//
// A player of Borsboom (2007) keeps one board: own stones, and a stone of the opponent on
// every point that was refused. That board may be wrong (a refused point can be empty), so
// blocks on it may lack liberties. How many more stones the opponent has is known, where
// they are is not: they are scattered anew for every simulation.
#pragma once

#include <vector>

#include "board/position.h"
#include "playout/playout_board.h"
#include "playout/random.h"

namespace goseki::phantom {

struct Belief {
  Position position;
  Color to_play = Color::kBlack;  // the player whose belief it is
  int unknown = 0;                // stones of the opponent that are not in `position`
  std::vector<Point> refused;     // in this turn

  PlayoutBoard board() const { return PlayoutBoard(position, to_play); }
};

// The points to choose from, in index order: those empty on the board that are neither
// suicide nor an own eye there, and were not refused in this turn.
std::vector<Point> candidates(const Belief& belief);

// Puts `count` stones of `color` on empty points, each on one of those that are left with
// equal probability: where it does not capture (the owner would have been told), has a
// liberty and fills no eye of its own. Fewer if there is no room.
void scatter(PlayoutBoard& board, Color color, int count, Random& random);

}  // namespace goseki::phantom
