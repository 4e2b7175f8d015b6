// Predictor: guesses about a search, learned from that search.
//
// Two of them, for a situation and the plies left to look ahead:
//
//   odds     whether the search will reach its goal
//   effort   how many nodes it will visit, with a surcharge if it misses the goal
//
// They decide nothing. Where the odds are hopeless the search gives up early and tries again
// with more depth; the effort orders its moves, so that of many moves that win the one with the
// shortest proof is tried first. A wrong guess costs time, never a wrong answer.
//
// Both are linear in the 3x3 neighbourhoods of all points, edges included and equal by symmetry
// counted as one, plus a constant for each depth; one model for each side to move. They start
// without knowledge. In this way one method serves every board, threshold and goal, and there
// is no data to ship.
//
// All numbers are integers in units of 1/kOne, so that a search takes the same course on every
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
  // The odds of what lies deeper are not guessed at: too few examples.
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
  // To be told of results in which the odds had no part themselves.
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
