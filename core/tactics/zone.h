// Zones: the points that a verdict rests on, stones included.
//
// A situation p is won by the *winner* W, whichever role he has, with a zone Z if W wins every
// situation that is like p on Z and has anything elsewhere (the same turn, ban and threats; every
// block has a liberty). So if the loser L loses after a pass, with zone Z, he loses after every
// move outside Z as well: his moves there need no search. (After the relevance zones of Thomsen
// 2000 and of Shih et al. 2022, with what it takes to make them exact in Go.)
//
// W's strategy for p is played in p' by taking what L does outside the zone for a pass. For this to
// go well these must hold (`before_move`, `close`):
//
//   W plays m. m is in Z, and so is what makes it legal: a liberty of its block and the stones
//   that lead there, or a block that it takes. What it takes of the zone after the move is in Z
//   with all points around it: so it is a whole block in p' too, and is taken there. It takes none
//   of L's stones in Z in p' that it does not take in p: either all of them are in Z as whole
//   blocks, each with a liberty other than m; or all points around m are in Z, and around what it
//   takes, and those of L's blocks that are next to m are in Z like that.
//
//   L is to move. W's stones in Z are there as whole blocks. A block has two liberties in Z: then
//   no play takes it in p' that does not in p; or, if it has but one, that one and all points
//   around it: then L takes it in p' if and only if he does so in p. A play in Z that is suicide in
//   p is so in p': the points around it are in Z, and those around L's blocks beside it. Where L
//   takes a single stone and W may take back at once, the points around that play are in Z, so that
//   no ban arises in p' alone.
//
//   A ban that W's move lays on L is the same in p', as all points around the stone that took are
//   in Z if the banned point is. A ban on W may be missing in p', which does no harm.
//
// Every move of L's in Z, and his pass, then leads to situations that W wins, with zones that are
// within Z. If W is the prover he is nearer to his goal by a move each time. If W is the other
// side, he answers a pass by a pass, which leads back to the same situation unless a ban has
// lapsed: so a pass of the prover needs a search only then.
//
// *Guarded* blocks are another way to keep W's blocks, which asks for few points of the zone. Let
// t, the *tenukis* of p, be how often L can play outside the zones, or pass, before W has won, at
// most. A block in Z with t + 1 liberties outside Z is not taken before it is too late: each of
// L's plays elsewhere takes one of them, and t is less by one after it; his plays in Z take none;
// and zones only shrink as the play goes on, so that what is outside stays outside. The zone of
// such a win holds in each p' where the guarded blocks have as many liberties outside Z as that.
// After a play in Z they may be fewer than a later win asks for (a zone was smaller there, or W's
// own play joined the block): then the liberties it had are put into the zone, so that they are
// the same in p'. Where play may go on for ever t counts what L can do in all of it: it is
// without limit if a way round has a pass of L's on it, and W's wins by endless play guard nothing.
//
// L's own blocks beside W's move m may be kept in the same way, instead of by a liberty in Z: they
// have t + 1 liberties outside Z, of which L himself takes one at a time at most. Where W wins by
// endless play L has all the time to fill his own liberties, however foolish that is. There an
// *estate* helps: a region R of empty points outside Z, next to L's stones only. While a point of R
// is empty, every block beside R has a liberty in it (L's stones in R hang together with those
// blocks, and W does not play there), so W's moves take none of them. L's plays in R are plays
// elsewhere, but for the one that fills it: where the win rests on R, it is to be shown that W
// also wins if L fills all of R at once, on his turn; or that L may not, all points around the
// block that would be being in Z. The blocks that R saves are in Z. Two estates have no point in
// common.
//
// In a window (situation.h) a zone must not meet the outside: then all that the above speaks of is
// inside, and the win holds on the larger board. W's stones in Z need not be there as whole blocks,
// but as parts that hang together inside and have those liberties inside. A zone that cannot be had
// so is *spoilt*: it is given all of the outside.
#pragma once

#include <algorithm>

#include "tactics/situation.h"

namespace goseki::tactics {

// What a win rests on.
template <int Words>
struct Grounds {
  Bits<Words> zone;
  Bits<Words> guarded;  // stones, all in the zone
  Bits<Words> estates;  // of the loser's; only if the tenukis are without limit
  int tenukis = 0;      // of the loser's until the winner has won, at most
};
constexpr int kEndless = 255;  // tenukis without limit

template <int Words>
class Zones {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;

  explicit Zones(const Arena<Words>& arena) : arena_(&arena) {}

