// EnergyGame: how much credit a player needs to play for ever without falling below zero.
//
// A graph on which the *winner* and the *loser* move. Every step has a weight that is added to
// the winner's account. The credit of a node is the least account with which he can start
// there and never go below zero, whatever the loser does; it may be infinite. With finite
// credits every cycle that his strategy allows has a weight of at least zero: this is how the
// results of repetitions are put into numbers (docs/certificates.md).
//
// The credits are the least fixed point of
//
//     winner moves:  min over steps of max(0, credit(to) - weight)
//     loser moves:   max over steps of max(0, credit(to) - weight)
//
// found by lifting from zero with a worklist (Brim, Chaloupka, Doyen, Gentilini & Raskin,
// "Faster algorithms for mean-payoff games", 2011). What exceeds a cap counts as infinite,
// which is safe: a strategy may be missed, but none is made up.
#pragma once

#include <cstdint>
#include <vector>

#include "stop_watch.h"

namespace goseki {

class EnergyGame {
 public:
  using Node = std::uint32_t;
  using Credit = std::int64_t;

  static constexpr Credit kInfinite = -1;

  // `kWon` needs no credit, `kLost` is beyond any; neither has steps. A winner's node without
  // steps is lost, a loser's is won.
  enum class Kind : std::uint8_t { kWinner, kLoser, kWon, kLost };

  struct Step {
    Node to;
    std::int32_t weight;
  };

  Node add(Kind kind);
  void set_kind(Node node, Kind kind) { kinds_[node] = kind; }
  void add_step(Node from, Step step) { steps_[from].push_back(step); }
  // Two nodes that must have the same credit, because the rules may take one for the other.
  // Precondition: neither is tied yet.
  void tie(Node a, Node b) {
    ties_[a] = b;
    ties_[b] = a;
  }

  std::size_t size() const { return kinds_.size(); }
  Kind kind(Node node) const { return kinds_[node]; }
  const std::vector<Step>& steps(Node node) const { return steps_[node]; }

  // The credit of every node, kInfinite above `cap`. Without meaning if the watch was stopped.
  std::vector<Credit> credits(Credit cap, StopWatch& watch) const;

 private:
  std::vector<Kind> kinds_;
  std::vector<Node> ties_;  // the node itself if it has none
  std::vector<std::vector<Step>> steps_;
};

}  // namespace goseki
