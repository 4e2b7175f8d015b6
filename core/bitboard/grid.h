// Grid: the geometry of a small board for sets of its points (`Bits`).
//
//     Grid<1>   boards of up to  64 points: all up to 8x8, 7x9, 5x12, 3x19, ...
//     Grid<2>   boards of up to 128 points: all up to 11x11, 9x14, 6x19, ...
//
// Rows follow each other without a gap, so a step to the left or right must not run over
// the edge into the next row. Two *edge masks* see to that:
//
//     . . . #      a step right starts from the points outside this column,
//     . . . #      a step left from those outside the opposite one
//
// The alternative, an empty guard column after each row, saves the masks but needs
// (columns + 1) * rows bits, so that 8x8 and 11x11 take a word more, and a second word costs
// a flood three times the time. On the same sets a flood with masks took 1.0 to 1.07 times
// as long as with the guard in one word, and 0.9 times in two; dilating took the same.
#pragma once

#include "bitboard/bits.h"
#include "board/point.h"
#include "board/symmetry.h"

namespace goseki {

template <int Words>
class Grid {
 public:
  using Set = Bits<Words>;

  static constexpr bool fits(Size size) { return size.points() <= Set::kCapacity; }

  // Precondition: fits(size).
  explicit constexpr Grid(Size size) : size_(size), board_(Set::first(size.points())) {
    not_left_ = not_right_ = board_;
    for (int row = 0; row < size.rows; ++row) {
      not_left_.erase(row * size.columns);
      not_right_.erase(row * size.columns + size.columns - 1);
    }
  }

  constexpr Size size() const { return size_; }
  constexpr const Set& board() const { return board_; }

  // The set and all points next to it.
  //     . . . .      . X . .
  //     . X . .  ->  X X X .
  //     . . . .      . X . .
  constexpr Set dilate(const Set& set) const { return (set | spread(set)) & board_; }

  // The points next to the set that are not in it. The empty ones among them are the liberties of
  // a block.
  constexpr Set border(const Set& set) const { return spread(set) & ~set & board_; }

  // All points next to a point of the set. Where two points of the set are neighbours, both are
  // in the answer.
  constexpr Set neighbors(const Set& set) const { return spread(set) & board_; }

  // The set one step to the left, to the right; what stands on that edge is lost.
  constexpr Set left(const Set& set) const { return (set & not_left_) >> 1; }
  constexpr Set right(const Set& set) const { return (set & not_right_) << 1; }
  // The set one step up, down.
  constexpr Set up(const Set& set) const { return set >> size_.columns; }
  constexpr Set down(const Set& set) const { return set << size_.columns & board_; }

  // Everything of `within` that a walk inside it reaches from `seed`. Points of the seed
  // that are not in `within` are not in the answer and do not lead into it.
  constexpr Set flood(const Set& seed, const Set& within) const {
    Set reached = seed & within;
    for (;;) {
      const Set next = grow(reached, within);
      if (next == reached) return reached;
      reached = next;
    }
  }
  // A step of a flood: what it has reached, with points of `within` around it. It goes along rows
  // first and from there along columns, so that a flood takes fewer steps round corners.
  // Precondition: reached is in `within`. It is inlined, since floods are most of what searches
  // with bitboards do.
  [[gnu::always_inline]] constexpr Set grow(const Set& reached, const Set& within) const {
    const Set row = reached | (right(reached) & within) | (left(reached) & within);
    return row | ((row << size_.columns | row >> size_.columns) & within);
  }
  // Whether a walk inside `within` leads from the seed to one of the goals. Most ways are short, so
  // it costs less than a flood.
  constexpr bool reaches(const Set& seed, const Set& within, const Set& goals) const {
    Set reached = seed & within;
    for (;;) {
      if (reached.meets(goals)) return true;
      const Set next = grow(reached, within);
      if (next == reached) return false;
      reached = next;
    }
  }

  // Takes the connected part with the lowest point out of a set, and returns it.
  // Precondition: rest.any().
  constexpr Set take_part(Set& rest) const {
    const Set part = flood(Set::of(rest.lowest()), rest);
    rest &= ~part;
    return part;
  }

  // The set as one of the eight symmetries (board/symmetry.h) lays it down; it then lies
  // on a board of transform(size(), symmetry).
  constexpr Set transform(const Set& set, int symmetry) const {
    Set result;
    for (int index : set) result.insert(goseki::transform(size_, symmetry, index));
    return result;
  }

 private:
  // The neighbours of the set's points, and perhaps points below the board.
  [[gnu::always_inline]] constexpr Set spread(const Set& set) const {
    return (set & not_right_) << 1 | (set & not_left_) >> 1 | set << size_.columns |
           set >> size_.columns;
  }

  Size size_;
  Set board_;
  Set not_left_;
  Set not_right_;
};

}  // namespace goseki
