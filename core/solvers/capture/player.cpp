#include "solvers/capture/player.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "bitboard/euler.h"

namespace goseki::capture {
namespace {

constexpr int kWin = 100'000;
constexpr int kInfinite = kWin + 1;
constexpr int kProven = kWin - 1'000;
constexpr int kMaxDepth = 40;
constexpr int kMaxPlies = 120;    // with forced replies and ladders
constexpr int kNearDistance = 2;  // from a stone: where moves are looked at

struct LargeBlock {
  LargePoints liberties;
  int count;
};

struct LargeSide {
  LargePoints stones;
  std::vector<LargeBlock> blocks;

  LargePoints liberties_of_blocks_with(int count) const {
    LargePoints liberties;
    for (const LargeBlock& block : blocks) {
      if (block.count == count) liberties |= block.liberties;
    }
    return liberties;
  }
};

struct LargePosition {
  LargeSide mover;
  LargeSide other;
};

class Player {
 public:
  Player(Size size, const Limits& limits, const Progress& progress)
      : grid_(size), watch_(limits, progress), stack_(kMaxPlies + 2) {
    for (int point = 0; point < size.points(); ++point) {
      neighbors_[point] = grid_.border(LargePoints::of(point));
    }
  }

  Choice choose(const LargePoints& own, const LargePoints& other);

 private:
  using Moves = std::vector<std::pair<int, int>>;  // score, point

  LargePoints empty(const LargePosition& position) const {
    return grid_.board() & ~(position.mover.stones | position.other.stones);
  }
  LargeSide make_side(const LargePoints& own, const LargePoints& empty) const;
  LargePoints liberties_after(const LargeSide& side, const LargePoints& empty, int point) const;
  void play(int ply, int point);
  int search(int ply, int depth, int alpha, int beta);
  // The moves that do not leave their block in atari, the best first.
  Moves list_moves(const LargePosition& position, const LargePoints& candidates) const;
  LargePoints near_stones(const LargePosition& position) const;
  int value(const LargePosition& position) const;

