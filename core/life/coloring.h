// Colouring: who gets each empty point, once it is known which stones are dead.
//
//     flood      an empty region goes to the one colour that touches it; a region that
//                touches both colours, or none, goes to nobody
//     nearest    an empty point goes to the colour of the nearer stone; a tie to nobody
//
// Distance runs along the lines. Whether it may pass through stones makes no difference: a
// stone in the way is nearer than the one behind it.
//
// Dead stones count as empty points. In a finished game the two agree; where they differ,
// a border is still open.
//
//     . . X . O .      flood:  X X X - O -      nearest:  X X X - O O
//     . . X . . .              X X X - - -                X X X X O O
#pragma once

#include <array>
#include <cstdint>

#include "board/position.h"
#include "life/eyes.h"

namespace goseki {

// By index: +1 Black, -1 White, 0 nobody. Living stones belong to their colour.
using OwnerMap = std::array<std::int8_t, kMaxPoints>;

void color_by_flood(const Position& position, const DeadStones* dead, OwnerMap& owner);

void color_by_nearest_stone(const Position& position, const DeadStones* dead, OwnerMap& owner);

}  // namespace goseki
