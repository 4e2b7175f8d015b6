#include "life/unconditional.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "life/eye_room.h"
#include "life/fixed_point.h"

namespace goseki {
namespace {

using Set = Bits<1>;

// Blocks, or regions, by number: bit i for number i. At most half the points of a board are
// blocks of one colour or regions between them.
using Numbers = std::uint32_t;
constexpr int kMaxNumbers = 32;

// Faster than counting, which takes a call where the machine's popcount is not used.
constexpr bool has_two(std::uint64_t bits) { return (bits & (bits - 1)) != 0; }

// Benson's theorem; the area is still without the territory. An empty point that is next to no own
// stone makes its region vital to nobody. The first flood finds all these regions, and in most
// positions of a search too little is left to go on.
UnconditionalSide benson(const Grid<1>& grid, const Set& own, const Set& other) {
  const Set empty = grid.board() & ~own & ~other;
  const Set not_own = grid.board() & ~own;
  const Set open = grid.flood(empty & ~grid.neighbors(own), not_own);
  Set rest = not_own & ~open;
  if (!has_two((rest & empty).words[0])) return {};

  std::array<Set, kMaxNumbers> regions;
  std::array<VitalRegion<Numbers>, kMaxNumbers> vital;
  int region_count = 0;
  for (; rest.any(); ++region_count) {
    regions[region_count] = grid.take_part(rest);
    vital[region_count] = {};
  }
  if (region_count < 2) return {};

  std::array<Set, kMaxNumbers> blocks;
  int block_count = 0;
  for (Set stones = own; stones.any(); ++block_count) {
    blocks[block_count] = grid.take_part(stones);
    const Set around = grid.neighbors(blocks[block_count]);
    const Numbers number = Numbers{1} << block_count;
    for (int region = 0; region < region_count; ++region) {
      if (!around.meets(regions[region])) continue;
      vital[region].around |= number;
      if ((regions[region] & empty).is_subset_of(around)) vital[region].vital_to |= number;
    }
  }
  const std::span found(vital.data(), region_count);
  const Numbers all = ~Numbers{0} >> (kMaxNumbers - block_count);
  const Numbers alive = benson_fixed_point(all, found);

  UnconditionalSide side;
  for (Numbers left = alive; left != 0; left &= left - 1) {
    side.alive |= blocks[std::countr_zero(left)];
  }
  side.area = side.alive;
  for (int region = 0; region < region_count; ++region) {
    const auto& [around, vital_to] = vital[region];
    if (vital_to != 0 && (around & ~alive) == 0) side.area |= regions[region];
  }
  return side;
}

// Whether the pair of stones may live in seki, its liberties being all the eyespace there is.
bool seki_possible(const Grid<1>& grid, const Set& pair, const Set& liberties) {
  const int count = liberties.count();
  if (count <= 3) return false;
  if (count >= 6) return true;
  const int lonely = (liberties & ~grid.neighbors(liberties)).count();
  if (count == 5) return lonely > 1;
  const Set first = Set::of(pair.lowest());
  return lonely == 4 && (grid.neighbors(first) & liberties).count() == 2;
}

// Where the invader could get an eye in a region.
Set eyespace_of(const Grid<1>& grid, const Set& region, const Set& own, const Set& other,
                const Set& beside_alive, const Set& no_eye) {
  const Set eyespace = region & ~other & ~beside_alive;
  if (!has_two(eyespace.words[0]) || has_loop(grid, region)) return eyespace;
  const Set stones = region & own;
  const Set single = stones & no_eye & ~grid.neighbors(stones);
  return eyespace & ~no_eye & ~(grid.neighbors(single) & ~own);
}

// What the defender owns of a region with this eyespace: all, nothing, or the pair of a
// possible seki.
Set owned_of(const Grid<1>& grid, const Set& region, const Set& eyespace, const Set& own) {
  if (!has_two(eyespace.words[0])) return region;
  if (eyespace.count() == 2 && grid.neighbors(eyespace).meets(eyespace)) return region;
  const Set stones = eyespace & own;
  const int count = stones.count();
  if (count == 0 || count > 2) return {};
  const Set around = grid.neighbors(stones);
  const Set liberties = eyespace & ~stones;
  if (!liberties.is_subset_of(around)) return {};
  if (count == 1) return region;
  if (!around.meets(stones)) return {};
  return seki_possible(grid, stones, liberties) ? stones : region;
}

}  // namespace

UnconditionalSide unconditional_side(const Grid<1>& grid, Bits<1> own, Bits<1> other) {
  UnconditionalSide side = benson(grid, own, other);
  Set rest = grid.board() & ~side.area;
  if (side.alive.none() || rest.none()) return side;
  const Set beside_alive = grid.neighbors(side.alive);
  const Set no_eye = false_points(grid, side.alive);
  while (rest.any()) {
    const Set region = grid.take_part(rest);
    const Set eyespace = eyespace_of(grid, region, own, other, beside_alive, no_eye);
    side.area |= owned_of(grid, region, eyespace, own);
  }
  return side;
}

Bits<1> unconditional_area(const Grid<1>& grid, Bits<1> own, Bits<1> other) {
  return unconditional_side(grid, own, other).area;
}

Unconditional unconditional(const Grid<1>& grid, Bits<1> black, Bits<1> white) {
  const UnconditionalSide for_black = unconditional_side(grid, black, white);
  const UnconditionalSide for_white = unconditional_side(grid, white, black);
  return {{for_black.alive, for_white.alive}, {for_black.area, for_white.area}};
}

ScoreBounds score_bounds(const Grid<1>& grid, const Unconditional& owned) {
  const int points = grid.size().points();
  return {2 * owned.area[0].count() - points, points - 2 * owned.area[1].count()};
}

int terminal_score(const Grid<1>& grid, Bits<1> black, Bits<1> white,
                   bool remove_one_liberty_blocks) {
  const Unconditional owned = unconditional(grid, black, white);
  const Set decided = owned.area[0] | owned.area[1];
  const Set empty = grid.board() & ~black & ~white;
  Set stones[2] = {black & ~decided, white & ~decided};
  if (remove_one_liberty_blocks) {
    for (int color = 0; color < 2; ++color) {
      const Set all = color == 0 ? black : white;
      for (Set rest = grid.flood(stones[color], all); rest.any();) {
        const Set block = grid.take_part(rest);
        if ((grid.neighbors(block) & empty).count() == 1) stones[color] &= ~block;
      }
    }
  }
  // Both colours grow a step at a time: the one that reaches a point first has the nearest stone.
  Set near[2] = {owned.area[0] | stones[0], owned.area[1] | stones[1]};
  Set taken = near[0] | near[1];
  int score = near[0].count() - near[1].count();
  while (taken.any() && taken != grid.board()) {
    near[0] = grid.dilate(near[0]);
    near[1] = grid.dilate(near[1]);
    score += (near[0] & ~taken & ~near[1]).count() - (near[1] & ~taken & ~near[0]).count();
    taken |= near[0] | near[1];
  }
  return score;
}

}  // namespace goseki
