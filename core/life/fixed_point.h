// Benson's fixed point: the blocks that live by regions which live by these blocks.
//
// Start from all blocks and all regions of a colour and repeat, until nothing changes:
//   - drop every region that has a dropped block around it;
//   - drop every block with fewer vital regions left than it needs, which is two as a rule.
// What a region is, and to whom it is vital, is the caller's business. One that gives a block two
// liberties is listed twice.
#pragma once

namespace goseki {

// `Blocks` is a set of blocks, bit i for block i: an unsigned integer or Bits.
template <typename Blocks>
struct VitalRegion {
  Blocks around;    // when one of them is dropped, so is the region
  Blocks vital_to;  // those that have a liberty by it
};

// The blocks of `alive` that are left. Those of `need_none` always stay, those of `need_one` need
// one region.
template <typename Blocks, typename VitalRegions>
Blocks benson_fixed_point(Blocks alive, const VitalRegions& regions, Blocks need_none = {},
                          Blocks need_one = {}) {
  for (;;) {
    Blocks once{};
    Blocks twice{};
    for (const VitalRegion<Blocks>& region : regions) {
      if ((region.around & ~alive) != Blocks{}) continue;
      twice |= once & region.vital_to;
      once |= region.vital_to;
    }
    const Blocks left = alive & (twice | (once & need_one) | need_none);
    if (left == alive) return alive;
    alive = left;
  }
}

}  // namespace goseki
