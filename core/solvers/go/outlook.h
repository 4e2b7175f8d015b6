// Outlook: a guess whether a search will reach its goal from a situation within some plies.
//
// It decides nothing. The search gives up early where the outlook is hopeless, and tries
// again with more depth; so a wrong guess costs time, never a wrong answer.
//
// The guess is a logistic regression over the 3x3 neighbourhoods of all points, edges
// included and equal by symmetry counted as one, plus a constant for each depth; one for
// each side to move. It starts without knowledge and learns from the search it serves, after
// every situation whose result is known. In this way one method serves every board, threshold
// and goal, and there is no data to ship.
//
// All numbers are integers in units of 1/kOne, so that a search takes the same course on every
// machine.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/go/situation.h"

namespace goseki::go {

class Outlook {
 public:
  static constexpr int kOne = 1 << 16;
  // What lies deeper is not guessed at: too few examples.
  static constexpr int kMaxDepth = 10;

  explicit Outlook(Size size);

  void forget();

  // Whether there were enough examples at this depth. Precondition of all: depth <= kMaxDepth.
  bool is_trained(const Situation& situation, int depth) const {
    return seen_[situation.attacker_to_move][depth] >= kEnoughExamples;
  }
  // The logarithm of the odds that the goal is reached.
  int log_odds(const Situation& situation, int depth) const;
  void learn(const Situation& situation, int depth, bool reached);

 private:
  static constexpr std::uint32_t kEnoughExamples = 20000;
  static constexpr int kLearningRate = 50;  // steps are 1/50 of the error

  using Neighborhoods = std::array<std::uint16_t, kMaxPoints>;
  Neighborhoods neighborhoods(const Situation& situation) const;

  Size size_;
  std::array<std::array<std::int32_t, kMaxDepth + 1>, 2> constant_{};
  std::array<std::array<std::uint32_t, kMaxDepth + 1>, 2> seen_{};
  std::array<std::vector<std::int32_t>, 2> weights_;
};

}  // namespace goseki::go
