// Regions: the blocks of one colour, the regions they enclose, and which touch which.
//
// A *region* of a colour is a connected set of points that are not of that colour: empty
// points and stones of the opponent. Every point is either in a block of the colour or in
// exactly one of its regions. Black's (X) four regions here are a, b, c and d:
//
//     . X . O X O .        a X b b X c c
//     X X X X X X O   ->   X X X X X X c
//     . . X O . O O        d d X c c c c
//
// A block *touches* a region when one of its stones is next to a point of it. A region is
// *healthy* for a block when each of its empty points is a liberty of that block: where suicide is
// illegal the opponent cannot take the last of them. Where it is legal he can give up all his
// stones in the region and come again, so there a region must be *sealed*: each of its points, the
// opponent's stones included, is next to the block.
//
// One object serves many positions: `find` fills it anew and never allocates.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "board/position.h"

namespace goseki {

class Regions {
 public:
  // A block or a region by its number, in the order of their first points on the board.
  using Id = std::int16_t;
  static constexpr Id kNone = -1;

  // Finds the blocks and regions of a colour. The position must outlive the answers and
  // stay as it is. Precondition: `color` is black or white.
  void find(const Position& position, Color color);

  const Position& position() const { return *position_; }
  Color color() const { return color_; }

  int blocks() const { return blocks_; }
  // One stone of a block; the position names the others.
  Point stone(Id block) const { return stone_[block]; }
  // The block of a point, or kNone where no stone of the colour is.
  Id block_at(Point point) const {
    return position_->at(point) == color_ ? block_id_[position_->block(point)] : kNone;
  }

  int regions() const { return regions_; }
  // The region of a point, or kNone on stones of the colour and off the board.
  Id region_at(Point point) const { return region_at_[point]; }
  std::span<const Point> points(Id region) const {
    return {points_.data() + first_point_[region], points_.data() + first_point_[region + 1]};
  }
  // The blocks that touch a region.
  std::span<const Id> boundary(Id region) const {
    return {boundary_.data() + first_boundary_[region],
            boundary_.data() + first_boundary_[region + 1]};
  }
  // The blocks that a region is healthy for. All are next to its first empty point, so there are at
  // most four.
  std::span<const Id> healthy(Id region) const {
    return {healthy_[region].data(), healthy_count_[region]};
  }
  // Whether the block is next to each point of the region.
  bool is_sealed(Id region, Id block) const;

 private:
  void number_blocks();
  void flood(Point seed);
  void find_healthy(Id region);
  bool is_next_to(Point point, Id block) const;

  // There are never more regions or blocks than points, since each has one, and a stone touches
  // at most four regions.
  static constexpr int kMaxContacts = 4 * kMaxPoints;

  const Position* position_ = nullptr;
  Color color_ = Color::kEmpty;
  int blocks_ = 0;
  int regions_ = 0;
  std::array<Id, kCells> block_id_;  // by the position's name of the block
  std::array<Id, kCells> region_at_;
  std::array<Point, kMaxPoints> stone_;
  std::array<Id, kMaxPoints> last_region_;  // by block: the last region it was listed for
  std::array<Point, kMaxPoints> points_;
  std::array<std::uint16_t, kMaxPoints + 1> first_point_;
  std::array<Id, kMaxContacts> boundary_;
  std::array<std::uint16_t, kMaxPoints + 1> first_boundary_;
  std::array<std::array<Id, 4>, kMaxPoints> healthy_;
  std::array<std::uint8_t, kMaxPoints> healthy_count_;
};

}  // namespace goseki
