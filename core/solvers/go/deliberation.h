// Deliberation: which moves look best to a player who tries them out in random games.
//
// A small Monte-Carlo tree search (UCT). A search for proofs learns from its own results, of
// which it has millions near its leaves but few near its root, where a wrong move costs most:
// there a few thousand random games know more. They only order moves.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "solvers/go/situation.h"

namespace goseki::go {

// By point, the binary logarithm of how often a move was tried, in units of 1 / Outlook::kOne.
using Opinion = std::array<std::int32_t, kMaxPoints>;

class Deliberation {
 public:
  // From this cost on, as a power of 2 of nodes, a situation is worth a thought.
  static constexpr int kLeastCost = 16;

  explicit Deliberation(Size size) : size_(size) {}

  // What to think of the moves in a situation of this name that has cost so much, at least
  // kLeastCost, when the attacker needs a lead of `threshold`. Thought over again when it has
  // cost much more; remembered until then. Points mean those of the situation as `symmetry`
  // lays it down, as its name does.
  const Opinion& opinion(const Situation& situation, std::uint64_t name, int symmetry,
                         const Digits& digits, int threshold, int cost);

  void forget() { thoughts_.clear(); }

 private:
  struct Thought {
    Opinion opinion{};
    int games = 0;
  };
  Opinion think(const Situation& situation, int threshold, int games, std::uint64_t seed) const;

  Size size_;
  std::unordered_map<std::uint64_t, Thought> thoughts_;
};

}  // namespace goseki::go
