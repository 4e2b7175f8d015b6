// Unconditional territory: what a player owns although he passes for the rest of the game.
//
// E. van der Werf, "AI techniques for the game of Go" (2004), section 5.1.2, for boards of up
// to 64 points where suicide is illegal. In three steps, for one player, the *defender*; the
// other one is the *invader*:
//
//   1. By Benson's theorem (life/benson.h) the defender's unconditionally alive stones and their
//      vital regions are his.
//   2. The living stones cut the rest of the board into regions. In each, the *eyespace* is
//      where the invader could still get an eye: the points without an invader's stone, except
//        - those next to a living stone, which nobody can ever enclose;
//        - the *false* ones: with two living stones on their diagonals, at the edge one. Such
//          a point joins two parts of the region, so that neither has it as an eye for good.
//          Unless the parts are joined round the other side: a region that runs round living
//          stones (Euler number below one) has no false points;
//        - the empty points beside a single stone of the defender that stands on a false point.
//   3. The region, with all stones in it, is the defender's if its eyespace has room for one
//      eye only:
//        - it has at most one point, or two that are neighbours;
//        - it has one stone of the defender, and all of it is next to that stone;
//        - it has two that are neighbours, all of it is next to them, and their liberties
//          leave no room for a seki (the invader with one eye round them):
//
//          . . . . .     . a . . .     . a b . .     . a b . .      liberties in the eyespace:
//          . X X a .     b X X c .     c X X . .     c X X d .      up to 3: no seki
//          . . b . .     . . d . .     . d . . .     . e f . .      4: seki only as in the second
//                                                                   5: seki if two or more have
//                                                                   no neighbour among them
//                                                                   6: seki possible
//          If a seki is possible, the two stones alone are the defender's.
//      In all other cases nothing is claimed.
//
// Two points where this is not the thesis to the letter:
//   - Which false points of a looping region become true? Here all of them, which is safe.
//   - The thesis lets a point next to a living stone be eyespace. That claims less, and its
//     claims do not last. White, whom Black never answers, plays C4 and makes Black's E4
//     alive, with eyes at D4 and E5. Until then E4 stood alone on a false point and took E3
//     from the eyespace; now E3 counts and the claim to the lower right is gone:
//
//          . X X X .      # # # # #              . X X X .      # # # # #
//          X X . . X      # # # # #              X X O . X      # # # # #
//          . X X X .      # # # # #   after C4   . X X X .      # # # # -
//          X X . . .      # # # # #              X X . . .      # # - - -
//          X . . X .      # # # # #              X . . X .      # - - - -
//
// What makes the area a bound of the score is that it is *closed*: no move of the invader, the
// defender passing, takes a point from it. The invader loses no stone that way, so his moves
// come to an end, and the area is counted for the defender. (An earlier position of the game
// that he reaches in this way had the same area already, so repetition gains him nothing.)
// Closure was checked for every move in every legal position of 2x5, 3x3, 3x4, 3x5 and 4x4,
// and in millions of random positions each on 4x6, 5x5, 5x6, 6x6, 7x7 and 8x8.
//
// It is a rule of counting, not of play: a block with one eye is the defender's however large it
// is, although taking it off leaves a hole in which the invader moves first and may live. What
// must hold in play is in core/safety. In small regions it mostly does: in random positions on
// 3x4, 4x4, 4x5 and 5x5, a million white blocks in claimed regions of up to nine points, a search
// with simple ko found that Black, answering White inside the region, can capture every one. And
// of the 63 ways to leave liberties to two stones, those that are claimed are exactly those in
// which the white block around them can be captured.
//
// Nothing is allocated. In the first half of a game on 5x5 one flood fill decides most positions:
// a region with an empty point that touches no stone of the colour is vital to none of its blocks.
#pragma once

#include "bitboard/bits.h"
#include "bitboard/grid.h"

namespace goseki {

// What one colour owns.
struct UnconditionalSide {
  Bits<1> alive;  // its unconditionally alive stones
  Bits<1> area;   // those, their vital regions, and its territory, invaders included
};

// What both own: [0] Black, [1] White. The areas have no point in common.
struct Unconditional {
  Bits<1> alive[2];
  Bits<1> area[2];
};

// Black's lead on the board, without komi, lies between these.
struct ScoreBounds {
  int lower;
  int upper;
};

// Precondition of all: `own` and `other`, or `black` and `white`, have no point in common, lie
// on the board, and every block has a liberty.
UnconditionalSide unconditional_side(const Grid<1>& grid, Bits<1> own, Bits<1> other);
Bits<1> unconditional_area(const Grid<1>& grid, Bits<1> own, Bits<1> other);
Unconditional unconditional(const Grid<1>& grid, Bits<1> black, Bits<1> white);

// How the game can end if both players do at least as well as by passing: if Black owns b and White
// w of n points, between 2b - n and n - 2w.
ScoreBounds score_bounds(const Grid<1>& grid, const Unconditional& owned);

// Black's lead, without komi, when the game ends here. Unconditional areas go to their owners.
// Of the other stones, blocks with one liberty are taken off, all at once, if
// `remove_one_liberty_blocks` (a capture may be forbidden under superko, so not there); the
// rest count. Every empty point goes to the colour of the strictly nearest stone.
int terminal_score(const Grid<1>& grid, Bits<1> black, Bits<1> white,
                   bool remove_one_liberty_blocks);

}  // namespace goseki
