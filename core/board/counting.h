// Counting: how many games and positions there are. The numbers are known, so they check the rules.
#pragma once

#include <cstdint>

#include "board/board.h"
#include "stop_watch.h"

namespace goseki {

// Number of games of `depth` moves from here, passes included; a game that ends earlier
// counts as one. Without meaning if the watch was stopped.
std::int64_t perft(Board& board, int depth, StopWatch& watch);

// Number of legal positions of a board of this size, in which every block has a liberty.
// Tromp & Farnebaeck, "Combinatorics of Go" (2007) give the numbers.
// Without meaning if the watch was stopped.
std::int64_t count_legal_positions(Size size, StopWatch& watch);

}  // namespace goseki
