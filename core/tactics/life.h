// Which stones of a situation live by Benson's theorem, and what that rests on.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "life/fixed_point.h"
#include "tactics/situation.h"

namespace goseki::tactics {

template <int Words>
class Life {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;

  explicit Life(const Arena<Words>& arena) : arena_(&arena) {}

  // If a block with a stone of `target` lives: the blocks and the regions that make it live.
  // `whole` has all stones of the target's blocks. `eyes` becomes the number of regions that may be
  // eyes of the target, two standing for more.
  std::optional<Set> zone_of_life(const Now& now, Side side, const Set& target, const Set& whole,
                                  int& eyes) const {
    const auto& grid = arena_->grid();
    const Set own = now.stones[side] & ~arena_->outside();
    const Set chosen = whole.meets(arena_->outside()) ? grid.flood(target, own) : whole;
    eyes = 0;
    if (chosen.meets(arena_->firm())) return firm_block(target, own);
    const Set empty = arena_->empty(now);
    const Set not_own = grid.board() & ~own;
    // Where an empty point is next to no own stone the region is vital to nobody, nor is one with
    // firm stones of the opponent, who may fill it, nor one that goes on outside.
    Set nobodys = (empty & ~grid.neighbors(own)) | (arena_->firm() & not_own) | arena_->outside();
    // Two other regions beside the target are needed. Most often a few steps show that there are
    // none.
    for (int step = 0; step < 2; ++step) nobodys = grid.grow(nobodys, not_own);
    for (Set rest = grid.neighbors(chosen) & not_own & ~nobodys; rest.any();) {
      Set region = Set::of(rest.lowest());
      for (Set before; region != before && !region.meets(nobodys);) {
        before = region;
        region = grid.grow(region, not_own);
      }
      rest &= ~region;
      if (region.meets(nobodys)) continue;
      if (++eyes == 2) break;
    }
    if (eyes < 2) return std::nullopt;
    Set rest = not_own & ~grid.flood(nobodys, not_own);
    Regions regions;
    while (rest.any()) regions.add(grid.take_part(rest));

    std::array<Set, kMost> blocks;
    int count = 0;
    Blocks firm{};
    for (Set stones = own; stones.any() && count < kMost; ++count) {
      const Set& block = blocks[static_cast<std::size_t>(count)] = grid.take_part(stones);
      const Set around = grid.neighbors(block);
      if (block.meets(arena_->firm())) firm |= number(count);
      for (int r = 0; r < regions.count; ++r) {
        const auto index = static_cast<std::size_t>(r);
        if (!around.meets(regions.points[index])) continue;
        regions.vital[index].around |= number(count);
        if ((regions.points[index] & empty).is_subset_of(around)) {
          regions.vital[index].vital_to |= number(count);
        }
      }
    }
    Blocks all{};
    for (int i = 0; i < count; ++i) all |= number(i);
    const std::span found(regions.vital.data(), static_cast<std::size_t>(regions.count));
    const Blocks alive = benson_fixed_point(all, found, firm);
    for (int i = 0; i < count; ++i) {
      if ((alive & number(i)) != Blocks{} && blocks[static_cast<std::size_t>(i)].meets(target)) {
        return zone_around(i, blocks, count, regions, alive);
      }
    }
    return std::nullopt;
  }

  // What shows that no block with a stone of `target` lives: each block with the points around it,
  // and for all but one of the regions there an empty point that the block does not touch, or a
  // firm stone of the opponent's, who may fill the region, with the way to it. So the block has two
  // vital regions nowhere, whatever stands elsewhere. Nothing if that cannot be shown.
  std::optional<Set> zone_of_no_life(const Now& now, Side side, const Set& target) const {
    const auto& grid = arena_->grid();
    const Set& own = now.stones[side];
    const Set not_own = grid.board() & ~own;
    const Set empty = arena_->empty(now);
    Set zone;
    for (Set left = target & own; left.any();) {
      const Set block = arena_->block_of(left.lowest(), own);
      left &= ~block;
      if (block.meets(arena_->lasting())) return std::nullopt;
      const Set around = grid.border(block);
      const Set untouched = (empty & ~around) | (arena_->firm() & not_own);
      zone |= block | around;
      int eyes = 0;
      for (Set rest = around & not_own; rest.any();) {
        std::vector<Set> steps{Set::of(rest.lowest())};
        Set reached = steps[0];
        while (steps.back().any() && !steps.back().meets(untouched)) {
          steps.push_back(grid.dilate(steps.back()) & not_own & ~reached);
          reached |= steps.back();
        }
        if (reached.meets(arena_->outside())) return std::nullopt;
        if (steps.back().none()) {
          if (++eyes > 1) return std::nullopt;
          zone |= reached;
          rest &= ~reached;
          continue;
        }
        int point = (steps.back() & untouched).lowest();
        zone.insert(point);
        for (std::size_t i = steps.size() - 1; i-- > 0;) {
          point = (arena_->near(point) & steps[i]).lowest();
          zone.insert(point);
        }
        rest &= ~grid.flood(steps[0], zone & not_own);
      }
    }
    return zone;
  }

 private:
  using Blocks = std::conditional_t<Words == 1, std::uint32_t,
                                    std::conditional_t<Words == 2, std::uint64_t, Bits<4>>>;
  // No more than half the points of a board are blocks of one colour, or regions between them.
  static constexpr int kMost = Set::kCapacity / 2;

  struct Regions {
    std::array<Set, kMost> points;
    std::array<VitalRegion<Blocks>, kMost> vital;
    int count = 0;
    void add(const Set& region) {
      if (count == kMost) return;
      points[static_cast<std::size_t>(count)] = region;
      vital[static_cast<std::size_t>(count++)] = {};
    }
  };

  static Blocks number(int block) {
    if constexpr (std::is_integral_v<Blocks>) {
      return Blocks{1} << block;
    } else {
      return Blocks::of(block);
    }
  }

  // The first of the target's blocks that has a firm stone, if there is one.
  std::optional<Set> firm_block(const Set& target, const Set& own) const {
    for (Set rest = target & own; rest.any();) {
      const Set block = arena_->block_of(rest.lowest(), own);
      rest &= ~block;
      if (block.meets(arena_->firm())) return block;
    }
    return std::nullopt;
  }

  // The block, two regions that are vital to it, the blocks around them, and so on.
  Set zone_around(int block, const std::array<Set, kMost>& blocks, int count,
                  const Regions& regions, const Blocks& alive) const {
    Set zone;
    Blocks reached = number(block);
    std::vector<int> waiting{block};
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const int one = waiting[next];
      const Set& stones = blocks[static_cast<std::size_t>(one)];
      zone |= stones;
      if (stones.meets(arena_->firm())) continue;
      int eyes = 0;
      for (int r = 0; r < regions.count && eyes < 2; ++r) {
        const auto& vital = regions.vital[static_cast<std::size_t>(r)];
        if ((vital.vital_to & number(one)) == Blocks{} || (vital.around & ~alive) != Blocks{}) {
          continue;
        }
        ++eyes;
        zone |= regions.points[static_cast<std::size_t>(r)];
        for (int i = 0; i < count; ++i) {
          if ((vital.around & ~reached & number(i)) != Blocks{}) waiting.push_back(i);
        }
        reached |= vital.around;
      }
    }
    return zone;
  }

  const Arena<Words>* arena_;
};

}  // namespace goseki::tactics
