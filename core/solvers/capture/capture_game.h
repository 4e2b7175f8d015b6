// The capture game (Ponnuki-Go, Atari-Go) on boards of up to 36 points.
//
// Players put stones down in turn, suicide is illegal, and nobody passes. The first to capture
// one or more stones has won. A side without a legal move has lost.
//
// Stones never leave the board while the game goes on, which makes two things simple:
//
// * A block is known by its liberties alone: a stone on p joins the own blocks that have p
//   as a liberty and takes p from the others. No flood is needed.
// * A stone adds a constant to the numbers of a position in base 3 (search/base3_keys.h). Below
//   3^36 < 2^58 such a number itself is the key of a table.
#pragma once

#include <array>
#include <cstdint>

#include "bitboard/grid.h"
#include "search/base3_keys.h"

namespace goseki::capture {

using Points = Bits<1>;

inline constexpr int kMaxCapturePoints = 36;
inline constexpr int kNoMove = -1;

// What all positions of a board have in common.
class Geometry {
 public:
  // Precondition: size.points() <= kMaxCapturePoints.
  explicit Geometry(Size size);

  Size size() const { return grid_.size(); }
  const Grid<1>& grid() const { return grid_; }
  Points board() const { return grid_.board(); }
  Points neighbors(int point) const { return neighbors_[point]; }
  const Base3Digits& digits() const { return digits_; }

  // How many pairs of these points are neighbours.
  int pairs(Points points) const;

 private:
  Grid<1> grid_;
  Base3Digits digits_;
  Points not_left_;
  std::array<Points, kMaxCapturePoints> neighbors_{};
};

// A block of stones. Its liberties are all that matters.
struct Block {
  Points liberties;
  int count = 0;  // of liberties
};

// The blocks of one side.
class Side {
 public:
  Side() = default;
  Side(const Side& other) { *this = other; }
  // Copies the blocks in use only: this is the inner loop.
  Side& operator=(const Side& other) {
    stones = other.stones;
    codes = other.codes;
    count_ = other.count_;
    for (int i = 0; i < count_; ++i) blocks_[i] = other.blocks_[i];
    return *this;
  }

  const Block* begin() const { return blocks_.data(); }
  const Block* end() const { return blocks_.data() + count_; }
  bool empty() const { return count_ == 0; }

  // The liberties of all blocks that have so many of them.
  Points liberties_of_blocks_with(int count) const {
    Points liberties;
    for (const Block& block : *this) {
      if (block.count == count) liberties |= block.liberties;
    }
    return liberties;
  }
  Points atari_liberties() const { return liberties_of_blocks_with(1); }
  int fewest_liberties() const {
    int fewest = kMaxCapturePoints;
    for (const Block& block : *this) fewest = block.count < fewest ? block.count : fewest;
    return fewest;
  }
  int most_liberties() const {
    int most = 0;
    for (const Block& block : *this) most = block.count > most ? block.count : most;
    return most;
  }
  // The liberties of the block that a stone on `point` would be part of.
  Points liberties_after(const Geometry& geometry, Points empty, int point) const {
    Points liberties = geometry.neighbors(point) & empty;
    for (const Block& block : *this) {
      if (block.liberties.contains(point)) liberties |= block.liberties;
    }
    liberties.erase(point);
    return liberties;
  }
  void add_stone(const Geometry& geometry, Points empty, int point);
  void lose_liberty(int point) {
    for (int i = 0; i < count_; ++i) {
      if (!blocks_[i].liberties.contains(point)) continue;
      blocks_[i].liberties.erase(point);
      --blocks_[i].count;
    }
  }
  void set_up(const Geometry& geometry, Points own, Points empty);

  Points stones;
  // The sum of the digits of the stones, for each symmetry.
  std::array<std::uint64_t, kSymmetries> codes{};

 private:
  int count_ = 0;
  std::array<Block, kMaxCapturePoints> blocks_;
};

// Stones on the board and whose turn it is.
struct Position {
  Side mover;
  Side other;

  Points empty(const Geometry& geometry) const {
    return geometry.board() & ~(mover.stones | other.stones);
  }

  // The position after the mover's stone on `point`, in which the other side is to move.
  // Precondition: the point is empty, and the move is legal and captures nothing.
  void play(const Geometry& geometry, int point, Position& next) const {
    const Points rest = empty(geometry);
    next.mover = other;
    next.mover.lose_liberty(point);
    next.other = mover;
    next.other.add_stone(geometry, rest, point);
  }

  // Whether the mover captures there. Precondition of these: the point is empty.
  bool captures(int point) const { return other.atari_liberties().contains(point); }
  bool is_legal(const Geometry& geometry, int point) const {
    return captures(point) || mover.liberties_after(geometry, empty(geometry), point).any();
  }
  bool has_legal_move(const Geometry& geometry) const;
  Points legal_moves(const Geometry& geometry) const;

  CanonicalKey canonical_key(const Geometry& geometry) const {
    return goseki::canonical_key(geometry.digits().symmetries(), [&](int s) { return key(s); });
  }
  // The canonical key of the position after a move, without making it.
  std::uint64_t canonical_key_after(const Geometry& geometry, int point) const {
    const auto& weights = geometry.digits().weights(point);
    const auto key_after = [&](int s) {
      return other.codes[s] + 2 * (mover.codes[s] + weights[s]);
    };
    return goseki::canonical_key(geometry.digits().symmetries(), key_after).key;
  }
  // The number of the position as one symmetry lays it down: the mover's stones are ones.
  std::uint64_t key(int symmetry) const {
    return mover.codes[symmetry] + 2 * other.codes[symmetry];
  }
};

// The position with these stones. Precondition: every block has a liberty.
Position make_position(const Geometry& geometry, Points mover, Points other);

}  // namespace goseki::capture
