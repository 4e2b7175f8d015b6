#include "phantom/influence.h"

namespace goseki::phantom {
namespace {

constexpr int kStone = 50;
constexpr int kPasses = 4;

using Field = std::array<int, kCells>;

constexpr int sign_of(int value) { return (value > 0) - (value < 0); }

int spread(const Position& position, Field field) {
  int total = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    Field next = field;
    total = 0;
    position.for_each_point([&](Point point) {
      for (Point n : neighbors(point)) next[point] += sign_of(field[n]);
      total += next[point];
    });
    field = next;
  }
  return total;
}

Field stones(const Position& position) {
  Field field{};
  position.for_each_point([&](Point point) { field[point] = kStone * sign(position.at(point)); });
  return field;
}

}  // namespace

int total_influence(const Position& position) { return spread(position, stones(position)); }

InfluenceGains influence_gains(const Position& position) {
  InfluenceGains gains;
  Field field = stones(position);
  const int before = spread(position, field);
  position.for_each_point([&](Point point) {
    if (position.at(point) != Color::kEmpty) return;
    field[point] = kStone;
    gains.black[point] = spread(position, field) - before;
    field[point] = -kStone;
    gains.white[point] = spread(position, field) - before;
    field[point] = 0;
  });
  return gains;
}

}  // namespace goseki::phantom
