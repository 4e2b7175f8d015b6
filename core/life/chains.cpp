#include "life/chains.h"

#include <algorithm>
#include <utility>

namespace goseki {

using Id = Regions::Id;

Id Chains::root(Id block) {
  while (parent_[block] != block) block = parent_[block] = parent_[parent_[block]];
  return block;
}

// The smaller number becomes the root, so that roots come in the order of first blocks.
void Chains::join(Id a, Id b) {
  a = root(a);
  b = root(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

void Chains::find(const Regions& regions, Link link) {
  for (Id block = 0; block < regions.blocks(); ++block) parent_[block] = block;
  const Position& position = regions.position();
  std::array<std::pair<Id, Id>, kMaxPoints> pairs;  // one for every point that touches two
  int pair_count = 0;
  position.for_each_point([&](Point p) {
    if (position.at(p) != Color::kEmpty) return;
    std::array<Id, 4> blocks;
    int count = 0;
    for (Point n : neighbors(p)) {
      const Id block = regions.block_at(n);
      const auto end = blocks.begin() + count;
      if (block != Regions::kNone && std::find(blocks.begin(), end, block) == end) {
        blocks[count++] = block;
      }
    }
    if (link == Link::kOptimistic) {
      for (int i = 1; i < count; ++i) join(blocks[0], blocks[i]);
    } else if (count == 2) {
      pairs[pair_count++] = std::minmax(blocks[0], blocks[1]);
    }
  });
  std::sort(pairs.begin(), pairs.begin() + pair_count);
  for (int i = 1; i < pair_count; ++i) {
    if (pairs[i] == pairs[i - 1]) join(pairs[i].first, pairs[i].second);
  }
  chains_ = 0;
  for (Id block = 0; block < regions.blocks(); ++block) {
    chain_[block] = parent_[block] == block ? static_cast<Id>(chains_++) : chain_[root(block)];
  }
}

}  // namespace goseki
