// Benson: blocks that live although their owner always passes, and the territory they hold.
//
// D. B. Benson, "Life in the game of Go" (Information Sciences 10, 1976). The blocks that are left
// of all blocks and regions (life/regions.h) of a colour by the rule in life/fixed_point.h are
// *unconditionally alive*: no play of the opponent captures any of them, even if their owner never
// answers; and any other block he can capture then. (Superko only takes moves away from the
// opponent, so what is proven holds under every ko rule.)
//
// Their territory is every region left that is sealed by one of them (life/regions.h). A region
// that is only healthy may hold a block of the opponent with points behind it that no living
// stone touches: whoever takes that block off leaves a hole, and the opponent, who moves first in
// it, may live there.
//
// *Vital* depends on the rules. Where suicide is illegal it means healthy, where it is
// legal sealed (both in life/regions.h). The two differ, already on four points in a row:
//
//     O . X .      White may not fill the point between O and X unless suicide is legal.
//                  Where it is, he gives up both stones, plays next to X with a liberty
//                  behind him, and takes X.
#pragma once

#include <array>
#include <cstdint>

#include "bitboard/bits.h"
#include "life/fixed_point.h"
#include "life/regions.h"

namespace goseki {

class Benson {
 public:
  // Finds what is unconditionally alive; returns whether anything is. Until the next call
  // the position must stay as it is. Never allocates.
  bool prove(const Position& position, Color color, bool suicide_is_legal);

  // The blocks and regions that were looked at. Precondition of what follows: `prove` ran.
  const Regions& regions() const { return regions_; }
  bool is_alive(Regions::Id block) const { return any_alive_ && alive_[block]; }
  bool is_territory(Regions::Id region) const { return any_alive_ && territory_[region]; }

  // Whether a point belongs to a living block or to its territory.
  bool is_proven(Point point) const {
    const Regions::Id region = regions_.region_at(point);
    return region == Regions::kNone ? is_alive(regions_.block_at(point)) : is_territory(region);
  }

 private:
  template <int Words>
  using VitalRegions = std::array<VitalRegion<Bits<Words>>, kMaxPoints>;
  static constexpr int kManyWords = (kMaxPoints + 63) / 64;

  template <int Words>
  bool prove(bool suicide_is_legal, VitalRegions<Words>& vital);

  Regions regions_;
  VitalRegions<1> few_;  // if there are at most 64 blocks: takes a fifth less time
  VitalRegions<kManyWords> many_;
  std::array<Regions::Id, kMaxPoints> vital_id_;  // which regions these are
  // The answers. Flags take a tenth less time than bits when a whole board is asked for.
  bool any_alive_ = false;
  std::array<bool, kMaxPoints> alive_;      // by block
  std::array<bool, kMaxPoints> territory_;  // by region
};

// Benson for both colours: by index +1 for Black's living blocks and territory, -1 for
// White's, 0 elsewhere. Returns how many points are not 0.
int benson_map(const Position& position, bool suicide_is_legal, Benson& scratch,
               std::array<std::int8_t, kMaxPoints>& owner);

}  // namespace goseki