  Grid<6> grid_;
  std::array<LargePoints, kMaxPoints> neighbors_;
  StopWatch watch_;
  std::vector<LargePosition> stack_;
  std::array<int, kMaxPoints> history_{};
};

LargeSide Player::make_side(const LargePoints& own, const LargePoints& empty) const {
  LargeSide side{own, {}};
  for (LargePoints rest = own; rest.any();) {
    const LargePoints block = grid_.flood(LargePoints::of(rest.lowest()), own);
    const LargePoints liberties = grid_.border(block) & empty;
    side.blocks.push_back({liberties, liberties.count()});
    rest &= ~block;
  }
  return side;
}

LargePoints Player::liberties_after(const LargeSide& side, const LargePoints& empty,
                                    int point) const {
  LargePoints liberties = neighbors_[point] & empty;
  for (const LargeBlock& block : side.blocks) {
    if (block.liberties.contains(point)) liberties |= block.liberties;
  }
  liberties.erase(point);
  return liberties;
}

// Puts the position after a move that captures nothing on the stack.
void Player::play(int ply, int point) {
  const LargePosition& position = stack_[ply];
  LargePosition& next = stack_[ply + 1];
  const LargePoints liberties = liberties_after(position.mover, empty(position), point);
  next.mover = position.other;
  for (LargeBlock& block : next.mover.blocks) {
    if (!block.liberties.contains(point)) continue;
    block.liberties.erase(point);
    --block.count;
  }
  next.other.stones = position.mover.stones;
  next.other.stones.insert(point);
  next.other.blocks.clear();
  for (const LargeBlock& block : position.mover.blocks) {
    if (!block.liberties.contains(point)) next.other.blocks.push_back(block);
  }
  next.other.blocks.push_back({liberties, liberties.count()});
}

// Twice the heuristic value for the mover, as doubled_value gives it on small boards.
int Player::value(const LargePosition& position) const {
  const LargePoints rest = empty(position);
  LargePoints own = position.mover.stones;
  LargePoints theirs = position.other.stones;
  int reach = 0;
  for (int weight : {2, 2, 1}) {
    const LargePoints own_next = grid_.dilate(own);
    const LargePoints theirs_next = grid_.dilate(theirs);
    reach += weight * ((own_next & ~own & rest).count() - (theirs_next & ~theirs & rest).count());
    own = own_next;
    theirs = theirs_next;
  }
  return std::clamp(reach, -6, 6) - 8 * (euler_number(grid_, position.mover.stones) -
                                         euler_number(grid_, position.other.stones));
}

LargePoints Player::near_stones(const LargePosition& position) const {
  LargePoints near = position.mover.stones | position.other.stones;
  for (int i = 0; i < kNearDistance; ++i) near = grid_.dilate(near);
  return near & empty(position);
}

Player::Moves Player::list_moves(const LargePosition& position,
                                 const LargePoints& candidates) const {
  const LargePoints rest = empty(position);
  const LargePoints gives_atari = position.other.liberties_of_blocks_with(2);
  const LargePoints attacks = position.other.liberties_of_blocks_with(3);
  const LargePoints helps = position.mover.liberties_of_blocks_with(2);
  Moves moves;
  for (int point : candidates) {
    const int liberties = liberties_after(position.mover, rest, point).count();
    if (liberties < 2) continue;
    const int score = history_[point] + 10 * liberties + 1'000 * gives_atari.contains(point) +
                      300 * attacks.contains(point) + 600 * helps.contains(point);
    moves.emplace_back(-score, point);
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

int Player::search(int ply, int depth, int alpha, int beta) {
  if (watch_.count()) return 0;
  const LargePosition& position = stack_[ply];
  if (position.other.liberties_of_blocks_with(1).any()) return kWin - (ply + 1);
  LargePoints candidates = position.mover.liberties_of_blocks_with(1);
  const bool forced = candidates.any();
  if (candidates.count() > 1) return -(kWin - (ply + 2));
  if (ply >= kMaxPlies) return value(position);
  int best = -kInfinite;
  if (!forced && depth <= 0) {
    best = value(position);
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
    candidates = position.other.liberties_of_blocks_with(2);
    if (candidates.none()) return best;
  } else if (!forced) {
    candidates = near_stones(position);
  }
  const Moves moves = list_moves(position, candidates);
  if (moves.empty()) return std::max(best, -(kWin - (ply + 2)));
  for (const auto& [score, move] : moves) {
    play(ply, move);
    const int result = -search(ply + 1, forced ? depth : depth - 1, -beta, -alpha);
    if (watch_.stopped()) return 0;
    best = std::max(best, result);
    alpha = std::max(alpha, best);
    if (alpha >= beta) {
      if (depth > 0) history_[move] = std::min(history_[move] + depth * depth, 500);
      break;
    }
  }
  return best;
}

Choice Player::choose(const LargePoints& own, const LargePoints& other) {
  LargePosition& root = stack_[0];
  const LargePoints rest = grid_.board() & ~(own | other);
  root = {make_side(own, rest), make_side(other, rest)};
  Choice choice;
  if (const LargePoints captures = root.other.liberties_of_blocks_with(1); captures.any()) {
    choice.move = captures.lowest();
    return choice;
  }
  // Something legal to fall back on: any move, then one that is not at once captured.
  for (int point : rest) {
    if (liberties_after(root.mover, rest, point).any()) choice.move = point;
  }
  LargePoints candidates = root.mover.liberties_of_blocks_with(1);
  if (candidates.none()) candidates = near_stones(root);
  if (const Size size = grid_.size(); (own | other).none()) {
    candidates = LargePoints::of(size.rows / 2 * size.columns + size.columns / 2);
  }
  Moves moves = list_moves(root, candidates);
  if (moves.empty()) moves = list_moves(root, rest);
  if (moves.empty()) return choice;
  choice.move = moves.front().second;
  for (int depth = 1; depth <= kMaxDepth && moves.size() > 1; ++depth) {
    watch_.set_share(static_cast<double>(depth) / kMaxDepth);
    int alpha = -kInfinite;
    std::size_t best = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      play(0, moves[i].second);
      const int result = -search(1, depth - 1, -kInfinite, -alpha);
      if (watch_.stopped()) break;
      if (result > alpha) {
        alpha = result;
        best = i;
      }
    }
    // A move that beat the best of the last depth is better even if time ran out after it.
    std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(best),
                moves.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    choice.move = moves.front().second;
    if (watch_.stopped()) break;
    choice.depth = depth;
    if (std::abs(alpha) >= kProven) break;
  }
  choice.nodes = watch_.nodes();
  choice.interrupted = watch_.interrupted();
  return choice;
}

}  // namespace

Choice choose_move(Size size, const LargePoints& own, const LargePoints& other,
                   const Limits& limits, const Progress& progress) {
  return Player(size, limits, progress).choose(own, other);
}

}  // namespace goseki::capture
