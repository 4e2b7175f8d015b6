// StaticProver: two eyes in one region, and what is territory.

#include <algorithm>

#include "life/eye_room.h"
#include "safety/static_prover.h"

namespace goseki {

bool StaticProver::find_two_vital() {
  bool found = false;
  for (int region = 0; region < land_.regions(); ++region) {
    if (safety_.region_proof[region] != RegionProof::kNone || safety_.committed[region]) continue;
    if (halves_[region] > 0 || !is_two_vital(region)) continue;
    found = true;
  }
  return found;
}

bool StaticProver::is_two_vital(int region) {
  const BoardSet& points = land_.points[region];
  const std::vector<int> chains = chains_of(region);
  if (chains.empty()) return false;
  BoardSet joint = points & free_points();
  for (int chain : chains) joint &= chain_liberties(chain);
  BoardSet parting;
  for (int point : joint) {
    if (parts_it(points, point)) parting.insert(point);
  }
  for (int first : parting) {
    for (int second : parting) {
      if (second <= first) continue;
      BoardSet liberties = points & free_points() & land_.grid.neighbors(land_.own);
      liberties.erase(first);
      liberties.erase(second);
      const auto pairs = private_pairs(interior(region), liberties);
      if (!pairs) continue;
      commit_two_vital(region, {first, second}, *pairs);
      return true;
    }
  }
  return false;
}

bool StaticProver::parts_it(const BoardSet& points, int point) const {
  const BoardSet rest = points & ~BoardSet::of(point);
  return rest.any() && land_.grid.flood(BoardSet::of(rest.lowest()), rest) != rest;
}

void StaticProver::commit_two_vital(int region, const PointPair& pair,
                                    const std::vector<PointPair>& guards) {
  reserve(pair);
  for (const PointPair& guard : guards) reserve(guard);
  safety_.region_proof[region] = RegionProof::kTwoVital;
  safety_.committed[region] = true;
  locked_ |= land_.points[region];
  for (int block : land_.blocks_of[region]) safety_.targets[region].emplace_back(block, 2);
  const std::vector<int> chains = chains_of(region);
  for (int block = 0; block < land_.blocks(); ++block) {
    const bool here = std::find(chains.begin(), chains.end(), chain_[block]) != chains.end();
    if (here && !safety_.is_safe(block)) mark_safe(block, BlockProof::kTwoVital);
  }
}

// Whether the plan for a region is one for several regions, or for parts of it only.
bool StaticProver::shares_a_plan(int region) const {
  const auto& plan = safety_.plan;
  const auto& open = safety_.open_fields;
  return std::count(plan.begin(), plan.end(), plan[region]) > 1 ||
         std::any_of(open.begin(), open.end(), [&](const Safety::Fight& field) {
           return field.points.meets(land_.points[region]);
         });
}

// Finds healthy eyes of living chains that are sure eyes as well: then the defender can clear them.
// It is not enough where a chain counts on more than one liberty, as a sure eye grants only one.
void StaticProver::find_sure_territory() {
  for (int region = 0; region < land_.regions(); ++region) {
    if (!safety_.committed[region] || is_owned(region) || halves_[region] > 0) continue;
    if (shares_a_plan(region)) continue;
    const auto& targets = safety_.targets[region];
    const auto& around = land_.blocks_of[region];
    const bool safe = std::all_of(around.begin(), around.end(),
                                  [&](int block) { return safety_.is_safe(block); });
    const bool single = std::all_of(targets.begin(), targets.end(),
                                    [](const auto& target) { return target.second == 1; });
    if (!safe || !single) continue;
    if (sure_eye(region, chains_of(region)) != SureEye::kWithTerritory) continue;
    safety_.region_proof[region] = RegionProof::kEye;
    locked_ |= land_.points[region];
  }
}

void StaticProver::find_surrounded() {
  for (int region = 0; region < land_.regions(); ++region) {
    if (safety_.region_proof[region] == RegionProof::kNone) prove_surrounded(region);
  }
}

void StaticProver::prove_surrounded(int region) {
  BoardSet area = land_.points[region];
  // Walls that need the region as an eye cannot fill it, so the attacker may get a seki there.
  if (land_.blocks_of[region].empty() || safety_.committed[region]) return;
  bool touches_safe = false;
  for (int block : land_.blocks_of[region]) {
    if (safety_.is_safe(block)) {
      touches_safe = true;
    } else if (land_.regions_of[block].size() == 1) {
      area |= land_.stones[block];
    } else {
      return;
    }
  }
  if (!touches_safe) return;
  BoardSet room = area & ~land_.grid.neighbors(safety_.safe_stones);
  if (!has_loop(land_.grid, area)) room &= ~false_points(land_.grid, safety_.safe_stones);
  if (!holds_one_eye(room) && !guard_all_but_one(region, room)) return;
  safety_.region_proof[region] = RegionProof::kSurrounded;
}

bool StaticProver::holds_one_eye(const BoardSet& room) const {
  const int count = room.count();
  return count <= 1 || (count == 2 && land_.grid.neighbors(room).meets(room));
}

// Pairs that keep all but one point of the room, or two neighbours, in touch with safe stones.
bool StaticProver::guard_all_but_one(int region, const BoardSet& room) {
  if (halves_[region] > 0 || locked_.meets(land_.points[region])) return false;
  const BoardSet near_safe = land_.grid.neighbors(safety_.safe_stones);
  const BoardSet liberties = land_.points[region] & free_points() & near_safe;
  for (int left : room) {
    for (int beside : room) {
      const BoardSet out = BoardSet::of(left) | BoardSet::of(beside);
      if (!holds_one_eye(out)) continue;
      const auto pairs = private_pairs(room & ~out, liberties);
      if (!pairs) continue;
      for (const PointPair& pair : *pairs) reserve(pair);
      safety_.committed[region] = true;
      return true;
    }
  }
  return false;
}

}  // namespace goseki
