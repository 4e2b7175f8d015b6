#include "safety/safety.h"

#include <numeric>

namespace goseki {

Safety::Safety(const Position& position, Color defender)
    : land(position, defender),
      block_proof(land.blocks(), BlockProof::kNone),
      region_proof(land.regions(), RegionProof::kNone),
      halves(land.regions(), 0),
      committed(land.regions(), false),
      chain(land.blocks()),
      targets(land.regions()),
      plan(land.regions()) {
  std::iota(chain.begin(), chain.end(), 0);
  std::iota(plan.begin(), plan.end(), 0);
}

BoardSet Safety::area() const {
  BoardSet all = safe_stones;
  for (int region = 0; region < land.regions(); ++region) {
    if (region_proof[region] != RegionProof::kNone) all |= land.points[region];
  }
  for (int block = 0; block < land.blocks(); ++block) {
    // A block inside proven territory: the point is the defender's even if the stones are lost.
    const auto& around = land.regions_of[block];
    if (around.size() == 1 && region_proof[around[0]] != RegionProof::kNone) {
      all |= land.stones[block];
    }
  }
  return all;
}

}  // namespace goseki