  // The grounds of a win by a play of the side to move, from those of the win after it.
  // `needed` is what the play must have taken for a win at once. If they need not be `exact`,
  // stones of the loser's are left out of account: they bring in points all around them.
  Grounds<Words> before_move(const Now& now, int move, const Set& taken,
                             const Grounds<Words>& after, const Set& needed, bool exact) const {
    const auto& grid = arena_->grid();
    const Set empty = arena_->empty(now);
    Grounds<Words> before = after;
    Set& zone = before.zone;
    zone.insert(move);
    bool legal = (arena_->near(move) & empty & zone).any();
    const auto keep_taken = [&](const Set& block) {
      zone |= grid.dilate(block);
      legal = true;
    };
    for (Set rest = taken; rest.any();) {
      const Set block = grid.take_part(rest);
      if (block.meets(after.zone | needed)) keep_taken(block);
    }
    Set own = now.own();
    own.insert(move);
    if (!legal) {
      const Set block = arena_->part_of(move, own);
      const Set liberties = arena_->sure_liberties(block, empty);
      if (liberties.any() || block.meets(arena_->firm())) {
        zone |= block;
        if (!liberties.meets(zone) && !block.meets(arena_->firm())) {
          zone.insert(liberties.lowest());
        }
      } else if (taken.any()) {
        Set rest = taken;
        keep_taken(grid.take_part(rest));
      } else {
        zone |= arena_->outside();
      }
    }
    // A ban that it lays on the loser is the same only if it takes just that stone.
    const bool bans = taken.count() == 1 && (arena_->near(move) & ~now.others()).none();
    if (bans && taken.meets(zone)) zone |= arena_->near(move);
    if (exact) {
      // Of two ways to see that the move takes nothing else, the one that has fewer empty points.
      Grounds<Words> beside = before;
      beside.zone |= arena_->near(move);
      if (taken.any()) beside.zone |= grid.dilate(taken);
      keep_others(now, taken, empty, now.others(), move, before);
      keep_others(now, taken, empty, arena_->near(move), move, beside);
      const bool is_better =
          !beside.zone.meets(arena_->outside()) &&
          (zone.meets(arena_->outside()) || (beside.zone & empty).count() < (zone & empty).count());
      if (is_better) before = beside;
    }
    zone.insert(move);
    keep_guarded(now, move, taken, after, before);
    keep_estates(empty, now.others(), before);
    return before;
  }

  static constexpr int kNeverSafe = 1000;

  // What a zone needs besides while the loser is to move. Blocks with `safe` liberties are taken
  // for safe, if it need not be exact. `guarded` blocks of the grounds are those of wins after his
  // moves; they become those of this win.
  void close(const Now& now, Grounds<Words>& grounds, int safe) const {
    const auto& grid = arena_->grid();
    const Set& winners = now.others();
    const Set& losers = now.own();
    const Set empty = arena_->empty(now);
    const Set guarded_after = grounds.guarded;
    Set& zone = grounds.zone;
    grounds.guarded = {};
    Set closed;  // blocks of the winner's that were looked at, and are not guarded
    Set looked;  // empty points that were looked at
    for (;;) {
      const Set before = zone;
      if (zone.meets(arena_->outside())) return;
      keep_estates(empty, losers, grounds);
      grounds.guarded = {};  // fewer liberties may be outside the zone now
      for (Set rest = guarded_after & losers; rest.any();) {
        const Set block = arena_->part_of(rest.lowest(), losers);
        rest &= ~block;
        const Set liberties = arena_->sure_liberties(block, empty);
        if (is_guarded(liberties, grounds)) {
          grounds.guarded |= block;
        } else {
          zone |= liberties;
        }
      }
      for (Set rest = zone & winners & ~closed; rest.any();) {
        const Set block = arena_->part_of(rest.lowest(), winners);
        rest &= ~block;
        zone |= block;
        if (!block.meets(arena_->firm())) {
          keep_block(now, block, empty, block.meets(guarded_after), safe, grounds);
        }
        if (!block.meets(grounds.guarded)) closed |= block;
      }
      Set fresh = zone & empty & ~looked;
      looked |= fresh;
      // Only where no empty point is beside it can a play be suicide.
      fresh &= ~grid.neighbors(empty);
      for (int point : fresh) {
        if (arena_->captures(now, point, empty).any()) continue;
        if (!arena_->is_suicide(now, point, empty)) continue;
        zone |= arena_->near(point);
        const Set beside = arena_->near(point) & losers;
        if (beside.any()) zone |= grid.border(grid.flood(beside, losers));
      }
      if (zone == before) return;
    }
  }

 private:
  bool is_guarded(const Set& liberties, const Grounds<Words>& grounds) const {
    return grounds.tenukis < kEndless && (liberties & ~grounds.zone).count() > grounds.tenukis;
  }

  // Sees to it that the blocks of the loser's that have a stone of `which` in the zone have a
  // liberty other than the move: in the zone, or by being guarded, or in an estate.
  void keep_others(const Now& now, const Set& taken, const Set& empty, const Set& which, int move,
                   Grounds<Words>& grounds) const {
    Set& zone = grounds.zone;
    for (Set rest = zone & now.others() & which & ~taken; rest.any();) {
      if (zone.meets(arena_->outside())) return;
      const Set block = arena_->part_of(rest.lowest(), now.others());
      rest &= ~block;
      if (block.meets(arena_->firm())) {
        zone |= block;
        continue;
      }
      Set liberties = arena_->sure_liberties(block, empty);
      liberties.erase(move);
      if (liberties.meets(zone)) {
        zone |= block;
      } else if (is_guarded(liberties, grounds)) {
        zone |= block;
        grounds.guarded |= block;
      } else if (const Set estate = estate_of(liberties, empty, now.others(), grounds);
                 estate.any()) {
        zone |= block;
        grounds.estates |= estate;
      } else if (liberties.any()) {
        zone |= block;
        zone.insert(liberties.lowest());
      } else {
        zone |= arena_->outside();
      }
    }
  }

