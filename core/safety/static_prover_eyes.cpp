// StaticProver: eyes, by Benson's algorithm on chains.

#include <algorithm>

#include "life/fixed_point.h"
#include "safety/region_search.h"
#include "safety/static_prover.h"

namespace goseki {
namespace {

constexpr int kTinyPoints = 6;
constexpr int kCorridorPoints = 20;
constexpr int kTinyNodes = 5'000;

}  // namespace

std::vector<StaticProver::Eye> StaticProver::possible_eyes(bool with_guards) const {
  std::vector<Eye> eyes;
  for (int region = 0; region < land_.regions(); ++region) {
    if (halves_[region] > 0 || locked_.meets(land_.points[region])) continue;
    const std::vector<int> chains = chains_of(region);
    const BoardSet empty = land_.points[region] & land_.empty;
    const SureEye sure = with_guards ? sure_eye(region, chains) : SureEye::kNo;
    const bool full = std::any_of(chains.begin(), chains.end(), [&](int chain) {
      return land_.is_full(region, blocks_at(region, chain));
    });
    const bool quiet = !safety_.reserved.meets(land_.points[region]) && !is_owned(region);
    for (int chain : chains) {
      const BoardSet touches = chain_touches(chain);
      const bool healthy = empty.is_subset_of(touches);
      std::optional<std::vector<PointPair>> pairs;
      if (with_guards && chains.size() == 1 && !full) {
        pairs = private_pairs(land_.points[region] & ~touches, empty & touches & free_points());
      }
      if (full && healthy) {
        eyes.push_back({region, chain, {}});
      } else if (sure == SureEye::kWithTerritory) {
        eyes.push_back({region, chain, {}, true, true});
      } else if (pairs) {
        eyes.push_back({region, chain, *pairs});
      } else if (quiet && (healthy || sure == SureEye::kYes)) {
        eyes.push_back({region, chain, {}, true, false});
      }
    }
  }
  return eyes;
}

// The blocks of a chain that touch a region.
std::vector<int> StaticProver::blocks_at(int region, int chain) const {
  std::vector<int> found;
  for (int block : land_.blocks_of[region]) {
    if (chain_[block] == chain) found.push_back(block);
  }
  return found;
}

// Whether a region is two empty points that are a pair. The answer to an attack captures it
// and joins all that touch the answer to the point that is empty again: an eye of all around.
bool StaticProver::is_pair_eye(int region) const {
  const BoardSet& points = land_.points[region];
  return points.count() == 2 && points.is_subset_of(safety_.reserved & land_.empty);
}

// Whether a small region or a corridor is an eye of each chain that touches it because every
// line of play in it says so.
StaticProver::SureEye StaticProver::sure_eye(int region, const std::vector<int>& chains) const {
  const BoardSet& points = land_.points[region];
  if (is_pair_eye(region)) return SureEye::kWithTerritory;
  const bool tiny = points.count() <= kTinyPoints;
  const bool corridor = points.count() <= kCorridorPoints;
  if (!tiny && !(corridor && is_corridor(points))) return SureEye::kNo;
  if (safety_.reserved.meets(points)) return SureEye::kNo;
  if (chains.size() > LocalGame::kMaxWalls) return SureEye::kNo;
  std::vector<LocalGame::Wall> walls;
  for (int chain : chains) walls.push_back({blocks_at(region, chain), 1});
  const LocalGame game(land_, LocalGame::field_of(land_, {region}), walls);
  RegionSearch search(1 << 20);
  SearchOptions options;
  options.nodes = kTinyNodes;
  if (search.prove(game, options, watch_) == Verdict::kProven) return SureEye::kWithTerritory;
  options.territory = false;
  return search.prove(game, options, watch_) == Verdict::kProven ? SureEye::kYes : SureEye::kNo;
}

// Whether each point of a region has at most two neighbours in it, and a stone beside it.
bool StaticProver::is_corridor(const BoardSet& points) const {
  if (!points.is_subset_of(land_.grid.neighbors(land_.own))) return false;
  for (int point : points) {
    if ((land_.grid.neighbors(BoardSet::of(point)) & points).count() > 2) return false;
  }
  return true;
}

// Marks the chains with two eyes all of whose neighbours have two, too. Returns whether
// there are new ones.
bool StaticProver::find_eyes(BlockProof block_proof, RegionProof region_proof) {
  const bool with_guards = block_proof != BlockProof::kBenson;
  const std::vector<Eye> eyes = possible_eyes(with_guards);
  std::vector<VitalRegion<BlockSet>> vital(land_.regions());
  for (int region = 0; region < land_.regions(); ++region) {
    for (int block : land_.blocks_of[region]) vital[region].around.insert(block);
  }
  std::vector<BlockSet> blocks_of_chain(land_.blocks());
  BlockSet safe;
  for (int block = 0; block < land_.blocks(); ++block) {
    blocks_of_chain[chain_[block]].insert(block);
    if (safety_.is_safe(block)) safe.insert(block);
  }
  for (const Eye& eye : eyes) vital[eye.region].vital_to |= blocks_of_chain[eye.chain];
  const BlockSet alive = benson_fixed_point(BlockSet::first(land_.blocks()), vital, safe);
  for (int block : alive & ~safe) mark_safe(block, block_proof);
  const std::vector<bool> was_committed = safety_.committed;
  std::vector<bool> is_territory(land_.regions(), true);
  for (const Eye& eye : eyes) {
    const bool kept = vital[eye.region].around.is_subset_of(alive);
    if (was_committed[eye.region] || !kept || !commit_eye(eye, alive)) continue;
    if (!eye.territory) is_territory[eye.region] = false;
  }
  for (const Eye& eye : eyes) {
    const int region = eye.region;
    if (was_committed[region] || !safety_.committed[region]) continue;
    if (is_territory[region]) safety_.region_proof[region] = region_proof;
  }
  lock_eyes(eyes);
  return alive != safe;
}

// Returns whether a living chain relies on the eye.
bool StaticProver::commit_eye(const Eye& eye, const BlockSet& alive) {
  std::vector<std::pair<int, int>>& targets = safety_.targets[eye.region];
  const std::size_t before = targets.size();
  for (int block : blocks_at(eye.region, eye.chain)) {
    if (alive.contains(block)) targets.emplace_back(block, 1);
  }
  if (targets.size() == before) return false;
  safety_.committed[eye.region] = true;
  for (const PointPair& pair : eye.pairs) reserve(pair);
  if (!eye.pairs.empty()) locked_ |= land_.points[eye.region];
  return true;
}

// A sure or merely healthy eye that some living chain needs as such keeps pairs out.
void StaticProver::lock_eyes(const std::vector<Eye>& eyes) {
  for (const Eye& eye : eyes) {
    if (eye.keeps_pairs_out && safety_.committed[eye.region]) {
      locked_ |= land_.points[eye.region];
    }
  }
}

}  // namespace goseki
