// Landscape: a board as one colour sees it, for proofs of its safety.
//
// The colour whose safety is to be proved is the *defender*, the other the *attacker*. The
// defender's blocks and regions are those of life/regions.h, here as sets of points, because
// rules of safety speak of sets: liberties common to two blocks, points next to no safe stone.
//
// Rules that choose between equals take the first, and searches have limits. So that mirrored
// and turned boards and boards with the colours swapped get the same answers all the same, the
// landscape lies in a *normal position*: of the symmetries of the board the one that makes the
// list of its points (own, other, empty) the least. Points of sets are indices there;
// `board_index` leads back.
#pragma once

#include <vector>

#include "bitboard/bits.h"
#include "bitboard/grid.h"
#include "board/position.h"

namespace goseki {

// Every board fits: 19x19 has 361 points.
using BoardGrid = Grid<6>;
using BoardSet = BoardGrid::Set;

struct Landscape {
  Landscape(const Position& position, Color defender);

  // A set of indices of the landscape as a set of the board's, and the other way round.
  BoardSet to_board(const BoardSet& set) const;
  BoardSet from_board(const BoardSet& set) const;

  // Whether some blocks together touch every point of a region, also those with attackers on
  // them: then the region is *full* for them (static_solver.h).
  bool is_full(int region, const std::vector<int>& for_blocks) const;

  int blocks() const { return static_cast<int>(stones.size()); }
  int regions() const { return static_cast<int>(points.size()); }

  BoardGrid grid;
  std::vector<int> board_index;  // by index
  // Where the other symmetries that lead to the normal position would have put a point, by
  // symmetry and index. Not empty only if the position is symmetric.
  std::vector<std::vector<int>> twins;
  BoardSet own;    // the defender's stones
  BoardSet other;  // the attacker's
  BoardSet empty;

  // By block.
  std::vector<BoardSet> stones;
  std::vector<BoardSet> touches;  // the points next to it, empty or with attackers
  std::vector<BoardSet> liberties;
  std::vector<std::vector<int>> regions_of;  // the regions it touches

  // By region.
  std::vector<BoardSet> points;
  std::vector<std::vector<int>> blocks_of;  // the blocks that touch it

 private:
  void lay_down(Size size, const std::vector<int>& kinds);
};

}  // namespace goseki
