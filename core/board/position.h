// Position: stones on a board, their blocks, and what a move does to them. It has no history,
// turn or ko: Board adds those.
//
// A block's liberties are kept as *pseudo-liberties*: an empty point counts once for
// every stone of the block next to it. The count is 0 exactly when the block has no
// liberty, and it changes by one per neighbour when a stone comes or goes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/color.h"
#include "board/point.h"
#include "board/zobrist.h"

namespace goseki {

class Position {
 public:
  explicit Position(Size size);

  Size size() const { return size_; }
  Color at(Point point) const { return color_[point]; }
  // XOR of the keys of all stones; the size is not in it.
  std::uint64_t hash() const { return hash_; }

  // The empty points of a row as bits, column 0 at bit 1; rows -1 and `rows` are walls.
  std::uint32_t empty_in_row(int row) const { return empty_rows_[row + 1]; }

  // The block of a stone, named by one of its stones. Precondition: a stone is there.
  Point block(Point stone) const { return block_[stone]; }
  int block_size(Point stone) const { return stones_[block_[stone]]; }
  int pseudo_liberties(Point stone) const { return pseudo_liberties_[block_[stone]]; }
  // The next stone of the same block, in a circle.
  Point next_in_block(Point stone) const { return next_[stone]; }

  template <typename Visit>
  void for_each_stone(Point stone, Visit visit) const {
    Point current = stone;
    do {
      const Point next = next_[current];
      visit(current);
      current = next;
    } while (current != stone);
  }

  bool has_empty_neighbor(Point point) const {
    for (Point n : neighbors(point)) {
      if (color_[n] == Color::kEmpty) return true;
    }
    return false;
  }

  // Whether all liberties of the block of `stone` are the one empty point `liberty`.
  // Precondition: `liberty` is empty and next to `stone`.
  bool is_last_liberty(Point stone, Point liberty) const {
    const Point head = block_[stone];
    int contacts = 0;
    for (Point n : neighbors(liberty)) {
      if (is_stone(color_[n]) && block_[n] == head) ++contacts;
    }
    return pseudo_liberties_[head] == contacts;
  }

  // What playing on an empty point would do.
  enum class Effect : std::uint8_t { kPlain, kCaptures, kSuicide };
  Effect effect(Point point, Color color) const;

  // XOR of the keys of the stones that playing would remove (own ones if it is suicide,
  // with the key of the new stone itself then).
  std::uint64_t removal_hash(Point point, Color color) const;

  // Puts a stone on an empty point, removes what loses its last liberty (the opponent's
  // blocks, or else the own one) and appends the removed points to `removed`.
  // Returns how many stones were removed; `removed.back() == point` only after suicide.
  int play(Point point, Color color, std::vector<Point>& removed);

  // Takes back the last play. `removed` are the stones it removed.
  void take_back(Point point, Color color, const Point* removed, int removed_count);

  // Replaces all stones by colours in index order. Returns a stone of a block without a
  // liberty (the position is then unusable), or kNoPoint if all is well.
  Point set_up(const Color* colors);

  // All points of the board in index order.
  template <typename Visit>
  void for_each_point(Visit visit) const {
    for (int row = 0; row < size_.rows; ++row) {
      const Point first = size_.point(0, row);
      for (int column = 0; column < size_.columns; ++column) {
        visit(static_cast<Point>(first + column));
      }
    }
  }

  friend bool operator==(const Position& a, const Position& b) {
    return a.size_ == b.size_ && a.color_ == b.color_;
  }

 private:
  void flip_empty(Point point) { empty_rows_[point / kStride] ^= 1U << (point % kStride); }
  void remove_block(Point stone, std::vector<Point>& removed);
  void merge(Point into, Point other);
  // Makes one block of all stones connected to `seed`, counting its pseudo-liberties.
  // Precondition: none of them belongs to a block (block_ is kNoPoint).
  void gather_block(Point seed);

  Size size_;
  std::uint64_t hash_ = 0;
  std::array<Color, kCells> color_;
  std::array<std::uint32_t, kMaxSide + 2> empty_rows_{};
  std::array<Point, kCells> block_{};
  std::array<Point, kCells> next_{};
  // Indexed by the block's name.
  std::array<std::uint16_t, kCells> pseudo_liberties_{};
  std::array<std::uint16_t, kCells> stones_{};
};

}  // namespace goseki
