#include "safety/find_safety.h"

#include <algorithm>

#include "safety/seki.h"
#include "safety/solver.h"
#include "safety/static_solver.h"

namespace goseki {
namespace {

// Drops claims that do not hold for all that is the same by the symmetry of the position.
void keep_symmetric(Safety& safety) {
  const Landscape& land = safety.land;
  const auto holds_for_twins = [&](const BoardSet& points, const BoardSet& proven) {
    return std::all_of(land.twins.begin(), land.twins.end(), [&](const std::vector<int>& twin) {
      return proven.contains(twin[points.lowest()]);
    });
  };
  const BoardSet safe_stones = safety.safe_stones;
  for (int block = 0; block < land.blocks(); ++block) {
    if (!safety.is_safe(block) || holds_for_twins(land.stones[block], safe_stones)) continue;
    safety.block_proof[block] = BlockProof::kNone;
    safety.safe_stones &= ~land.stones[block];
  }
  BoardSet proven;
  for (int region = 0; region < land.regions(); ++region) {
    if (safety.region_proof[region] != RegionProof::kNone) proven |= land.points[region];
  }
  for (int region = 0; region < land.regions(); ++region) {
    if (holds_for_twins(land.points[region], proven)) continue;
    safety.region_proof[region] = RegionProof::kNone;
  }
}

}  // namespace

void find_safety(SafetyMethod method, const SafetyOptions& options, BothSafety& found,
                 StopWatch& watch) {
  constexpr double kBesideWeak = 0.96;  // the share of the work that is done before it
  Safety* sides[] = {&found.black, &found.white};
  BoardSet safe_on_board[2];
  for (int side : {0, 1}) {
    Safety& safety = *sides[side];
    method == SafetyMethod::kBenson ? prove_benson(safety, watch) : prove_static(safety, watch);
    safe_on_board[side] = safety.land.to_board(safety.safe_stones);
  }
  if (method == SafetyMethod::kSearch) {
    RegionSearch search(kSearchTableBytes);
    const auto solver_of = [&](int side, const BoardSet& hostile_safe, SafetySolver::Part part) {
      found.tally.side = side == 0 ? Color::kBlack : Color::kWhite;
      const BoardSet hostile = sides[side]->land.from_board(hostile_safe);
      return SafetySolver(*sides[side], options, search, hostile, part, found.tally, watch);
    };
    for (int side : {0, 1}) {
      const double half = kBesideWeak / 2;
      solver_of(side, safe_on_board[1 - side], {side * half, (side + 1) * half}).run();
    }
    for (int side = 0; side < 2 && options.level == SafetyLevel::kM6; ++side) {
      const Safety& opponent = *sides[1 - side];
      const BoardSet solid = opponent.land.to_board(solid_stones(opponent));
      solver_of(side, solid, {kBesideWeak, 1}).run_beside_weak();
    }
  }
  for (Safety* safety : sides) keep_symmetric(*safety);
}

}  // namespace goseki
