#include "safety/open_region.h"

#include "safety/solver.h"

namespace goseki {
namespace {

using Walls = std::vector<LocalGame::Wall>;

// The defender's blocks in or beside a region: those that reach beyond it, or all.
Walls walls_of(const Landscape& land, const BoardSet& points, const RegionTerms& terms,
               bool inside_too) {
  const bool never_short = terms.outside_liberties == RegionTerms::kNeverShort;
  const BoardSet beside = land.grid.dilate(points);
  Walls walls;
  for (int block = 0; block < land.blocks(); ++block) {
    if (!land.stones[block].meets(beside)) continue;
    const bool reaches_out = !land.grid.dilate(land.stones[block]).is_subset_of(points);
    if (reaches_out) {
      walls.push_back({{block}, never_short ? 0 : 2, never_short ? 0 : terms.outside_liberties});
    } else if (inside_too) {
      walls.push_back({{block}, 2});
    }
  }
  return walls;
}

}  // namespace

bool region_fits(const Landscape& land, const BoardSet& points, const RegionTerms& terms) {
  const Walls walls = walls_of(land, points, terms, true);
  int size = points.count();
  for (const LocalGame::Wall& wall : walls) size += wall.outside_liberties;
  return LocalGame::fits(points, walls.size()) && size <= LocalGame::kMaxPoints;
}

LocalGame region_game(const Landscape& land, const BoardSet& points, const RegionTerms& terms) {
  return LocalGame(land, points, walls_of(land, points, terms, true));
}

RegionAnswer prove_region(const Landscape& land, const BoardSet& points, const RegionTerms& terms,
                          StopWatch& watch) {
  const Walls reaching_out = walls_of(land, points, terms, false);
  RegionAnswer answer;
  RegionSearch search(kSearchTableBytes);
  SearchOptions options;
  options.nodes = terms.nodes;
  options.defender_first = terms.defender_first;
  options.ko_winner = terms.ko_winner;
  const auto ask = [&](const LocalGame& game, bool territory) {
    options.territory = territory;
    const Verdict found = search.prove(game, options, watch);
    answer.nodes += search.nodes();
    return found;
  };
  answer.stones = ask(region_game(land, points, terms), false);
  watch.set_share(0.5, 1);
  answer.territory =
      reaching_out.empty() ? Verdict::kRefuted : ask(LocalGame(land, points, reaching_out), true);
  return answer;
}

}  // namespace goseki
