#include "features/archive.h"

#include <array>

namespace goseki {
namespace {

// Records go on after passes and may break rules of repetition, so nothing of that is watched.
constexpr Rules kRecordRules = {
    .ko = Ko::kSimple, .repetition = Repetition::kNone, .passes_to_end = 1 << 20, .ko_pass = false};

std::optional<Board> start_of(const GameView& game) {
  Board board(game.size, kRecordRules);
  std::array<Color, kMaxPoints> colors{};
  for (PackedMove stone : game.stones) {
    const int index = index_of(game.size, stone);
    if (index < 0 || index >= game.size.points()) return std::nullopt;
    colors[static_cast<std::size_t>(index)] = color_of(stone);
  }
  if (board.set_up(colors.data()) != kNoPoint) return std::nullopt;
  return board;
}

bool play(Board& board, PackedMove move) {
  const int index = index_of(board.size(), move);
  if (index >= board.size().points()) return false;
  const Point point = board.size().point(index);
  if (board.record_legality(point, color_of(move)) != Legality::kLegal) return false;
  board.play_assume_legal(point, color_of(move));
  return true;
}

}  // namespace

std::optional<Board> GameView::at(int ply) const {
  auto board = start_of(*this);
  if (!board) return std::nullopt;
  const auto count = static_cast<std::size_t>(ply);
  for (PackedMove move : moves.first(count)) {
    if (!play(*board, move)) return std::nullopt;
  }
  if (count < moves.size()) {
    board->set_to_play(color_of(moves[count]));
  } else if (count > 0) {
    board->set_to_play(opponent(color_of(moves[count - 1])));
  }
  return board;
}

int GameView::playable() const {
  auto board = start_of(*this);
  if (!board) return -1;
  int count = 0;
  for (PackedMove move : moves) {
    if (!play(*board, move)) break;
    ++count;
  }
  return count;
}

}  // namespace goseki
