// Relevance zones: the empty points that a verdict rests on.
//
// A side that wins also wins with stones of the loser added anywhere outside the zone of the win,
// as long as every block still has a liberty. So if the loser loses after a pass, he loses after
// every move outside that zone which captures nothing: such a move is a pass that leaves a stone
// behind (after the relevance zones of Shih et al. 2021). What puts a point into the zone:
//
//   - the winner plays there, or it is the liberty that makes his move legal;
//   - it is one liberty of each of the loser's blocks that are next to that move, or that added
//     stones could bring there: without a liberty the block would be captured, and the loser could
//     play where it was;
//   - of each of the winner's blocks that can be captured, two liberties whenever the loser is to
//     move (its only one, if it has one): then no added stones make a capture of a move that was
//     none. A block of the loser's that the winner captures has one liberty, which is the
//     winner's move, so that no stone can be added to it;
//   - the loser captures there: that move leaves more than a stone behind.
//
// The search adds what its rules ask for: unconditional territory needs no point of a zone, since
// no move of the loser takes a point from it; the end of a game by passes, and a repetition, need
// all points.
//
// Each step of the winner leads to a win in fewer plies, with or without added stones, so no
// situation comes back on his way.
#pragma once

#include "bitboard/grid.h"

namespace goseki {

// The last liberties of blocks that have one.
template <int Words>
Bits<Words> last_liberties(const Grid<Words>& grid, Bits<Words> stones, const Bits<Words>& empty) {
  Bits<Words> last;
  while (stones.any()) {
    const Bits<Words> liberties = grid.border(grid.take_part(stones)) & empty;
    if (liberties.count() == 1) last |= liberties;
  }
  return last;
}

// Two liberties of each block of these stones, or the only one, those in the zone first.
template <int Words>
Bits<Words> two_liberties_each(const Grid<Words>& grid, Bits<Words> stones, const Bits<Words>& zone,
                               const Bits<Words>& empty) {
  Bits<Words> kept;
  while (stones.any()) {
    const Bits<Words> liberties = grid.border(grid.take_part(stones)) & empty;
    const Bits<Words> known = liberties & (zone | kept);
    int missing = 2 - known.count();
    for (int liberty : liberties & ~known) {
      if (missing-- <= 0) break;
      kept.insert(liberty);
    }
  }
  return kept;
}

// The zone of a win by this move of the winner, from the zone of the win after it. `winner` and
// `loser` are the stones after the move, `empty` are the empty points before it.
template <int Words>
Bits<Words> zone_before(const Grid<Words>& grid, int move, const Bits<Words>& winner,
                        const Bits<Words>& loser, const Bits<Words>& empty, Bits<Words> zone) {
  using Set = Bits<Words>;
  const Set empty_after = grid.board() & ~(winner | loser);
  // The points that it empties are sure to be liberties, too: nothing can be added there.
  const Set sure = empty_after & ~empty;
  const auto keep_liberty = [&](const Set& block) {
    const Set liberties = grid.border(block) & empty_after;
    if (!liberties.meets(zone | sure)) zone.insert(liberties.lowest());
  };
  zone.insert(move);
  keep_liberty(grid.flood(Set::of(move), winner));
  const Set reach = loser | (empty & ~zone);
  for (Set spared = grid.flood(grid.border(Set::of(move)), reach) & loser; spared.any();) {
    keep_liberty(grid.take_part(spared));
  }
  return zone & empty;
}

}  // namespace goseki
