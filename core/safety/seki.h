// Seki: stones of both colours that stay only because the others beside them are weak.
//
// After X. Niu, A. Kishimoto, M. Müller, "Recognizing Seki in Computer Go" (2005): searches show
// what stays, and reasoning about the whole board tells shared life from life.
//
// A block is in seki if
//   - it *stays*: it is safe, that is, never lost although the opponent moves first and may take
//     back every ko at once;
//   - it *needs* weakness of the opponent: if none of his safe stones could ever be captured,
//     it would be lost, even if its own side moved first;
//   - and both are true of a block of the other colour that it touches or has a liberty in
//     common with.
// So whoever moves first, neither side captures the other, and neither comes to live by itself.
// The empty areas that touch both are nobody's territory.
//
// That blocks stay is proven like all safety (solver.h), lastly in fields that hold weak blocks
// of the opponent whole, so that he can be captured there if he attacks. That they need each
// other is decided by listing everything (exhaustion.h). A limit only ever leaves a seki out.
#pragma once

#include <vector>

#include "safety/find_safety.h"

namespace goseki {

// The stones of each colour and the empty points between them, as indices of the board.
struct Seki {
  BoardSet black;
  BoardSet white;
  BoardSet between;
};

// The sekis among what was found safe, as far as the watch allows.
std::vector<Seki> find_sekis(const BothSafety& found, StopWatch& watch);

// The safe stones whose proofs rest on territory, or need none: the others may live in a seki.
BoardSet solid_stones(const Safety& safety);

}  // namespace goseki
