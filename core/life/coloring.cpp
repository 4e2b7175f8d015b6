#include "life/coloring.h"

namespace goseki {
namespace {

using Colors = std::array<Color, kCells>;
using Steps = std::array<std::int16_t, kCells>;

Colors without_dead(const Position& position, const DeadStones* dead) {
  Colors colors;
  colors.fill(Color::kWall);
  position.for_each_point(
      [&](Point p) { colors[p] = dead != nullptr && (*dead)[p] ? Color::kEmpty : position.at(p); });
  return colors;
}

constexpr std::int16_t kUnreached = kCells;  // farther than any point

// Steps from the nearest stone of a colour to each point that can be reached.
void measure(const Position& position, const Colors& colors, Color from, Distance distance,
             Steps& steps) {
  steps.fill(kUnreached);
  std::array<Point, kMaxPoints> queue;
  int end = 0;
  position.for_each_point([&](Point p) {
    if (colors[p] != from) return;
    steps[p] = 0;
    queue[end++] = p;
  });
  for (int i = 0; i < end; ++i) {
    for (Point n : neighbors(queue[i])) {
      const bool open = distance == Distance::kThroughStones ? colors[n] != Color::kWall
                                                             : colors[n] == Color::kEmpty;
      if (!open || steps[n] != kUnreached) continue;
      steps[n] = static_cast<std::int16_t>(steps[queue[i]] + 1);
      queue[end++] = n;
    }
  }
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

void color_by_nearest_stone(const Position& position, const DeadStones* dead, Distance distance,
                            OwnerMap& owner) {
  const Colors colors = without_dead(position, dead);
  Steps black;
  Steps white;
  measure(position, colors, Color::kBlack, distance, black);
  measure(position, colors, Color::kWhite, distance, white);
  int index = 0;
  position.for_each_point([&](Point p) {
    owner[index++] = static_cast<std::int8_t>((black[p] < white[p]) - (white[p] < black[p]));
  });
}

}  // namespace goseki
