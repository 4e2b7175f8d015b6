// Walls that hold: how a target is captured behind walls which could be captured themselves.
//
// Most walls of a problem have too few liberties to be guarded (zone.h), and to search what happens
// inside and behind them together would multiply one by the other. So the two are shown apart.
//
//   Inside: the attacker W captures the target if his walls F are firm. That win has a zone Z and
//   tenukis t: L plays elsewhere or passes t times at most before he has lost.
//
//   Outside: W keeps every block of F, whose liberties in Z do not count, although L moves first,
//   takes back every ko at once and W has no threats (Goal::kHold). L's moves are answered there,
//   or ignored t times at most in all; each of these leaves one tenuki less. Blocks that have more
//   liberties outside Z than there are tenukis left hold by themselves: from then on all that L
//   plays there can be ignored. W gets there in finitely many moves. That win has a zone Y, which
//   has no point in common with Z but stones of F.
//
//   Between them stands F: a way from a point of Z to one of Y, from neighbour to neighbour, goes
//   through a stone of F, or one of W's that is firm (`are_apart`). Or Y has nothing but F.
//
// Then W wins with the walls as they are. He answers L's plays in Y as the outside says, and those
// in Z as the inside says; all others, and plays in Y that the outside ignores, are passes inside.
// No answer changes anything on the other zone: what a play takes hangs together with it by a way
// without stones of F, so it is on its own side. And both wins hold whatever stands elsewhere, if
// guarded blocks have the liberties that they need: those of a block that is guarded in Z are on
// its side of F, so that no play in Y is on one of them; and of the blocks of F those in Z do not
// count. (Without walls between them an answer in Y could take stones of L's in Z, or the other way
// round; and L's plays in Y could cost a guarded block its liberties, and yet no tenuki.) The
// blocks of F are never taken: they have a liberty in Y, or more liberties elsewhere than L has
// moves left. L can make finitely many plays in Y that are answered, and for all others he comes
// nearer to his loss inside.
//
// One thing is different from firm walls: after an exchange outside a ban of L's inside has lapsed.
// That does no harm where L may take back for a threat anyway, as often as he likes, nor where no
// ban and no threat had a part in the win. Elsewhere walls are not used like this.
//
// That L passes need not be looked at outside. If W holds with t tenukis he also holds with fewer.
#pragma once

#include "tactics/situation.h"

namespace goseki::tactics {

// The prover's blocks that shut the target in and have some room behind them.
template <int Words>
Bits<Words> walls_around_target(const Arena<Words>& arena, const Situation<Words>& root) {
  using Set = Bits<Words>;
  constexpr int kLibertiesBehind = 2;
  const auto& grid = arena.grid();
  const Set& attackers = root.stones[kProver];
  const Set& defenders = root.stones[kOther];
  const Set empty = arena.empty(root);
  Set area = root.target;
  for (int step = 0; step < 2; ++step) {
    area = grid.dilate(area) & ~attackers;
    area |= grid.flood(grid.dilate(area) & defenders, defenders);
  }
  Set walls;
  for (Set rest = attackers & ~arena.outside(); rest.any();) {
    const Set block = arena.part_of(rest.lowest(), attackers);
    rest &= ~block;
    if (block.meets(arena.firm())) continue;
    if ((arena.sure_liberties(block, empty) & ~area).count() >= kLibertiesBehind) walls |= block;
  }
  return walls;
}

// The block of some walls that has the fewest liberties outside the zone.
template <int Words>
Bits<Words> weakest_wall(const Arena<Words>& arena, const Situation<Words>& root,
                         const Bits<Words>& walls, const Bits<Words>& zone) {
  using Set = Bits<Words>;
  Set weakest;
  int least = Set::kCapacity;
  for (Set rest = walls; rest.any();) {
    const Set block = arena.part_of(rest.lowest(), root.stones[kProver]);
    rest &= ~block;
    const int count = (arena.sure_liberties(block, arena.empty(root)) & ~zone).count();
    if (count < least) {
      least = count;
      weakest = block;
    }
  }
  return weakest;
}

// Whether walls part two zones for good: no block but theirs will ever reach from one to the other.
// Beyond a window everything hangs together.
template <int Words>
bool are_apart(const Arena<Words>& arena, const Situation<Words>& root, const Bits<Words>& walls,
               const Bits<Words>& inside, const Bits<Words>& behind) {
  using Set = Bits<Words>;
  const auto& grid = arena.grid();
  const Set open = grid.board() & ~walls & ~(arena.firm() & root.stones[kProver]);
  Set reached = grid.flood(inside & open, open);
  if (reached.meets(arena.outside())) reached |= grid.flood(arena.outside() & open, open);
  return !reached.meets(behind & open);
}

// The question whether walls hold behind the zone of a win, with its tenukis.
template <int Words>
Situation<Words> hold_of(const Situation<Words>& root, const Bits<Words>& walls, int tenukis) {
  Situation<Words> held = root;
  for (int point : held.target) held.toggle_target(point);
  held.target = walls;
  for (int point : held.target) held.toggle_target(point);
  held.to_move = kOther;
  held.ko = kNoKo;
  held.threats = {0, kUnlimited};
  held.tenukis = static_cast<std::uint8_t>(tenukis);
  return held;
}

}  // namespace goseki::tactics
