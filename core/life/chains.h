// Chains: blocks of one colour that hang together, treated as one.
//
//     kOptimistic   two blocks with a common liberty are linked: they will connect if
//                   nobody disturbs them (van der Werf 2004, 8.2)
//     kMiai         two blocks are linked by two common liberties that touch no third
//                   block of the colour: whichever the opponent takes, the other connects.
//                   No two links share a point, so that no answer has to serve two of them
//
//     X . X      one chain of three           X X .      one chain of two:
//     . X .      optimistically; no miai      . . X      a miai pair
//
// A miai link says that the blocks can be joined, not that the joined block has a liberty left.
// A proof that relies on a link must look at its liberties, too.
#pragma once

#include <array>
#include <cstdint>

#include "life/regions.h"

namespace goseki {

enum class Link : std::uint8_t { kOptimistic, kMiai };

class Chains {
 public:
  // Links the blocks found in `regions` (its colour, its block numbers). Never allocates.
  void find(const Regions& regions, Link link);

  int chains() const { return chains_; }
  // The chain of a block: chains are numbered in the order of their first blocks.
  Regions::Id chain_of(Regions::Id block) const { return chain_[block]; }

 private:
  Regions::Id root(Regions::Id block);
  void join(Regions::Id a, Regions::Id b);

  int chains_ = 0;
  std::array<Regions::Id, kMaxPoints> parent_;
  std::array<Regions::Id, kMaxPoints> chain_;
};

}  // namespace goseki
