// The loop of every random game: moves until both sides have passed.
#pragma once

#include <cstdint>

#include "playout/playout_board.h"

namespace goseki {

enum class GameEnd : std::uint8_t { kPasses, kStopped, kLength };

// Plays a game to its end. `play_move` plays a move for the side to move and returns its point, or
// returns kPass and plays nothing. `goes_on` is told the point and the colour of every move,
// passes included, and may stop the game. Kos can make the only moves left go round in a circle,
// so a game ends after `longest` moves, and is counted as it stands.
template <typename PlayMove, typename GoesOn>
GameEnd play_random_game(PlayoutBoard& board, int longest, PlayMove play_move, GoesOn goes_on) {
  bool passed = false;
  for (int ply = 0; ply < longest; ++ply) {
    const Color color = board.to_play();
    const Point point = play_move(board);
    const bool ends = point == kPass && passed;
    passed = point == kPass;
    if (passed) board.pass();
    if (!goes_on(point, color)) return GameEnd::kStopped;
    if (ends) return GameEnd::kPasses;
  }
  return GameEnd::kLength;
}

}  // namespace goseki
