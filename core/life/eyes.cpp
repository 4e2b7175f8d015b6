#include "life/eyes.h"

namespace goseki {

Eye eye_at(const Position& position, Point point, Color color) {
  if (position.at(point) != Color::kEmpty) return Eye::kNone;
  for (Point n : neighbors(point)) {
    if (position.at(n) != color && position.at(n) != Color::kWall) return Eye::kNone;
  }
  int hostile = 0;
  bool edge = false;
  for (int step : kDiagonals) {
    const Color there = position.at(static_cast<Point>(point + step));
    hostile += there == opponent(color);
    edge = edge || there == Color::kWall;
  }
  return makes_eye_false(hostile, edge) ? Eye::kFalse : Eye::kTrue;
}

void EyeSpace::find(const Position& position, Color color, const DeadStones* dead) {
  const Color enemy = opponent(color);
  const auto is_dead = [&](Point p) { return dead != nullptr && (*dead)[p]; };
  const auto is_hostile = [&](Point p) { return position.at(p) == enemy && !is_dead(p); };
  std::array<bool, kCells> is_space{};
  bool has_stones = false;
  position.for_each_point([&](Point p) {
    has_stones = has_stones || position.at(p) == color;
    if (position.at(p) == color || is_hostile(p)) return;
    for (Point n : neighbors(p)) {
      if (is_hostile(n)) return;
    }
    int hostile = 0;
    bool edge = false;
    for (int step : kDiagonals) {
      const auto diagonal = static_cast<Point>(p + step);
      hostile += is_hostile(diagonal);
      edge = edge || position.at(diagonal) == Color::kWall;
    }
    is_space[p] = !makes_eye_false(hostile, edge);
  });

  piece_at_.fill(kNone);
  pieces_ = 0;
  // Without a stone there is no region that the colour encloses; with one, it touches all.
  if (!has_stones) return;
  std::array<Point, kMaxPoints> queue;
  position.for_each_point([&](Point seed) {
    if (!is_space[seed] || piece_at_[seed] != kNone) return;
    const auto piece = static_cast<std::int16_t>(pieces_++);
    int end = 0;
    queue[end++] = seed;
    piece_at_[seed] = piece;
    for (int i = 0; i < end; ++i) {
      for (Point n : neighbors(queue[i])) {
        if (!is_space[n] || piece_at_[n] != kNone) continue;
        piece_at_[n] = piece;
        queue[end++] = n;
      }
    }
    size_[piece] = static_cast<std::int16_t>(end);
  });
}

}  // namespace goseki
