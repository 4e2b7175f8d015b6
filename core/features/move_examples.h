// Examples for learning to predict moves: what was played in games, beside what could have been.
#pragma once

#include <cstdint>
#include <vector>

#include "features/archive.h"
#include "features/move_features.h"

namespace goseki {

// A position of an archive, before a move.
struct MovePlace {
  std::int64_t game;
  int ply;
};

// Writes the vector of the move played and that of another legal point within `radius` of it,
// drawn at random: the same one for the same seed, game and ply. Returns false, and writes nothing,
// where there is no such pair: a pass was played, no other point is near, or the game cannot be
// replayed. Precondition: the archive has the place, and a move is played there.
bool write_pair(const Archive& archive, MovePlace place, const MoveFeatures& features, int radius,
                std::uint64_t seed, float* out);

// All legal moves of a position and their vectors, one after the other.
struct MoveChoice {
  std::vector<Point> points;
  int played = -1;  // which of them; -1 for a pass, or a move that the ko rule forbids
};

// Appends the vectors to `out`. No points where the game cannot be replayed. Precondition as above.
MoveChoice append_choice(const Archive& archive, MovePlace place, const MoveFeatures& features,
                         std::vector<float>& out);

}  // namespace goseki
