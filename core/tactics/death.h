// Which targets are dead at sight: shut in with room for one eye at most.
//
// Without this every way to fill up the last liberties of a dead block would have to be played out.
//
// The defender D owns the target, which is all in one block b, and the attacker A wants to take it.
// Let S be blocks of A's that D cannot take in time, and R what can be reached from b without a
// step on S: stones of D's, none of them firm, empty points, other stones of A's. A point of R is
// *outer* if it is next to S. Let M, the *middle*, be the points of R that are neither outer nor
// in b.
//
//   If M has no more than two points, and two are next to each other, then b is captured, whoever
//   is to move, and although D takes back every ko at once and A has no threats.
//
// A plays on outer points as long as there are empty ones, first on liberties of b. Such a play is
// legal, since it is next to S; the stone belongs to S from then on, and what it leaves of R has
// the same M or less. Other blocks of D's that it takes leave a hole that A's stones are all
// around, of S and of M. When no outer point is empty, all liberties of b are in M:
//
//   - If b has one liberty A plays there and takes b.
//   - If it has two, p and q, A plays p. If D does not take that stone, A takes b by playing q. D
//     takes it only by playing q, which joins b; then b has one liberty, p. No ban is on p, since
//     the stone that took does not stand alone.
//
// A stone of A's that was in M from the start may be taken by a stone that stands alone. Then p is
// banned for one move, in which D cannot do anything in R but fill p, which would be suicide.
//
// Each of A's plays on an outer point makes S larger for good, so this comes to an end. If A has no
// stones in M, holes are cut off from b. Let b have l liberties, and R e empty points, and let D be
// to move. If he never plays in R he has lost after l tenukis. If he plays there k times and makes
// m tenukis, the two fill 2k + m points, one perhaps twice: m <= e + 1 - 2k. So there are at most
// max(l, e - 1) tenukis, and one less if A is to move. Otherwise A makes a play on every point of R
// outside b at the most, one perhaps twice, and may have to pass once.
//
// S are firm blocks, and those that have more liberties outside R than there are tenukis: they are
// guarded (zone.h). The zone is R with the parts of S beside it. It holds what the argument speaks
// of, so that the win holds whatever stands elsewhere.
#pragma once

#include <algorithm>
#include <optional>

#include "tactics/zone.h"

namespace goseki::tactics {

template <int Words>
class Death {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;

  struct Sight {
    Grounds<Words> grounds;
    int move = kPass;  // the attacker's, if he is to move
  };

  explicit Death(const Arena<Words>& arena) : arena_(&arena) {}

  // What shows that the target, all in this block of `owner`'s, is captured. Nothing if that cannot
  // be seen.
  std::optional<Sight> see(const Now& now, Side owner, const Set& block) const {
    const auto& grid = arena_->grid();
    const Set attackers = now.stones[opponent(owner)] & ~arena_->outside();
    const bool attackers_turn = now.to_move != owner;
    if (attackers_turn && now.ko != kNoKo) return std::nullopt;
    if (block.meets(arena_->lasting())) return std::nullopt;
    const Set empty = arena_->empty(now);
    Set others = attackers;  // than those that may be taken
    for (;;) {
      const Set open = grid.board() & ~others;
      const Set next_to_others = grid.neighbors(others);
      const Set inner = open & ~next_to_others & ~block;
      Set region = block;
      for (Set before; region != before;) {
        before = region;
        region = grid.grow(region, open);
        // Most targets have more room than that, which shows soon.
        if ((region & inner).count() > 2) return std::nullopt;
      }
      if (region.meets(arena_->lasting())) return std::nullopt;  // b may join what stays
      const Set rest = region & ~block;
      const Set outer = rest & next_to_others;
      const Set middle = rest & ~outer;
      if (middle.count() == 2 && !arena_->near(middle.lowest()).meets(middle)) {
        return std::nullopt;
      }
      Sight sight;
      Grounds<Words>& grounds = sight.grounds;
      const Set room = region & empty;
      const Set liberties = arena_->liberties(block, empty);
      if (middle.meets(now.stones[opponent(owner)])) {
        grounds.tenukis = rest.count() + 2;
      } else {
        grounds.tenukis = std::max(liberties.count(), room.count() - 1);
      }
      if (attackers_turn && grounds.tenukis > 0) --grounds.tenukis;
      grounds.zone = region;
      Set weak;
      for (Set walls = grid.neighbors(region) & others; walls.any();) {
        const Set part = arena_->part_of(walls.lowest(), attackers);
        walls &= ~part;
        grounds.zone |= part;
        if (part.meets(arena_->firm())) continue;
        grounds.guarded |= part;
        const int spare = (arena_->sure_liberties(part, empty) & ~region).count();
        if (spare <= grounds.tenukis) weak |= part;
      }
      if (weak.any()) {
        others &= ~weak;
        continue;
      }
      if (attackers_turn) sight.move = play(liberties, outer & empty, room & middle);
      return sight;
    }
  }

 private:
  static int play(const Set& liberties, const Set& outer, const Set& middle) {
    if ((outer & liberties).any()) return (outer & liberties).lowest();
    if (outer.any()) return outer.lowest();
    return (middle & liberties).lowest();
  }

  const Arena<Words>* arena_;
};

}  // namespace goseki::tactics
