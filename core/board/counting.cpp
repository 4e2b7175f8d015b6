#include "board/counting.h"

#include <array>
#include <cmath>
#include <vector>

namespace goseki {
namespace {

constexpr std::int64_t kStopped = -1;
constexpr std::uint32_t kStepsBetweenChecks = 1 << 12;

class Perft {
 public:
  Perft(Board& board, const Progress& progress) : board_(board), progress_(progress) {}

  // `done` is the part of the whole that lies before this node, `share` the part below it.
  std::int64_t count(int depth, double done, double share) {
    if (depth == 0 || board_.end() != End::kRunning) return 1;
    if (++steps_ % kStepsBetweenChecks == 0 && !progress_(done)) return kStopped;
    std::array<Point, kMaxPoints + 1> moves;
    const Color color = board_.to_play();
    int moves_count = 0;
    board_.for_each_legal_point(color, [&](Point point, int) { moves[moves_count++] = point; });
    moves[moves_count++] = kPass;
    std::int64_t total = 0;
    for (int i = 0; i < moves_count; ++i) {
      board_.play_assume_legal(moves[i], color);
      const std::int64_t below =
          count(depth - 1, done + i * share / moves_count, share / moves_count);
      board_.undo();
      if (below == kStopped) return kStopped;
      total += below;
    }
    return total;
  }

 private:
  Board& board_;
  const Progress& progress_;
  std::uint32_t steps_ = 0;
};

}  // namespace

std::int64_t perft(Board& board, int depth, const Progress& progress) {
  return Perft(board, progress).count(depth, 0.0, 1.0);
}

std::int64_t count_legal_positions(Size size, const Progress& progress) {
  // Counts in base 3, one digit a point.
  std::vector<Color> colors(size.points(), Color::kEmpty);
  Position position(size);
  const double total = std::pow(3.0, size.points());
  std::int64_t legal = 0;
  for (std::uint64_t steps = 1;; ++steps) {
    if (position.set_up(colors.data()) == kNoPoint) ++legal;
    if (steps % kStepsBetweenChecks == 0 && !progress(static_cast<double>(steps) / total))
      return kStopped;
    int digit = 0;
    while (digit < size.points() && colors[digit] == Color::kWhite) {
      colors[digit++] = Color::kEmpty;
    }
    if (digit == size.points()) return legal;
    colors[digit] = colors[digit] == Color::kEmpty ? Color::kBlack : Color::kWhite;
  }
}

}  // namespace goseki
