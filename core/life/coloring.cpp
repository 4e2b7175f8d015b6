#include "life/coloring.h"

namespace goseki {
namespace {

using Colors = std::array<Color, kCells>;

Colors without_dead(const Position& position, const DeadStones* dead) {
  Colors colors;
  colors.fill(Color::kWall);
  position.for_each_point(
      [&](Point p) { colors[p] = dead != nullptr && (*dead)[p] ? Color::kEmpty : position.at(p); });
  return colors;
}

}  // namespace

void color_by_flood(const Position& position, const DeadStones* dead, OwnerMap& owner) {
  const Colors colors = without_dead(position, dead);
  std::array<bool, kCells> seen{};
  std::array<Point, kMaxPoints> queue;
  const Size size = position.size();
  position.for_each_point([&](Point seed) {
    if (colors[seed] != Color::kEmpty) {
      owner[size.index(seed)] = static_cast<std::int8_t>(sign(colors[seed]));
    } else if (!seen[seed]) {
      std::array<bool, 4> touches{};
      int end = 0;
      queue[end++] = seed;
      seen[seed] = true;
      for (int i = 0; i < end; ++i) {
        for (Point n : neighbors(queue[i])) {
          touches[static_cast<int>(colors[n])] = true;
          if (colors[n] != Color::kEmpty || seen[n]) continue;
          seen[n] = true;
          queue[end++] = n;
        }
      }
      const int black = touches[static_cast<int>(Color::kBlack)];
      const int white = touches[static_cast<int>(Color::kWhite)];
      for (int i = 0; i < end; ++i) {
        owner[size.index(queue[i])] = static_cast<std::int8_t>(black - white);
      }
    }
  });
}

// One breadth-first walk from all stones at once: a point takes the colours of its
// neighbours that are a step nearer.
void color_by_nearest_stone(const Position& position, const DeadStones* dead, OwnerMap& owner) {
  const Colors colors = without_dead(position, dead);
  std::array<std::int16_t, kCells> steps{};  // 0: not reached; stones have 1
  std::array<bool, kCells> near_black{};
  std::array<bool, kCells> near_white{};
  std::array<Point, kMaxPoints> queue;
  int end = 0;
  position.for_each_point([&](Point p) {
    if (!is_stone(colors[p])) return;
    steps[p] = 1;
    near_black[p] = colors[p] == Color::kBlack;
    near_white[p] = colors[p] == Color::kWhite;
    queue[end++] = p;
  });
  for (int i = 0; i < end; ++i) {
    const Point p = queue[i];
    for (Point n : neighbors(p)) {
      if (colors[n] != Color::kEmpty) continue;
      if (steps[n] == 0) {
        steps[n] = static_cast<std::int16_t>(steps[p] + 1);
        queue[end++] = n;
      }
      if (steps[n] == steps[p] + 1) {
        near_black[n] = near_black[n] || near_black[p];
        near_white[n] = near_white[n] || near_white[p];
      }
    }
  }
  int index = 0;
  position.for_each_point(
      [&](Point p) { owner[index++] = static_cast<std::int8_t>(near_black[p] - near_white[p]); });
}

}  // namespace goseki
