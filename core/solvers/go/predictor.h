// Predictor: what a search will find, predicted from what it has found so far.
//
// For a situation and the plies that are left to look ahead it predicts
//
//   odds     whether the search will reach its goal
//   effort   how many nodes it will visit, with a surcharge if it misses the goal
//
// Predictions decide nothing. Where the odds are hopeless the search gives up early and tries again
// with more depth; the effort orders its moves, so that of many moves that win the one with the
// shortest proof is tried first. A wrong prediction costs time, but never leads to a wrong answer.
//
// Both are sums of weights of the 3x3 neighbourhoods of all points and of a constant for each
// depth, with one set of weights for each side to move. Neighbourhoods include edges, and share a
// weight if they are equal by symmetry. All weights are 0 at the start of a search. So one method
// serves every board, threshold and goal, and there is no data to ship.
//
// All numbers are integers in units of 1/kOne, so that a search visits the same nodes on every
// machine.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/go/situation.h"

namespace goseki::go {

// What stands around each point.
struct Surroundings {
  std::array<std::uint32_t, kMaxPoints> patterns;
  std::array<std::uint16_t, kMaxPoints> numbers;  // of the patterns
  bool attacker_to_move;
};

class Predictor {
 public:
  static constexpr int kOne = 1 << 16;
  // For greater depths there are too few examples, so no odds are predicted.
  static constexpr int kMaxDepth = 10;

  explicit Predictor(Size size);

  void forget();

  Surroundings look(const Situation& situation) const;
  // The same after a move by the side to move, which captures some stones.
  Surroundings look_after(const Surroundings& around, int move, Set captured) const;

  // Whether there were enough examples at this depth. Precondition of all about odds:
  // depth <= kMaxDepth.
  bool knows_odds(const Surroundings& around, int depth) const {
    return seen_[around.attacker_to_move][depth] >= kEnoughExamples;
  }
  // The logarithm of the odds that the goal is reached.
  int log_odds(const Surroundings& around, int depth) const;
  // Learns from a result that was found without looking at the odds.
  void learn_odds(const Surroundings& around, int depth, bool reached);

  bool knows_effort() const { return efforts_seen_ >= kEnoughExamples; }
  // The binary logarithm of the effort after a move by the side to move that captures nothing,
  // up to a constant: efforts compare the moves of one situation. `base` is base_effort().
  int effort_after(const Surroundings& around, int base, int move) const;
  int base_effort(const Surroundings& around) const;
  // The same of any situation, for one after a capture.
  int effort(const Surroundings& around) const;
  void learn_effort(const Surroundings& around, int depth, bool reached, std::uint64_t nodes);

 private:
  static constexpr std::uint32_t kEnoughExamples = 20000;
  static constexpr int kMaxPlies = 200;

  // By side to move.
  struct Model {
    std::array<std::vector<std::int32_t>, 2> weights;
    std::array<std::array<std::int32_t, kMaxPlies>, 2> constants{};
  };
  int sum(const Model& model, int side, const Surroundings& around) const;
  void adjust(Model& model, const Surroundings& around, int depth, int step) const;

  // A point whose pattern a stone changes, and where in it the stone stands.
  struct Seen {
    std::int8_t point;
    std::int8_t shift;
  };

  Size size_;
  const std::uint16_t* number_;  // of each pattern
  std::array<std::vector<Seen>, kMaxPoints> seen_from_;
  Model odds_;
  std::array<std::array<std::uint32_t, kMaxDepth + 1>, 2> seen_{};
  Model efforts_;
  std::uint32_t efforts_seen_ = 0;
};

}  // namespace goseki::go
