#include "features/move_examples.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "playout/random.h"

namespace goseki {
namespace {

int distance(Size size, int a, int b) {
  return std::abs(a % size.columns - b % size.columns) +
         std::abs(a / size.columns - b / size.columns);
}

}  // namespace

bool write_pair(const Archive& archive, MovePlace place, const MoveFeatures& features, int radius,
                std::uint64_t seed, float* out) {
  const GameView game = archive[place.game];
  const int played = index_of(game.size, game.moves[static_cast<std::size_t>(place.ply)]);
  if (played < 0) return false;
  const auto board = game.at(place.ply);
  if (!board || board->legality(game.size.point(played), board->to_play()) != Legality::kLegal) {
    return false;
  }
  std::vector<Point> others;
  board->for_each_legal_point(board->to_play(), [&](Point point, int index) {
    if (index != played && distance(game.size, index, played) <= radius) others.push_back(point);
  });
  if (others.empty()) return false;
  Random random(
      seed, static_cast<std::uint64_t>(place.game) << 20 | static_cast<std::uint64_t>(place.ply));
  const Point other = others[random.below(static_cast<std::uint32_t>(others.size()))];
  features.write(*board, {game.size.point(played), other}, out);
  return true;
}

MoveChoice append_choice(const Archive& archive, MovePlace place, const MoveFeatures& features,
                         std::vector<float>& out) {
  const GameView game = archive[place.game];
  const auto board = game.at(place.ply);
  if (!board) return {};
  MoveChoice choice{MoveFeatures::candidates(*board)};
  const int index = index_of(game.size, game.moves[static_cast<std::size_t>(place.ply)]);
  const auto found = std::find(choice.points.begin(), choice.points.end(), game.size.point(index));
  if (found != choice.points.end()) {
    choice.played = static_cast<int>(found - choice.points.begin());
  }
  const std::size_t before = out.size();
  out.resize(before + choice.points.size() * static_cast<std::size_t>(features.count()));
  features.write(*board, choice.points, out.data() + before);
  return choice;
}

}  // namespace goseki
