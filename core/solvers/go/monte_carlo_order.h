// MonteCarloOrder: orders moves by how random games after them end.
//
// A small Monte-Carlo tree search (UCT). A search for proofs learns from its own results. It has
// millions of them near its leaves, but few near its root, where a wrong first move costs most:
// there a few thousand random games know more. They only order moves.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>

#include "solvers/go/situation.h"

namespace goseki::go {

// By point, the binary logarithm of how often a move was tried, in units of 1 / Predictor::kOne.
using Preferences = std::array<std::int32_t, kMaxPoints>;

class MonteCarloOrder {
 public:
  // Games are played for a situation once it has cost this power of 2 of nodes.
  static constexpr int kLeastCost = 16;

  explicit MonteCarloOrder(Size size) : size_(size) {}

  // The preferences in a situation with this key that has cost `cost`, at least kLeastCost, when
  // the attacker needs a lead of `threshold`. They are remembered, and found again with more games
  // once the situation has cost much more. Points are those of the situation as `symmetry` lays it
  // down, as for its key. Without meaning once `must_stop`, which is asked now and then, says so.
  const Preferences& preferences(const Situation& situation, std::uint64_t key, int symmetry,
                                 const Digits& digits, int threshold, int cost,
                                 const std::function<bool()>& must_stop);

  void forget() { known_.clear(); }

 private:
  struct Known {
    Preferences preferences{};
    int games = 0;
  };
  Preferences play_games(const Situation& situation, int threshold, int games, std::uint64_t seed,
                         const std::function<bool()>& must_stop) const;

  Size size_;
  std::unordered_map<std::uint64_t, Known> known_;
};

}  // namespace goseki::go
