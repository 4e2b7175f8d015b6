// Counting: how many games and positions there are. The numbers are known, so they check the rules.
#pragma once

#include <cstdint>

#include "board/board.h"
#include "progress.h"

namespace goseki {

// Number of games of `depth` moves from here, passes included; a game that ends earlier
// counts as one. Returns -1 if `progress` said stop.
std::int64_t perft(Board& board, int depth, const Progress& progress);

// Number of legal positions of a board of this size, in which every block has a liberty.
// Tromp & Farnebaeck, "Combinatorics of Go" (2007) give the numbers.
std::int64_t count_legal_positions(Size size, const Progress& progress);

}  // namespace goseki
