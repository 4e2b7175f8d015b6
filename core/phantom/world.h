// World: a true position that a player of Phantom Go cannot rule out.
#pragma once

#include <vector>

#include "board/position.h"

namespace goseki::phantom {

struct World {
  Position position;
  Point ko = kNoPoint;         // where the player to move may not play
  std::vector<Point> moves{};  // the opponent's, in order

  bool is_legal(Point point, Color color) const {
    return position.at(point) == Color::kEmpty && point != ko &&
           position.effect(point, color) != Position::Effect::kSuicide;
  }

  // Plays a legal move, sets the ko that it leaves, and fills `removed` with what it took.
  void play(Point point, Color color, std::vector<Point>& removed) {
    removed.clear();
    position.play(point, color, removed);
    const bool lone = position.block_size(point) == 1;
    const bool is_ko = removed.size() == 1 && lone && position.pseudo_liberties(point) == 1;
    ko = is_ko ? removed[0] : kNoPoint;
  }
};

// How likely a player is to play on an empty point, relative to others: by its distance from
// the edge and by the number of stones next to it. Counted in 24 games on 9x9 between mce_all
// and hybrid_15 (0/1 scoring, 500 simulations), as moves there for each time it was empty.
inline constexpr std::uint32_t kMostLikely = 160;
inline std::uint32_t likelihood(const Position& position, Point point) {
  static constexpr std::uint32_t kWeight[4][4] = {
      {3, 8, 24, 60}, {22, 21, 34, 75}, {75, 50, 45, 70}, {160, 90, 90, 90}};
  const int column = point % kStride - 1;
  const int row = point / kStride - 1;
  const Size size = position.size();
  int edge = column < row ? column : row;
  if (size.columns - 1 - column < edge) edge = size.columns - 1 - column;
  if (size.rows - 1 - row < edge) edge = size.rows - 1 - row;
  int stones = 0;
  for (Point n : neighbors(point)) stones += is_stone(position.at(n));
  return kWeight[stones < 3 ? stones : 3][edge < 3 ? edge : 3];
}

}  // namespace goseki::phantom
