// Situation: all that decides how a game of Go on a small board goes on (van der Werf 2004,
// A.4): the stones, the ko-prohibited point, the passes just made, and whose turn it is.
//
// The two sides are the *attacker*, who wants a certain lead, and the *defender*. So a
// question about White is a question about Black with the colours swapped.
//
// Keys are exact (search/base3_keys.h): two situations of up to kMaxPoints points with one key
// are the same situation.
#pragma once

#include <array>
#include <cstdint>

#include "bitboard/grid.h"
#include "search/base3_keys.h"

namespace goseki::go {

using Set = Bits<1>;

inline constexpr int kMaxPoints = 33;
inline constexpr int kPass = -1;
inline constexpr int kNoKo = -1;

using Digits = Base3Digits;

struct Situation {
  Set attacker;
  Set defender;
  int ko = kNoKo;
  int passes = 0;
  int passes_needed = 2;
  bool attacker_to_move = true;
  // Whether one more pass is needed after a move that takes a ko where none was banned (A.5).
  bool ko_pass = true;
  std::array<std::uint64_t, kSymmetries> numbers{};  // one for each symmetry

  const Set& own() const { return attacker_to_move ? attacker : defender; }
  const Set& other() const { return attacker_to_move ? defender : attacker; }
  Set stones() const { return attacker | defender; }
  bool is_over() const { return passes >= passes_needed; }

  // The key of this very situation.
  std::uint64_t key() const { return with_flags(numbers[0], ko); }
  // The key that this situation shares with those equal by symmetry, and the symmetry that leads
  // to the one that the key describes.
  std::uint64_t canonical_key(const Digits& digits, int& symmetry) const;
  // The same for this situation without one of its stones.
  std::uint64_t canonical_key_without(const Digits& digits, int stone, int& symmetry) const;
  // The key of this situation as a symmetry lays it down.
  std::uint64_t key(const Digits& digits, int symmetry) const {
    return with_flags(numbers[symmetry], digits.image(symmetry, ko));
  }
  // The same with the sides exchanged: their stones, and whose turn it is.
  std::uint64_t exchanged_key(const Digits& digits, int symmetry) const;

 private:
  std::uint64_t with_flags(std::uint64_t number, int ko_point) const {
    const auto flags =
        static_cast<std::uint64_t>((attacker_to_move ? 8 : 0) + passes * 2 + (passes_needed - 2));
    return (number * 64 + static_cast<std::uint64_t>(ko_point + 1)) * 16 + flags;
  }
};

// The situation with these stones and no moves made.
Situation make_situation(const Digits& digits, Set attacker, Set defender, bool attacker_to_move,
                         int ko, bool ko_pass);

// Plays a stone and returns how many it captured, or -1 and leaves `next` unusable if it is
// illegal: suicide, or ko. Precondition: the point is empty.
int play(const Grid<1>& grid, const Digits& digits, const Situation& now, int point,
         Situation& next);

// The same in two steps, for searches that do not always need the numbers.
int play_unnumbered(const Grid<1>& grid, const Situation& now, int point, Situation& next);
// One that captures nothing and has a liberty of its own.
void add_stone(const Situation& now, int point, Situation& next);
void add_numbers(const Digits& digits, const Situation& now, int point, Situation& next);

void pass(const Situation& now, Situation& next);

}  // namespace goseki::go
