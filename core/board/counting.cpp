#include "board/counting.h"

#include <array>
#include <cmath>
#include <vector>

namespace goseki {
namespace {

class Perft {
 public:
  Perft(Board& board, StopWatch& watch) : board_(board), watch_(watch) {}

  // `done` is the part of the whole that lies before this node, `share` the part below it.
  std::int64_t count(int depth, double done, double share) {
    if (depth == 0 || board_.end() != End::kRunning) return 1;
    watch_.set_share(done);
    if (watch_.count()) return 0;
    std::array<Point, kMaxPoints + 1> moves;
    const Color color = board_.to_play();
    int moves_count = 0;
    board_.for_each_legal_point(color, [&](Point point, int) { moves[moves_count++] = point; });
    moves[moves_count++] = kPass;
    std::int64_t total = 0;
    for (int i = 0; i < moves_count; ++i) {
      board_.play_assume_legal(moves[i], color);
      total += count(depth - 1, done + i * share / moves_count, share / moves_count);
      board_.undo();
    }
    return total;
  }

 private:
  Board& board_;
  StopWatch& watch_;
};

}  // namespace

std::int64_t perft(Board& board, int depth, StopWatch& watch) {
  return Perft(board, watch).count(depth, 0.0, 1.0);
}

std::int64_t count_legal_positions(Size size, StopWatch& watch) {
  // Counts in base 3, one digit a point.
  std::vector<Color> colors(size.points(), Color::kEmpty);
  Position position(size);
  const double total = std::pow(3.0, size.points());
  std::int64_t legal = 0;
  while (!watch.count()) {
    watch.set_share(static_cast<double>(watch.nodes()) / total);
    if (position.set_up(colors.data()) == kNoPoint) ++legal;
    int digit = 0;
    while (digit < size.points() && colors[digit] == Color::kWhite) {
      colors[digit++] = Color::kEmpty;
    }
    if (digit == size.points()) break;
    colors[digit] = colors[digit] == Color::kEmpty ? Color::kBlack : Color::kWhite;
  }
  return legal;
}

}  // namespace goseki
