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
  explicit Deliberation(Size size) : size_(size) {}

  // What to think of the moves in a situation of this name when the attacker needs a lead of
  // `threshold`. Thought out once, then remembered. Points mean those of the situation as
  // `symmetry` lays it down, as its name does.
  const Opinion& opinion(const Situation& situation, std::uint64_t name, int symmetry,
                         const Digits& digits, int threshold);

  void forget() { opinions_.clear(); }

 private:
  Opinion think(const Situation& situation, int threshold, std::uint64_t seed) const;

  Size size_;
  std::unordered_map<std::uint64_t, Opinion> opinions_;
};

}  // namespace goseki::go
