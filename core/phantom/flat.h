// The players without a tree: standard Monte Carlo, and all moves as first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "phantom/belief.h"
#include "phantom/search.h"

namespace goseki::phantom {

// Games, and the sum of their values as Scorer::of gives them.
struct Tally {
  std::int64_t sum = 0;
  std::int64_t games = 0;

  void add(std::int64_t value) {
    sum += value;
    ++games;
  }
  void add(const Tally& other) {
    sum += other.sum;
    games += other.games;
  }
};

// Simulated games by who was first on each point.
struct FirstPlays {
  std::array<Tally, kCells> own;
  std::array<Tally, kCells> enemy;
  Tally all;
  bool interrupted = false;

  void add(const FirstPlays& other);
};

// MCE_std (Borsboom 2007, 2.4.1 and A.1): sweeps over all moves, one game each; the move is
// played first, then the unknown stones are scattered. The budget is looked at after a
// sweep, so all moves have equally many games. Best mean.
Choice choose_standard(const Belief& belief, const std::vector<Point>& moves,
                       const SearchOptions& options, const Progress& progress);

// MCE_all (2.4.1 and A.2; Brügmann 1993, Cazenave 2006): scatters the unknown stones and
// plays a game; its value counts for every point by who was first to play there. Best
// difference between the mean where the player was first and where the opponent was.
Choice choose_all_as_first(const Belief& belief, const std::vector<Point>& moves,
                           const SearchOptions& options, const Progress& progress);

// The same games from all positions of `starts` in turn, counted for the side to play there.
// Precondition: there is one.
FirstPlays play_all_as_first(const std::vector<PlayoutBoard>& starts, const SearchOptions& options,
                             const Progress& progress);

}  // namespace goseki::phantom
