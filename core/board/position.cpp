#include "board/position.h"

#include <utility>

namespace goseki {

Position::Position(Size size) : size_(size) {
  color_.fill(Color::kWall);
  for_each_point([this](Point point) {
    color_[point] = Color::kEmpty;
    flip_empty(point);
  });
}

Position::Effect Position::effect(Point point, Color color) const {
  bool breathes = false;
  for (Point n : neighbors(point)) {
    const Color there = color_[n];
    if (there == Color::kEmpty) {
      breathes = true;
    } else if (is_stone(there)) {
      const bool last = is_last_liberty(n, point);
      if (there != color && last) return Effect::kCaptures;
      if (there == color && !last) breathes = true;
    }
  }
  return breathes ? Effect::kPlain : Effect::kSuicide;
}

std::uint64_t Position::removal_hash(Point point, Color color) const {
  const Effect effect = this->effect(point, color);
  if (effect == Effect::kPlain) return 0;
  const Color removed = effect == Effect::kCaptures ? opponent(color) : color;
  std::uint64_t hash = effect == Effect::kSuicide ? zobrist::stone(color, point) : 0;
  std::array<Point, 4> seen{};
  int seen_count = 0;
  for (Point n : neighbors(point)) {
    if (color_[n] != removed || !is_last_liberty(n, point)) continue;
    const Point head = block_[n];
    bool known = false;
    for (int i = 0; i < seen_count; ++i) known = known || seen[i] == head;
    if (known) continue;
    seen[seen_count++] = head;
    for_each_stone(n, [&](Point stone) { hash ^= zobrist::stone(removed, stone); });
  }
  return hash;
}

int Position::play(Point point, Color color, std::vector<Point>& removed) {
  const std::size_t before = removed.size();
  color_[point] = color;
  flip_empty(point);
  hash_ ^= zobrist::stone(color, point);
  block_[point] = point;
  next_[point] = point;
  stones_[point] = 1;
  pseudo_liberties_[point] = 0;
  for (Point n : neighbors(point)) {
    if (color_[n] == Color::kEmpty) {
      ++pseudo_liberties_[point];
    } else if (is_stone(color_[n])) {
      --pseudo_liberties_[block_[n]];
    }
  }
  for (Point n : neighbors(point)) {
    if (color_[n] == color && block_[n] != block_[point]) merge(block_[point], block_[n]);
  }
  const Color enemy = opponent(color);
  for (Point n : neighbors(point)) {
    if (color_[n] == enemy && pseudo_liberties_[block_[n]] == 0) remove_block(n, removed);
  }
  if (pseudo_liberties_[block_[point]] == 0) {
    // Start after the new stone, so that it comes last.
    remove_block(next_[point], removed);
  }
  return static_cast<int>(removed.size() - before);
}

void Position::remove_block(Point stone, std::vector<Point>& removed) {
  const Color color = color_[stone];
  const std::size_t first = removed.size();
  for_each_stone(stone, [&](Point p) {
    removed.push_back(p);
    color_[p] = Color::kEmpty;
    flip_empty(p);
    hash_ ^= zobrist::stone(color, p);
  });
  for (std::size_t i = first; i < removed.size(); ++i) {
    for (Point n : neighbors(removed[i])) {
      if (is_stone(color_[n])) ++pseudo_liberties_[block_[n]];
    }
  }
}

void Position::merge(Point into, Point other) {
  if (stones_[into] < stones_[other]) std::swap(into, other);
  for_each_stone(other, [&](Point stone) { block_[stone] = into; });
  std::swap(next_[into], next_[other]);
  stones_[into] = static_cast<std::uint16_t>(stones_[into] + stones_[other]);
  pseudo_liberties_[into] =
      static_cast<std::uint16_t>(pseudo_liberties_[into] + pseudo_liberties_[other]);
}

void Position::take_back(Point point, Color color, const Point* removed, int removed_count) {
  const bool suicide = removed_count > 0 && removed[removed_count - 1] == point;
  std::array<Point, kMaxPoints> loose;
  int loose_count = 0;
  if (suicide) {
    --removed_count;
  } else {
    for_each_stone(point, [&](Point stone) {
      if (stone != point) loose[loose_count++] = stone;
    });
    color_[point] = Color::kEmpty;
    flip_empty(point);
    hash_ ^= zobrist::stone(color, point);
    for (Point n : neighbors(point)) {
      if (is_stone(color_[n])) ++pseudo_liberties_[block_[n]];
    }
  }
  const Color removed_color = suicide ? color : opponent(color);
  for (int i = 0; i < removed_count; ++i) {
    const Point stone = removed[i];
    color_[stone] = removed_color;
    flip_empty(stone);
    hash_ ^= zobrist::stone(removed_color, stone);
    loose[loose_count++] = stone;
  }
  const Color besides = opponent(removed_color);
  for (int i = 0; i < removed_count; ++i) {
    for (Point n : neighbors(removed[i])) {
      if (color_[n] == besides) --pseudo_liberties_[block_[n]];
    }
  }
  // Taking a stone back may split its block.
  for (int i = 0; i < loose_count; ++i) block_[loose[i]] = kNoPoint;
  for (int i = 0; i < loose_count; ++i) {
    if (block_[loose[i]] == kNoPoint) gather_block(loose[i]);
  }
}

void Position::gather_block(Point seed) {
  const Color color = color_[seed];
  std::array<Point, kMaxPoints> stack;
  int depth = 0;
  int stones = 0;
  int liberties = 0;
  stack[depth++] = seed;
  block_[seed] = seed;
  next_[seed] = seed;
  while (depth > 0) {
    const Point stone = stack[--depth];
    ++stones;
    for (Point n : neighbors(stone)) {
      if (color_[n] == Color::kEmpty) {
        ++liberties;
      } else if (color_[n] == color && block_[n] == kNoPoint) {
        block_[n] = seed;
        next_[n] = next_[seed];
        next_[seed] = n;
        stack[depth++] = n;
      }
    }
  }
  stones_[seed] = static_cast<std::uint16_t>(stones);
  pseudo_liberties_[seed] = static_cast<std::uint16_t>(liberties);
}

Point Position::set_up(const Color* colors) {
  hash_ = 0;
  empty_rows_.fill(0);
  for_each_point([&](Point point) {
    color_[point] = colors[size_.index(point)];
    block_[point] = kNoPoint;
    if (is_stone(color_[point])) {
      hash_ ^= zobrist::stone(color_[point], point);
    } else {
      flip_empty(point);
    }
  });
  Point breathless = kNoPoint;
  for_each_point([&](Point point) {
    if (!is_stone(color_[point]) || block_[point] != kNoPoint) return;
    gather_block(point);
    if (pseudo_liberties_[point] == 0 && breathless == kNoPoint) breathless = point;
  });
  return breathless;
}

}  // namespace goseki
