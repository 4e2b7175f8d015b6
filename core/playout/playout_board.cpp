#include "playout/playout_board.h"

#include <utility>

namespace goseki {

PlayoutBoard::PlayoutBoard(const Board& board)
    : PlayoutBoard(board.position(), board.to_play(), board.ko()) {}

PlayoutBoard::PlayoutBoard(const Position& position, Color to_play, Point ko)
    : size_(position.size()), to_play_(to_play), ko_(ko) {
  around_.fill(0);
  next_.fill(kNoPoint);
  pseudo_liberties_.fill(kNoStone);
  stones_.fill(0);
  empties_.fill(kNoPoint);
  for (int cell = 0; cell < kCells; ++cell) {
    color_[cell] = position.at(static_cast<Point>(cell));
    block_[cell] = static_cast<Point>(cell);
  }
  position.for_each_point([&](Point point) {
    for (Point n : neighbors(point)) {
      const std::uint16_t step = kStep[static_cast<int>(color_[n])];
      around_[point] = static_cast<std::uint16_t>(around_[point] + step);
    }
    if (color_[point] == Color::kEmpty) {
      empties_[empty_count_++] = point;
      return;
    }
    stone_lead_ += sign(color_[point]);
    block_[point] = position.block(point);
    next_[point] = position.next_in_block(point);
    stones_[block_[point]] = static_cast<std::uint16_t>(position.block_size(point));
    pseudo_liberties_[block_[point]] = static_cast<std::uint16_t>(position.pseudo_liberties(point));
  });
}

bool PlayoutBoard::is_playable(Point point) const {
  if (around_[point] < kFull) return true;
  if (point == ko_) return false;
  const Color color = to_play_;
  bool legal = false;
  bool in_atari = false;
  for (Point n : neighbors(point)) {
    int contacts = 0;
    for (Point other : neighbors(point)) contacts += block_[other] == block_[n];
    const bool breathes = pseudo_liberties_[block_[n]] != contacts;
    legal |= color_[n] == (breathes ? color : opponent(color));
    in_atari |= !breathes && color_[n] == color;
  }
  return legal && (in_atari || count_around(point, opponent(color)) > 0);
}

void PlayoutBoard::join(Point into, Point other) {
  if (into == other) return;
  if (stones_[into] < stones_[other]) std::swap(into, other);
  Point stone = other;
  do {
    block_[stone] = into;
    stone = next_[stone];
  } while (stone != other);
  std::swap(next_[into], next_[other]);
  stones_[into] = static_cast<std::uint16_t>(stones_[into] + stones_[other]);
  pseudo_liberties_[into] =
      static_cast<std::uint16_t>(pseudo_liberties_[into] + pseudo_liberties_[other]);
}

void PlayoutBoard::capture_around(Point point) {
  const Color enemy = opponent(color_[point]);
  const int empty_before = empty_count_;
  for (Point n : neighbors(point)) {
    if (color_[n] == enemy && pseudo_liberties_[block_[n]] == 0) capture(n);
  }
  const bool lone = block_[point] == point && stones_[point] == 1;
  if (empty_count_ == empty_before + 1 && lone && pseudo_liberties_[point] == 1) {
    ko_ = empties_[empty_before];
  }
}

void PlayoutBoard::capture(Point stone) {
  const Color color = color_[stone];
  const std::uint16_t step = kStep[static_cast<int>(color)];
  Point current = stone;
  do {
    const Point next = next_[current];
    color_[current] = Color::kEmpty;
    stone_lead_ -= sign(color);
    empties_[empty_count_++] = current;
    const std::ptrdiff_t at = current;
    for (int neighbor : kNeighbors) {
      around_[at + neighbor] -= step;
      ++pseudo_liberties_[block_[at + neighbor]];
    }
    block_[current] = current;
    pseudo_liberties_[current] = kNoStone;
    current = next;
  } while (current != stone);
}

}  // namespace goseki
