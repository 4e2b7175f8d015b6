// Counting: numbers that are known for sure, for checking the rules against.
#pragma once

#include <cstdint>

#include "board/board.h"
#include "progress.h"

namespace goseki {

// Number of games of `depth` moves from here, passes included; a game that ends earlier
// counts as one. Returns -1 if `progress` said stop.
std::int64_t perft(Board& board, int depth, const Progress& progress);

// Number of legal positions of an empty board's size: every block has a liberty.
// Tromp & Farnebaeck, "Combinatorics of Go" (2007) give the numbers.
std::int64_t count_legal_positions(Size size, const Progress& progress);

}  // namespace goseki
