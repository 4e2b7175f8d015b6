// PlayoutBoard: a position stripped to what random games need, for playing millions of them.
//
// Position keeps what undo and questions need; this keeps what choosing and placing a stone
// need, and nothing else: the list of empty points, and for every point how many of its
// neighbours are black, white and occupied, so that most candidates are judged by one load.
// Simple ko, no suicide. There is no history: copying the struct is the way back.
//
// Branches that depend on random stones are what a playout pays for. Hence the tricks:
// empty points and walls belong to block 0, whose pseudo-liberties mean nothing, so all
// four neighbours are treated alike; and captures, the rare case, are found by one test.
#pragma once

#include <array>
#include <cstdint>

#include "board/board.h"
#include "board/color.h"
#include "board/point.h"

namespace goseki {

class PlayoutBoard {
 public:
  explicit PlayoutBoard(const Board& board);

  Size size() const { return size_; }
  Color to_play() const { return to_play_; }
  Color at(Point point) const { return color_[point]; }
  int empty_count() const { return empty_count_; }
  Point empty(int number) const { return empties_[number]; }

  // Plays on the empty point of this number, unless that is illegal or fills an own eye.
  // Returns whether it did; if not, nothing has changed.
  bool try_play(int number);

  void pass() {
    ko_ = kNoPoint;
    to_play_ = opponent(to_play_);
  }

  void swap_empties(int a, int b) {
    const Point first = empties_[a];
    empties_[a] = empties_[b];
    empties_[b] = first;
  }

  // Whether all neighbours are of one colour and the diagonals do not break the eye: the
  // opponent has none of them at the edge, at most one elsewhere. Precondition: empty.
  bool is_eye(Point point, Color color) const;

  // Who owns a point when the game is over: the colour of its stone, or of all stones next
  // to an empty point. +1, -1 or 0.
  int owner(Point point) const {
    const Color color = color_[point];
    if (color != Color::kEmpty) return sign(color);
    return (is_surrounded(point, Color::kBlack) ? 1 : 0) -
           (is_surrounded(point, Color::kWhite) ? 1 : 0);
  }
  // Black's area minus White's when the game is over.
  int area_lead() const {
    int lead = stone_lead_;
    for (int i = 0; i < empty_count_; ++i) lead += owner(empties_[i]);
    return lead;
  }
  // Black's stones minus White's.
  int stone_lead() const { return stone_lead_; }
  // Adds the owner of every point to sums, which has kCells elements.
  void add_owners(std::int32_t* sums) const {
    const int cells = (size_.rows + 1) * kStride;
    for (int cell = kStride; cell < cells; ++cell) sums[cell] += sign(color_[cell]);
    for (int i = 0; i < empty_count_; ++i) sums[empties_[i]] += owner(empties_[i]);
  }

 private:
  // Counts around a point, four bits each: black stones, white stones, not empty.
  static constexpr std::uint16_t kFull = 0x400;
  static constexpr std::array<std::uint16_t, 4> kStep = {0, 0x101, 0x110, 0x100};
  static constexpr int shift(Color color) { return 4 * (static_cast<int>(color) - 1); }

  int count_around(Point point, Color color) const { return around_[point] >> shift(color) & 0xf; }
  bool is_surrounded(Point point, Color color) const {
    return around_[point] >= kFull && count_around(point, opponent(color)) == 0 &&
           count_around(point, color) > 0;
  }
  void join(Point point, Point into);
  void capture_around(Point point);
  void capture(Point stone);

  Size size_;
  Color to_play_;
  Point ko_;
  int stone_lead_ = 0;
  int empty_count_ = 0;
  std::array<Color, kCells> color_;
  std::array<std::uint16_t, kCells> around_;
  std::array<Point, kCells> block_;
  std::array<Point, kCells> next_;
  std::array<std::uint16_t, kCells> pseudo_liberties_;
  std::array<std::uint16_t, kCells> stones_;
  std::array<Point, kMaxPoints> empties_;
};

inline bool PlayoutBoard::is_eye(Point point, Color color) const {
  if (!is_surrounded(point, color)) return false;
  const Color enemy = opponent(color);
  int enemies = 0;
  int walls = 0;
  for (int step : kDiagonals) {
    const Color there = color_[point + step];
    enemies += there == enemy;
    walls |= there == Color::kWall;
  }
  return enemies + walls < 2;
}

inline bool PlayoutBoard::try_play(int number) {
  const Point point = empties_[number];
  const Color color = to_play_;
  const bool airless = around_[point] >= kFull;
  if (airless && (point == ko_ || is_eye(point, color))) return false;

  const auto around = neighbors(point);
  for (Point n : around) --pseudo_liberties_[block_[n]];
  if (airless) {
    // Legal if a block of ours keeps a liberty, or one of theirs lost its last.
    bool legal = false;
    for (Point n : around) {
      const bool breathes = pseudo_liberties_[block_[n]] != 0;
      legal |= (static_cast<int>(color_[n]) == static_cast<int>(color)) & breathes;
      legal |= (color_[n] == opponent(color)) & !breathes;
    }
    if (!legal) {
      for (Point n : around) ++pseudo_liberties_[block_[n]];
      return false;
    }
  }

  empties_[number] = empties_[--empty_count_];
  color_[point] = color;
  stone_lead_ += sign(color);
  const std::uint16_t step = kStep[static_cast<int>(color)];
  for (Point n : around) around_[n] = static_cast<std::uint16_t>(around_[n] + step);
  pseudo_liberties_[point] = static_cast<std::uint16_t>(4 - (around_[point] >> 8));
  block_[point] = point;
  next_[point] = point;
  stones_[point] = 1;
  if (count_around(point, color) != 0) {
    for (Point n : around) {
      if (color_[n] == color) join(block_[point], block_[n]);
    }
  }
  ko_ = kNoPoint;
  to_play_ = opponent(color);
  bool breathless = false;
  for (Point n : around) breathless |= pseudo_liberties_[block_[n]] == 0;
  if (breathless) capture_around(point);
  return true;
}

}  // namespace goseki
