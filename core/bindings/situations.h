// What the solvers of Go on small boards take: sizes and situations, checked.
#pragma once

#include <string>
#include <vector>

#include "board/board.h"
#include "solvers/go/ko_rule.h"
#include "solvers/go/proof_entry.h"
#include "solvers/go/situation.h"

namespace goseki {

// Throws BadInput if the solvers do not take boards of this size.
Size checked_go_size(int columns, int rows);

// The board's stones, turn and ko, one of the colours attacking. Throws BadInput if the
// board has another size than the grid.
go::Situation situation_of(const Board& board, const Grid<1>& grid, const go::Digits& digits,
                           bool black_attacks);

// What a search says to the question whether a side can force a lead.
struct GoAnswer {
  GoAnswer(go::Verdict found, int plies, const std::vector<int>& moves)
      : verdict(kVerdicts[static_cast<int>(found)]), depth(plies), line(moves) {}

  static constexpr const char* kVerdicts[] = {"unknown", "proven", "refuted"};
  const char* verdict;
  int depth;
  std::vector<int> line;
};

// A lead that can be asked for. Throws BadInput.
int checked_threshold(int threshold);

// The ko rule of a name: basic, cycle, ssk, ssk-approx or psk. Throws BadInput.
go::KoRule ko_rule_of(const std::string& name);

}  // namespace goseki
