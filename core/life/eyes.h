// Eyes: single-point eyes, and the space where a colour may make them.
//
// These are shapes, not proofs: two false eyes in a loop may live, and a true eye may belong to
// dead stones. For proofs see life/benson.h.
#pragma once

#include <array>
#include <cstdint>

#include "board/position.h"

namespace goseki {

enum class Eye : std::uint8_t { kNone, kFalse, kTrue };

// Whether so many of a point's diagonals held by the opponent make an eye there false:
// two in the middle of the board, one on the edge or in the corner.
constexpr bool makes_eye_false(int hostile_diagonals, bool is_on_edge) {
  return hostile_diagonals >= (is_on_edge ? 1 : 2);
}

// What a point is to a colour: an eye is an empty point with all its neighbours stones of
// that colour; it is false when the opponent's stones hold too many of its diagonals.
//
//     . X .    true     O X .    true     O X .    false     # # #
//     X . X             X . X             X . X              X . X   false
//     . X .             . X .             . X O              . X O
Eye eye_at(const Position& position, Point point, Color color);

// Which opposing stones do not count as standing, by cell; null where all do.
using DeadStones = std::array<bool, kCells>;

// The eye space of a colour, in connected pieces.
//
// A point is eye space when it is empty or holds a dead opposing stone, no living opposing
// stone is next to it, the living ones on its diagonals do not make it false, and a stone
// of the colour touches its region. (Van der Werf 2004, section 8.2: the living stones are
// there those predicted to live; at first, all.)
class EyeSpace {
 public:
  static constexpr std::int16_t kNone = -1;

  // Finds the space anew. `dead` must hold whole blocks of the opponent.
  void find(const Position& position, Color color, const DeadStones* dead = nullptr);

  int pieces() const { return pieces_; }
  int size(int piece) const { return size_[piece]; }
  // The piece a point belongs to, or kNone.
  std::int16_t piece_at(Point point) const { return piece_at_[point]; }

 private:
  std::array<std::int16_t, kCells> piece_at_;
  std::array<std::int16_t, kMaxPoints> size_;
  int pieces_ = 0;
};

}  // namespace goseki
