// Archive: very many games as arrays of moves, any position of which is replayed when it is asked
// for. Sixty thousand games take 21 MB; their positions as arrays would take hundreds of times as
// much.
//
// A move is a number: its index on the board, or the number of points for a pass, doubled, and 1
// more if it is White's. Stones that are set up before the first move are written alike.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/board.h"

namespace goseki {

using PackedMove = std::uint16_t;

constexpr PackedMove pack_move(Size size, int index, Color color) {
  const int place = index < 0 ? size.points() : index;
  return static_cast<PackedMove>(place * 2 + (color == Color::kWhite ? 1 : 0));
}
// Of a packed move: its index on the board, -1 for a pass; and its colour.
constexpr int index_of(Size size, PackedMove move) {
  return move / 2 == size.points() ? -1 : move / 2;
}
constexpr Color color_of(PackedMove move) { return move % 2 == 0 ? Color::kBlack : Color::kWhite; }

// One game. Ko bans are those of the simple ko rule; a game is never over.
struct GameView {
  Size size;
  std::span<const PackedMove> stones;  // set up before the first move
  std::span<const PackedMove> moves;

  // The board after so many moves, with the colour of the next move to play (at the end: the one
  // that has not moved last). Nothing if the stones or a move are not possible. Precondition: no
  // more moves than there are.
  std::optional<Board> at(int ply) const;
  // How many moves can be played from the start: all of them in a sound game, and -1 if not even
  // the stones can be set up.
  int playable() const;
};

class Archive {
 public:
  // Games one after the other: `stone_ends` and `move_ends` say where the parts of each end.
  // Precondition: the ends do not fall, and the last ones are the sizes.
  Archive(std::vector<Size> sizes, std::vector<PackedMove> stones,
          std::vector<std::int64_t> stone_ends, std::vector<PackedMove> moves,
          std::vector<std::int64_t> move_ends)
      : sizes_(std::move(sizes)),
        stones_(std::move(stones)),
        moves_(std::move(moves)),
        stone_ends_(std::move(stone_ends)),
        move_ends_(std::move(move_ends)) {}

  std::int64_t games() const { return static_cast<std::int64_t>(sizes_.size()); }
  GameView operator[](std::int64_t game) const {
    const auto part = [game](const auto& all, const auto& ends) {
      const auto g = static_cast<std::size_t>(game);
      const auto begin = static_cast<std::size_t>(g == 0 ? 0 : ends[g - 1]);
      return std::span(all).subspan(begin, static_cast<std::size_t>(ends[g]) - begin);
    };
    return {sizes_[static_cast<std::size_t>(game)], part(stones_, stone_ends_),
            part(moves_, move_ends_)};
  }

 private:
  std::vector<Size> sizes_;
  std::vector<PackedMove> stones_;
  std::vector<PackedMove> moves_;
  std::vector<std::int64_t> stone_ends_;
  std::vector<std::int64_t> move_ends_;
};

}  // namespace goseki
