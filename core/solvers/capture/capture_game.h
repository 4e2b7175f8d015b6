// The capture game (Ponnuki-Go, Atari-Go) on boards of up to 36 points.
//
// Players put stones down in turn, suicide is illegal, nobody passes, and who first
// captures one or more stones has won. A side without a legal move has lost.
//
// Stones never leave the board while the game goes on, which makes two things simple:
//
// * A block is known by its liberties alone: a stone on p joins the own blocks that have p
//   as a liberty and takes p from the others. No flood is needed.
// * A position has a number in base 3 (one digit a point), and a stone adds a constant to
//   it. Below 3^36 < 2^58 the number itself is the key of a table: no two positions share
//   one, and no proof rests on luck. All eight numbers of a position, one for each way to
//   lay down the board, are kept up to date; the smallest is its canonical key.
#pragma once

#include <array>
#include <cstdint>

#include "bitboard/grid.h"

namespace goseki::capture {

using Points = Bits<1>;

inline constexpr int kMaxCapturePoints = 36;
inline constexpr int kNoMove = -1;

// What is the same for all positions of a board.
class Geometry {
 public:
  // Precondition: size.points() <= kMaxCapturePoints.
  explicit Geometry(Size size);

  Size size() const { return grid_.size(); }
  const Grid<1>& grid() const { return grid_; }
  Points board() const { return grid_.board(); }
  Points neighbors(int point) const { return neighbors_[point]; }
  // How many ways to lay down the board keep its shape: 8 for a square, else 4.
  int symmetries() const { return symmetries_; }
  int transform(int symmetry, int point) const { return to_[symmetry][point]; }
  int transform_back(int symmetry, int point) const { return from_[symmetry][point]; }
  // The digit of a point in the base-3 number of each symmetry.
  const std::array<std::uint64_t, kSymmetries>& digits(int point) const { return digits_[point]; }

  // How many pairs of these points are neighbours.
  int pairs(Points points) const;

 private:
  Grid<1> grid_;
  int symmetries_;
  Points not_left_;
  std::array<Points, kMaxCapturePoints> neighbors_{};
  std::array<std::array<std::int8_t, kMaxCapturePoints>, kSymmetries> to_{};
  std::array<std::array<std::int8_t, kMaxCapturePoints>, kSymmetries> from_{};
  std::array<std::array<std::uint64_t, kSymmetries>, kMaxCapturePoints> digits_{};
};

// A block of stones: all that matters about it.
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

// A key of a position, and the symmetry that gave it.
struct CanonicalKey {
  std::uint64_t key;
  int symmetry;
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
    CanonicalKey best{key(0), 0};
    for (int s = 1; s < geometry.symmetries(); ++s) {
      if (const std::uint64_t code = key(s); code < best.key) best = {code, s};
    }
    return best;
  }
  // The canonical key of the position after a move, without making it.
  std::uint64_t canonical_key_after(const Geometry& geometry, int point) const {
    const auto& digits = geometry.digits(point);
    std::uint64_t best = ~std::uint64_t{0};
    for (int s = 0; s < geometry.symmetries(); ++s) {
      const std::uint64_t code = other.codes[s] + 2 * (mover.codes[s] + digits[s]);
      if (code < best) best = code;
    }
    return best;
  }
  // The number of the position as one symmetry lays it down: the mover's stones are ones.
  std::uint64_t key(int symmetry) const {
    return mover.codes[symmetry] + 2 * other.codes[symmetry];
  }
};

// The position with these stones. Precondition: every block has a liberty.
Position make_position(const Geometry& geometry, Points mover, Points other);

// Spreads a key over 64 bits, one to one (the finaliser of SplitMix64).
constexpr std::uint64_t spread(std::uint64_t key) {
  key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9;
  key = (key ^ (key >> 27)) * 0x94d049bb133111eb;
  return key ^ (key >> 31);
}

}  // namespace goseki::capture
