// StaticProver: the order of the rules, and what they share.

#include "safety/static_prover.h"

#include <algorithm>

#include "safety/static_solver.h"

namespace goseki {
namespace {

constexpr int kMaxPairTrials = 2'000;

}  // namespace

void StaticProver::prove() {
  prove_benson();
  const Safety before = safety_;
  find_two_vital();
  for (bool changed = true; changed && !watch_.stopped();) {
    changed = find_eyes(BlockProof::kEyes, RegionProof::kEye);
    changed = link_to_safe() || changed;
    changed = try_links(&StaticProver::link_in_small_regions) || changed;
    changed = try_links(&StaticProver::link_anywhere) || changed;
    changed = find_two_vital() || changed;
  }
  find_sure_territory();
  find_surrounded();
  // A pass that was cut short has not looked at all eyes. It would find other plans than a whole
  // pass, sound ones, but then the result would not be a part of the whole.
  if (watch_.stopped()) safety_ = before;
}

BoardSet StaticProver::chain_liberties(int chain) const {
  BoardSet all;
  for (int block = 0; block < land_.blocks(); ++block) {
    if (chain_[block] == chain) all |= land_.liberties[block];
  }
  return all;
}

bool StaticProver::is_safe_chain(int chain) const {
  for (int block = 0; block < land_.blocks(); ++block) {
    if (chain_[block] == chain) return safety_.is_safe(block);
  }
  return false;
}

// The chains that touch a region, each once.
std::vector<int> StaticProver::chains_of(int region) const {
  std::vector<int> found;
  for (int block : land_.blocks_of[region]) found.push_back(chain_[block]);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// The points next to a chain, attackers on them or not.
BoardSet StaticProver::chain_touches(int chain) const {
  BoardSet all;
  for (int block = 0; block < land_.blocks(); ++block) {
    if (chain_[block] == chain) all |= land_.touches[block];
  }
  return all;
}

// The points of a region that no stone of the defender touches.
BoardSet StaticProver::interior(int region) const {
  return land_.points[region] & ~land_.grid.neighbors(land_.own);
}

void StaticProver::reserve(const PointPair& pair) {
  safety_.pairs.push_back(pair);
  safety_.reserved.insert(pair.first);
  safety_.reserved.insert(pair.second);
}

void StaticProver::mark_safe(int block, BlockProof proof) {
  safety_.block_proof[block] = proof;
  safety_.safe_stones |= land_.stones[block];
}

// Gives each of `wanted` a pair of its own among `liberties` next to it. Tries all ways, up
// to a limit.
std::optional<std::vector<PointPair>> StaticProver::private_pairs(BoardSet wanted,
                                                                  BoardSet liberties) const {
  std::vector<PointPair> pairs;
  int trials = 0;
  if (!place_pairs(wanted, liberties, pairs, trials)) return std::nullopt;
  return pairs;
}

bool StaticProver::place_pairs(BoardSet wanted, BoardSet liberties, std::vector<PointPair>& pairs,
                               int& trials) const {
  if (wanted.none()) return true;
  if (++trials > kMaxPairTrials || watch_.count()) return false;
  int hardest = -1;
  int fewest = 5;
  for (int point : wanted) {
    const int near = (land_.grid.neighbors(BoardSet::of(point)) & liberties).count();
    if (near < fewest) {
      fewest = near;
      hardest = point;
    }
  }
  if (fewest < 2) return false;
  const BoardSet near = land_.grid.neighbors(BoardSet::of(hardest)) & liberties;
  wanted.erase(hardest);
  for (int first : near) {
    for (int second : near) {
      if (second <= first) continue;
      BoardSet rest = liberties;
      rest.erase(first);
      rest.erase(second);
      pairs.emplace_back(first, second);
      if (place_pairs(wanted, rest, pairs, trials)) return true;
      pairs.pop_back();
    }
  }
  return false;
}

void prove_benson(Safety& safety, StopWatch& watch) { StaticProver(safety, watch).prove_benson(); }

void prove_static(Safety& safety, StopWatch& watch) { StaticProver(safety, watch).prove(); }

}  // namespace goseki
