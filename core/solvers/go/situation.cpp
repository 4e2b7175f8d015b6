#include "solvers/go/situation.h"

namespace goseki::go {

std::uint64_t Situation::canonical_key(const Digits& digits, int& symmetry) const {
  const CanonicalKey least = goseki::canonical_key(
      digits.symmetries(), [&](int i) { return ko == kNoKo ? numbers[i] : key(digits, i); });
  symmetry = least.symmetry;
  return ko == kNoKo ? with_flags(least.key, kNoKo) : least.key;
}

std::uint64_t Situation::canonical_key_without(const Digits& digits, int stone,
                                               int& symmetry) const {
  const int color = attacker.contains(stone) ? 0 : 1;
  const CanonicalKey least = goseki::canonical_key(digits.symmetries(), [&](int i) {
    const std::uint64_t number = numbers[i] - (digits.weights(stone)[i] << color);
    return ko == kNoKo ? number : with_flags(number, digits.image(i, ko));
  });
  symmetry = least.symmetry;
  return ko == kNoKo ? with_flags(least.key, kNoKo) : least.key;
}

std::uint64_t Situation::exchanged_key(const Digits& digits, int symmetry) const {
  // Digits 1 and 2 add up to 3 where a stone stands.
  std::uint64_t both = 0;
  for (int point : stones()) both += 3 * digits.weights(point)[symmetry];
  Situation exchanged = *this;
  exchanged.attacker_to_move = !attacker_to_move;
  return exchanged.with_flags(both - numbers[symmetry], digits.image(symmetry, ko));
}

namespace {

// Adds the digit of a stone to every number, or takes it away: 1 for an attacker's stone, 2 for a
// defender's.
void change(const Digits& digits, Situation& situation, int point, bool attacker, bool remove) {
  for (int symmetry = 0; symmetry < digits.symmetries(); ++symmetry) {
    const std::uint64_t value = digits.weights(point)[symmetry] << (attacker ? 0 : 1);
    situation.numbers[symmetry] += remove ? -value : value;
  }
}

}  // namespace

Situation make_situation(const Digits& digits, Set attacker, Set defender, bool attacker_to_move,
                         int ko, bool ko_pass) {
  Situation situation;
  situation.attacker = attacker;
  situation.defender = defender;
  situation.attacker_to_move = attacker_to_move;
  situation.ko = ko;
  situation.ko_pass = ko_pass;
  for (int point : attacker) change(digits, situation, point, true, false);
  for (int point : defender) change(digits, situation, point, false, false);
  return situation;
}

void add_stone(const Situation& now, int point, Situation& next) {
  const Set stone = Set::of(point);
  const bool attacker = now.attacker_to_move;
  next.attacker = attacker ? now.attacker | stone : now.attacker;
  next.defender = attacker ? now.defender : now.defender | stone;
  next.attacker_to_move = !attacker;
  next.ko_pass = now.ko_pass;
  next.ko = kNoKo;
  next.passes = 0;
  next.passes_needed = 2;
}

int play_unnumbered(const Grid<1>& grid, const Situation& now, int point, Situation& next) {
  if (point == now.ko) return -1;
  const Set stone = Set::of(point);
  const Set around = grid.border(stone);
  const Set own = now.own() | stone;
  Set other = now.other();
  Set captured;
  const Set empty = grid.board() & ~(own | other);
  if (around.meets(other)) {
    // All blocks that touch an empty point stay.
    const Set near = grid.flood(around & other, other);
    const Set breathing = grid.flood(near & grid.dilate(empty), near);
    captured = near & ~breathing;
    other = other & ~captured;
  }
  if (captured.none() && !around.meets(empty)) {
    const Set block = grid.flood(stone, own);
    if (!grid.border(block).meets(empty)) return -1;
  }

  add_stone(now, point, next);
  (now.attacker_to_move ? next.defender : next.attacker) = other;
  const int count = captured.count();
  if (count == 1 && !around.meets(own) && around == ((around & other) | captured)) {
    next.ko = captured.lowest();
    if (now.ko_pass && now.ko == kNoKo) next.passes_needed = 3;
  }
  return count;
}

void add_numbers(const Digits& digits, const Situation& now, int point, Situation& next) {
  next.numbers = now.numbers;
  change(digits, next, point, now.attacker_to_move, false);
  for (int taken : now.other() & ~next.own()) {
    change(digits, next, taken, !now.attacker_to_move, true);
  }
}

int play(const Grid<1>& grid, const Digits& digits, const Situation& now, int point,
         Situation& next) {
  const int captured = play_unnumbered(grid, now, point, next);
  if (captured >= 0) add_numbers(digits, now, point, next);
  return captured;
}

void pass(const Situation& now, Situation& next) {
  next = now;
  next.ko = kNoKo;
  ++next.passes;
  next.attacker_to_move = !now.attacker_to_move;
}

}  // namespace goseki::go
