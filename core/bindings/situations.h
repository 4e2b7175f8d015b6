// What the solvers of Go on small boards take: sizes and situations, checked.
#pragma once

#include <string>

#include "board/board.h"
#include "solvers/go/ko_rule.h"
#include "solvers/go/situation.h"

namespace goseki {

// Throws BadInput if the solvers do not take boards of this size.
Size checked_go_size(int columns, int rows);

// The board's stones, turn and ko, one of the colours attacking. Throws BadInput if the
// board has another size than the grid.
go::Situation situation_of(const Board& board, const Grid<1>& grid, const go::Digits& digits,
                           bool black_attacks);

// A lead that can be asked for. Throws BadInput.
int checked_threshold(int threshold);

// The ko rule of a name: basic, cycle, ssk, ssk-approx or psk. Throws BadInput.
go::KoRule ko_rule_of(const std::string& name);

}  // namespace goseki
