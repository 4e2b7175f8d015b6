// StaticProver: pairs of points that link blocks.

#include <algorithm>

#include "safety/static_prover.h"

namespace goseki {

// A pair out of `common`: two points of one region, or of two regions that are nobody's eyes.
std::optional<PointPair> StaticProver::pair_among(const BoardSet& common) const {
  if (common.count() < 2) return std::nullopt;
  for (const BoardSet& region : land_.points) {
    const BoardSet here = common & region;
    if (here.count() < 2) continue;
    BoardSet rest = here;
    const int first = rest.lowest();
    rest.erase(first);
    return PointPair{first, rest.lowest()};
  }
  BoardSet loose;
  for (int region = 0; region < land_.regions(); ++region) {
    if (!safety_.committed[region]) loose |= common & land_.points[region];
  }
  if (loose.count() < 2) return std::nullopt;
  const int first = loose.lowest();
  loose.erase(first);
  return PointPair{first, loose.lowest()};
}

int StaticProver::region_at(int point) const {
  for (int region = 0; region < land_.regions(); ++region) {
    if (land_.points[region].contains(point)) return region;
  }
  return -1;
}

void StaticProver::place_link(const PointPair& pair) {
  reserve(pair);
  const int first = region_at(pair.first);
  const int second = region_at(pair.second);
  if (first == second) return;
  ++halves_[first];
  ++halves_[second];
}

// Links blocks, chain by chain, to the safe stones. Returns whether any was.
bool StaticProver::link_to_safe() {
  bool found = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (int block = 0; block < land_.blocks(); ++block) {
      if (chain_[block] != block || is_safe_chain(block)) continue;
      const BoardSet near_safe = land_.grid.neighbors(safety_.safe_stones);
      const auto pair = pair_among(chain_liberties(block) & near_safe & free_points());
      if (!pair) continue;
      place_link(*pair);
      for (int other = 0; other < land_.blocks(); ++other) {
        if (chain_[other] == block) mark_safe(other, BlockProof::kLinked);
      }
      found = changed = true;
    }
  }
  return found;
}

void StaticProver::join(int into, int chain) {
  for (int& c : chain_) {
    if (c == chain) c = into;
  }
}

bool StaticProver::link_in_small_regions() {
  bool linked = false;
  for (int region = 0; region < land_.regions(); ++region) {
    if (interior(region).any()) continue;
    linked = link_within(chains_of(region), land_.points[region]) || linked;
  }
  return linked;
}

bool StaticProver::link_anywhere() {
  std::vector<int> all;
  for (int block = 0; block < land_.blocks(); ++block) {
    if (chain_[block] == block) all.push_back(block);
  }
  return link_within(all, land_.empty);
}

// Links those of the unsafe chains that have two common liberties, free for a pair, among the
// points.
bool StaticProver::link_within(const std::vector<int>& chains, const BoardSet& points) {
  bool linked = false;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    for (std::size_t j = i + 1; j < chains.size(); ++j) {
      const int a = chain_[chains[i]];
      const int b = chain_[chains[j]];
      if (a == b || is_safe_chain(a) || is_safe_chain(b)) continue;
      const auto pair =
          pair_among(chain_liberties(a) & chain_liberties(b) & points & free_points());
      if (!pair) continue;
      place_link(*pair);
      join(std::min(a, b), std::max(a, b));
      linked = true;
    }
  }
  return linked;
}

// Links as `link` does and keeps the links only if they make something safe.
bool StaticProver::try_links(bool (StaticProver::*link)()) {
  const Safety before = safety_;
  bool linked = false;
  while ((this->*link)()) linked = true;
  bool found = false;
  if (linked) {
    found = find_eyes(BlockProof::kEyes, RegionProof::kEye);
    found = find_two_vital() || found;
  }
  if (found) {
    release_links_of_unsafe_chains(before.pairs.size());
    return true;
  }
  safety_ = before;
  return false;
}

// Frees the pairs that hold chains together which turned out not to be safe.
void StaticProver::release_links_of_unsafe_chains(std::size_t first) {
  std::vector<PointPair> kept(safety_.pairs.begin(), safety_.pairs.begin() + first);
  for (std::size_t i = first; i < safety_.pairs.size(); ++i) {
    const PointPair pair = safety_.pairs[i];
    if (land_.grid.neighbors(BoardSet::of(pair.first)).meets(safety_.safe_stones)) {
      kept.push_back(pair);
      continue;
    }
    safety_.reserved.erase(pair.first);
    safety_.reserved.erase(pair.second);
    const int a = region_at(pair.first);
    const int b = region_at(pair.second);
    if (a != b) {
      --halves_[a];
      --halves_[b];
    }
  }
  safety_.pairs = kept;
  for (int block = 0; block < land_.blocks(); ++block) {
    if (!safety_.is_safe(block)) chain_[block] = block;
  }
}

}  // namespace goseki
