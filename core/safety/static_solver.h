// Static safety: what the defender keeps if he answers every attack, found without search.
//
// X. Niu, "Recognizing Safe Territories and Stones in Computer Go" (2004), chapter 3, after
// M. Müller, "Playing it safe" (1997); several rules are here more general than there. The
// attacker moves first everywhere, may take back kos at once and may pass; suicide is illegal.
//
// What a proof is made of:
//
//   pair     Two empty points p, q. If the attacker takes one, the defender takes the other;
//            he never plays there otherwise. No point is in two pairs.
//   link     A pair of which both points are liberties of both chains: it joins them.
//   chain    Blocks held together by links: at first every block is one.
//   eye      A region that always keeps an empty point next to a chain:
//            *full*      all its points are next to the chain, those with attackers on them
//                        too, or
//            *healthy*   all its empty points are; and it is full for another chain, which
//                        any stone of the defender's there joins to this one, or no pair is
//                        ever placed in it, or
//            *guarded*   one chain is all round it, and each point not next to the chain has
//                        a pair of its own among the chain's liberties next to it, or
//            *sure*      it is small or a corridor, and a search (region_search.h) of all that
//                        can happen in it finds an answer to every attack after which all
//                        chains around have a liberty in it.
//            The attacker cannot fill it, for his last stone would be suicide; when the
//            defender fills the last empty point, in answer, he captures. What he captures
//            leaves a hole, and the attacker moves first in it: where there are answers the
//            points under attackers' stones count as well. A sure eye has its answers to
//            itself: no pair is placed in it.
//   2-vital  A region with two *intersection points*, empty, next to all blocks that touch the
//            region, and each parting it: they are a pair, and the rest is next to the blocks
//            or guarded.
//
// A set of chains is safe if each has two eyes, and all blocks that touch these eyes are in
// the set (compare life/benson.h). Why no block of it is ever captured: a block that is not
// yet joined to all of its chain has two liberties at an unbroken link; a whole chain has a
// liberty in each of its two eyes. So after the attacker's move every block has a liberty,
// after the answer two. Blocks with a link to safe blocks are safe, too.
//
// Territory: a region with safe stones all round it (but for blocks that touch no other
// region) belongs to the defender if it is an eye, but not one healthy for all, or 2-vital; or
// if nobody needs it and the attacker cannot get two eyes in it, not even after his stones were
// taken off: at most one point, or two neighbours, are left of it after taking away what is next
// to a safe stone, what a pair keeps in touch with safe stones, and false points
// (life/eye_room.h).
//
// Benson's theorem is the special case without pairs.
#pragma once

#include "safety/safety.h"
#include "stop_watch.h"

namespace goseki {

// Benson's theorem alone.
void prove_benson(Safety& safety, StopWatch& watch);

// Benson's theorem and all static rules. May be called again when more blocks have become safe.
// If the watch ends it early there is only Benson's theorem, and what was known before.
void prove_static(Safety& safety, StopWatch& watch);

}  // namespace goseki