  // A region that has one of these liberties and may be an estate.
  Set estate_of(const Set& liberties, const Set& empty, const Set& losers,
                const Grounds<Words>& grounds) const {
    if (grounds.tenukis < kEndless) return {};
    const auto& grid = arena_->grid();
    Set largest;
    for (Set rest = liberties & ~grounds.zone; rest.any();) {
      const Set region = grid.flood(Set::of(rest.lowest()), empty);
      rest &= ~region;
      if (region.meets(arena_->outside()) || region.meets(grounds.zone)) continue;
      if (!grid.border(region).is_subset_of(losers)) continue;
      if (region.count() > largest.count()) largest = region;
    }
    return largest;
  }

  // What is no estate any more, since the zone has some of it or somebody else is beside it,
  // becomes part of the zone.
  void keep_estates(const Set& empty, const Set& losers, Grounds<Words>& grounds) const {
    const auto& grid = arena_->grid();
    for (bool changed = grounds.estates.any(); changed;) {
      changed = false;
      for (Set rest = grounds.estates; rest.any();) {
        const Set region = grid.take_part(rest);
        if (region.is_subset_of(empty & ~grounds.zone) &&
            grid.border(region).is_subset_of(losers)) {
          continue;
        }
        grounds.estates &= ~region;
        grounds.zone |= region;
        changed = true;
      }
    }
  }

  void keep_block(const Now& now, const Set& block, const Set& empty, bool was_guarded, int safe,
                  Grounds<Words>& grounds) const {
    const auto& grid = arena_->grid();
    Set& zone = grounds.zone;
    const Set liberties = arena_->sure_liberties(block, empty);
    const int have = (liberties & zone).count();
    if (have >= 2 && !was_guarded) return;
    const int count = liberties.count();
    if (count >= safe) return;
    if (is_guarded(liberties, grounds)) {
      grounds.guarded |= block;
      return;
    }
    if (count < 2) {
      zone |= grid.border(block);
      return;
    }
    if (was_guarded) {
      zone |= liberties;
      return;
    }
    // Those first where the loser has no room: fewer of his moves are to be looked at then.
    int missing = 2 - have;
    const Set others = liberties & ~zone;
    const Set tight = others & ~grid.neighbors(empty) & ~grid.neighbors(now.own());
    for (const Set& some : {tight, others & ~tight}) {
      for (int liberty : some) {
        if (missing-- <= 0) return;
        zone.insert(liberty);
      }
    }
  }

  // Of the blocks that are guarded after a move, what is guarded before it; of the others the
  // liberties become part of the zone, and what the move takes there. `before` has those of the
  // loser's that are guarded anew.
  void keep_guarded(const Now& now, int move, const Set& taken, const Grounds<Words>& after,
                    Grounds<Words>& before) const {
    const Set guarded = before.guarded;
    if (guarded.none()) return;
    const auto& grid = arena_->grid();
    const Set empty = arena_->empty(now);
    Set own = now.own();
    own.insert(move);
    Set& zone = before.zone;
    for (bool changed = true; changed;) {
      changed = false;
      before.guarded = {};
      const auto need = [&](const Set& points) {
        if (points.is_subset_of(zone)) return;
        zone |= points;
        changed = true;
      };
      for (Set rest = guarded & own; rest.any();) {
        const Set block = arena_->part_of(rest.lowest(), own);
        rest &= ~block;
        Set stones = block;
        stones.erase(move);
        bool kept = false;
        while (stones.any() && !kept) {
          const Set part = grid.take_part(stones);
          kept = is_guarded(arena_->sure_liberties(part, empty), before);
          if (kept) before.guarded |= part;
        }
        if (kept) continue;
        Set needed = arena_->sure_liberties(block, empty);
        needed.erase(move);
        if ((needed & ~after.zone).count() <= after.tenukis) {
          for (Set gone = taken; gone.any();) needed |= grid.dilate(grid.take_part(gone));
        }
        need(needed);
      }
      for (Set rest = guarded & now.others(); rest.any();) {
        const Set block = arena_->part_of(rest.lowest(), now.others());
        rest &= ~block;
        Set liberties = arena_->sure_liberties(block, empty);
        liberties.erase(move);
        if (is_guarded(liberties, before)) {
          before.guarded |= block;
        } else if (block.meets(after.guarded)) {
          need(liberties);
        } else if (!liberties.meets(zone)) {
          need(Set::of(liberties.lowest()));
        }
      }
    }
  }

  const Arena<Words>* arena_;
};

}  // namespace goseki::tactics
