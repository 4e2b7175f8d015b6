// PlayoutBoard: a position stripped to what random games need, for playing millions of them.
//
// It keeps only what choosing and placing a stone need: the list of empty points, and for every
// point how many of its neighbours are black, white and occupied, so that one load judges most
// candidates. The rules are simple ko and no suicide. There is no history: to go back, keep a copy.
//
// Most of a playout's time goes into branches that depend on random stones, which the processor
// cannot predict. So all four neighbours of a stone are treated alike: an empty point or a wall is
// a block of its own with more pseudo-liberties than it can lose. Captures, which are rare, are
// found by one test.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "board/board.h"
#include "board/color.h"
#include "board/point.h"

namespace goseki {

// Which own eyes nobody fills. kDiagonals: those that the diagonals do not break, see is_eye.
// kAtari: any point with own stones all around, unless one of their blocks is in atari
// (Borsboom 2007, 1.5.2): false eyes count until they have to be filled.
enum class EyeRule : std::uint8_t { kDiagonals, kAtari };

class PlayoutBoard {
 public:
  explicit PlayoutBoard(const Board& board);
  // There may be blocks without a liberty, since a player of Phantom Go does not see all stones.
  // They stay until a neighbour is captured, and are ordinary blocks from then on.
  PlayoutBoard(const Position& position, Color to_play, Point ko = kNoPoint);

  Size size() const { return size_; }
  Color to_play() const { return to_play_; }
  Color at(Point point) const { return color_[point]; }
  int empty_count() const { return empty_count_; }
  Point empty(int number) const { return empties_[number]; }

  // Plays on the empty point of this number, unless that is illegal or fills an own eye.
  // Returns whether it did; if not, nothing has changed.
  template <EyeRule rule = EyeRule::kDiagonals>
  bool try_play(int number) {
    return try_play_as<rule, true>(number);
  }

  // Puts a stone of `color` on the empty point of this number, as if it had stood there all
  // along: not where it would capture, be captured, or fill an eye of its own. The turn and
  // the ko stay. Returns whether it did; if not, nothing has changed.
  bool try_place(int number, Color color);

  // Whether try_play<EyeRule::kAtari> would play on an empty point.
  bool is_playable(Point point) const;

  // The number of an empty point. Precondition: it is one.
  int number_of(Point point) const {
    int number = 0;
    while (empties_[number] != point) ++number;
    return number;
  }

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
  // The pseudo-liberties of an empty point or a wall: so many that they never run out.
  static constexpr std::uint16_t kNoStone = 0x4000;
  static constexpr int shift(Color color) { return 4 * (static_cast<int>(color) - 1); }

  int count_around(Point point, Color color) const { return around_[point] >> shift(color) & 0xf; }
  bool is_surrounded(Point point, Color color) const {
    return around_[point] >= kFull && count_around(point, opponent(color)) == 0 &&
           count_around(point, color) > 0;
  }
  template <EyeRule rule, bool may_capture>
  bool try_play_as(int number);
  // Puts a new stone, which brings these liberties, into one block with its neighbours.
  // Precondition: it has a neighbour of its colour.
  void connect(Point stone, int liberties);
  void join(Point block, Point other);
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

// The loops over kNeighbors add a constant to one index, which the compiler folds into the
// address: no neighbour costs an instruction of its own.

inline bool PlayoutBoard::is_eye(Point point, Color color) const {
  const Color enemy = opponent(color);
  if (around_[point] < kFull || count_around(point, enemy) != 0) return false;
  const std::ptrdiff_t at = point;
  int enemies = 0;
  int walls = 0;
  for (int step : kDiagonals) {
    enemies += color_[at + step] == enemy;
    walls |= color_[at + step] == Color::kWall;
  }
  return enemies + walls < 2;
}

template <EyeRule rule, bool may_capture>
inline bool PlayoutBoard::try_play_as(int number) {
  const Point point = empties_[number];
  const std::ptrdiff_t at = point;
  const Color color = to_play_;
  const Color enemy = opponent(color);
  const bool airless = around_[at] >= kFull;
  if (airless && point == ko_) return false;
  if (rule == EyeRule::kDiagonals && airless && is_eye(point, color)) return false;

  for (int step : kNeighbors) --pseudo_liberties_[block_[at + step]];
  if (airless || !may_capture) {
    // Legal if a block of ours keeps a liberty, or one of theirs lost its last.
    bool legal = !airless;
    bool captures = false;
    bool in_atari = false;  // a block of ours: this was its last liberty
    for (int step : kNeighbors) {
      const Color neighbor = color_[at + step];
      const bool breathes = pseudo_liberties_[block_[at + step]] != 0;
      legal |= neighbor == (breathes ? color : enemy);
      captures |= !breathes && neighbor == enemy;
      in_atari |= !breathes && neighbor == color;
    }
    if (rule == EyeRule::kAtari && airless && count_around(point, enemy) == 0) legal &= in_atari;
    if (!may_capture) legal &= !captures;
    if (!legal) {
      for (int step : kNeighbors) ++pseudo_liberties_[block_[at + step]];
      return false;
    }
  }

  empties_[number] = empties_[--empty_count_];
  color_[at] = color;
  stone_lead_ += sign(color);
  const std::uint16_t change = kStep[static_cast<int>(color)];
  for (int step : kNeighbors) around_[at + step] += change;
  const int liberties = 4 - (around_[at] >> 8);
  if (count_around(point, color) == 0) {
    next_[at] = point;
    stones_[at] = 1;
    pseudo_liberties_[at] = static_cast<std::uint16_t>(liberties);
  } else {
    connect(point, liberties);
  }
  ko_ = kNoPoint;
  to_play_ = enemy;
  bool breathless = false;
  for (int step : kNeighbors) breathless |= pseudo_liberties_[block_[at + step]] == 0;
  if (breathless) capture_around(point);
  return true;
}

inline bool PlayoutBoard::try_place(int number, Color color) {
  const Color to_play = to_play_;
  const Point ko = ko_;
  to_play_ = color;
  ko_ = kNoPoint;
  const bool placed = try_play_as<EyeRule::kAtari, false>(number);
  to_play_ = to_play;
  ko_ = ko;
  return placed;
}

inline void PlayoutBoard::connect(Point point, int liberties) {
  const std::ptrdiff_t at = point;
  const Color color = color_[at];
  unsigned own = 0;
  for (int i = 0; i < 4; ++i) {
    own |= static_cast<unsigned>(color_[at + kNeighbors[i]] == color) << i;
  }
  const Point block = block_[at + kNeighbors[std::countr_zero(own)]];
  block_[at] = block;
  next_[at] = next_[block];
  next_[block] = point;
  ++stones_[block];
  pseudo_liberties_[block] = static_cast<std::uint16_t>(pseudo_liberties_[block] + liberties);
  for (own &= own - 1; own != 0; own &= own - 1) {
    join(block_[at], block_[at + kNeighbors[std::countr_zero(own)]]);
  }
}

}  // namespace goseki
