#include "phantom/belief.h"

#include <algorithm>

namespace goseki::phantom {
namespace {

bool scatter_one(PlayoutBoard& board, Color color, Random& random) {
  for (int left = board.empty_count(); left > 0;) {
    const int number = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    if (board.try_place(number, color)) return true;
    board.swap_empties(number, --left);
  }
  return false;
}

}  // namespace

std::vector<Point> candidates(const Belief& belief) {
  const PlayoutBoard board = belief.board();
  std::vector<Point> found;
  belief.position.for_each_point([&](Point point) {
    const auto& refused = belief.refused;
    if (board.at(point) == Color::kEmpty && board.is_playable(point) &&
        std::find(refused.begin(), refused.end(), point) == refused.end()) {
      found.push_back(point);
    }
  });
  return found;
}

void scatter(PlayoutBoard& board, Color color, int count, Random& random) {
  for (int i = 0; i < count; ++i) {
    if (!scatter_one(board, color, random)) return;
  }
}

}  // namespace goseki::phantom
