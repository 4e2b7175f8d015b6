// OpenRegion: what a colour holds of any part of the board, with all else given as parameters.
//
// After X. Niu, M. Müller, "An Open Boundary Safety-of-Territory Solver for the Game of Go"
// (2006). The region is any set of points. What lies beyond is conceded to the attacker, as
// stones that cannot be captured (the open field of local_game.h), but for the liberties that
// the blocks reaching there are granted.
#pragma once

#include <cstdint>
#include <vector>

#include "safety/region_search.h"

namespace goseki {

struct RegionTerms {
  static constexpr int kNeverShort = -1;

  bool defender_first = false;
  KoWinner ko_winner = KoWinner::kAttacker;
  // Of each of the defender's blocks that reach beyond the region: liberties there of its own,
  // which the attacker can take one by one. Or kNeverShort: they are safe whatever happens here.
  int outside_liberties = 0;
  std::int64_t nodes = 50'000;  // of each search
};

// Whether the region with its outside liberties is small enough for a LocalGame.
bool region_fits(const Landscape& land, const BoardSet& points, const RegionTerms& terms);

// The game about the defender's stones in and beside a region: all of them are walls.
// Precondition: `region_fits`. `points` are indices of the landscape.
LocalGame region_game(const Landscape& land, const BoardSet& points, const RegionTerms& terms);

struct RegionAnswer {
  // No stone of the defender's in or beside the region is lost.
  Verdict stones = Verdict::kUnknown;
  // No block that reaches beyond it is lost, and the attacker can neither live in it nor get a
  // seki. Blocks wholly inside may be given up if all around the region is the defender's.
  Verdict territory = Verdict::kUnknown;
  std::int64_t nodes = 0;
};

// Precondition: `region_fits`. What the watch ends is unknown.
RegionAnswer prove_region(const Landscape& land, const BoardSet& points, const RegionTerms& terms,
                          StopWatch& watch);

}  // namespace goseki
