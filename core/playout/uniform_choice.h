// A random move, with the same probability for every playable one.
#pragma once

#include "playout/playout_board.h"
#include "playout/random.h"

namespace goseki {

// Plays a move and returns its point, or returns kPass, and plays nothing, if there is none.
// Points that turn out unplayable are set aside as they are drawn, so that each playable one
// is as likely as the next.
template <EyeRule rule = EyeRule::kDiagonals>
Point play_uniform(PlayoutBoard& board, Random& random) {
  for (int left = board.empty_count(); left > 0;) {
    const int number = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    const Point point = board.empty(number);
    if (board.try_play<rule>(number)) return point;
    board.swap_empties(number, --left);
  }
  return kPass;
}

}  // namespace goseki
