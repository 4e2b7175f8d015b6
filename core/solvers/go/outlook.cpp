#include "solvers/go/outlook.h"

#include <algorithm>
#include <cmath>

namespace goseki::go {
namespace {

// A neighbourhood is written column by column, two bits a point from the top: 1 for the
// attacker, 2 for the defender, 3 for outside the board.
constexpr int kPatterns = 1 << 18;
constexpr std::uint32_t kOutside = 3;

std::uint32_t at(std::uint32_t pattern, int column, int row) {
  return pattern >> (2 * (3 * column + row)) & 3;
}

std::uint32_t turned(std::uint32_t pattern, int symmetry) {
  std::uint32_t result = 0;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      int to_column = symmetry & 1 ? 2 - column : column;
      int to_row = symmetry & 2 ? 2 - row : row;
      if (symmetry & 4) std::swap(to_column, to_row);
      result |= at(pattern, column, row) << (2 * (3 * to_column + to_row));
    }
  }
  return result;
}

// Whether what lies outside is whole rows and columns.
bool can_occur(std::uint32_t pattern) {
  if (at(pattern, 1, 1) == kOutside) return false;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      const bool outside = at(pattern, column, 1) == kOutside || at(pattern, 1, row) == kOutside;
      if ((at(pattern, column, row) == kOutside) != outside) return false;
    }
  }
  return true;
}

// A number for each neighbourhood, the same for those equal by symmetry.
struct Numbering {
  std::vector<std::uint16_t> of = std::vector<std::uint16_t>(kPatterns);
  std::size_t count = 0;

  Numbering() {
    std::vector<bool> numbered(kPatterns);
    for (std::uint32_t pattern = 0; pattern < kPatterns; ++pattern) {
      if (numbered[pattern] || !can_occur(pattern)) continue;
      for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        const std::uint32_t image = turned(pattern, symmetry);
        of[image] = static_cast<std::uint16_t>(count);
        numbered[image] = true;
      }
      ++count;
    }
  }
};

const Numbering& numbering() {
  static const Numbering the_one;
  return the_one;
}

// 1 / (1 + e^-x), for x between -8 and 8.
constexpr int kSteps = 1024;

int probability(int log_odds) {
  static const std::array<std::int32_t, kSteps> table = [] {
    std::array<std::int32_t, kSteps> values{};
    for (int i = 0; i < kSteps; ++i) {
      const double x = 16.0 * i / kSteps - 8;
      values[i] = static_cast<std::int32_t>(std::lround(Outlook::kOne / (1 + std::exp(-x))));
    }
    return values;
  }();
  const int step = (log_odds + 8 * Outlook::kOne) / (16 * Outlook::kOne / kSteps);
  return table[std::clamp(step, 0, kSteps - 1)];
}

}  // namespace

Outlook::Outlook(Size size) : size_(size) {
  for (auto& weights : weights_) weights.resize(numbering().count);
}

void Outlook::forget() {
  constant_ = {};
  seen_ = {};
  for (auto& weights : weights_) std::fill(weights.begin(), weights.end(), 0);
}

Outlook::Neighborhoods Outlook::neighborhoods(const Situation& situation) const {
  const std::vector<std::uint16_t>& number = numbering().of;
  const int columns = size_.columns;
  const int rows = size_.rows;
  const std::uint64_t attacker = situation.attacker.words[0];
  const std::uint64_t defender = situation.defender.words[0];
  const auto color = [&](int point) {
    return static_cast<std::uint32_t>((attacker >> point & 1) | (defender >> point & 1) << 1);
  };
  constexpr std::uint32_t kOutsideColumn = 0b111111;
  Neighborhoods result;
  int point = 0;
  for (int row = 0; row < rows; ++row) {
    const auto column_at = [&](int center) {
      const std::uint32_t above = row > 0 ? color(center - columns) : kOutside;
      const std::uint32_t below = row + 1 < rows ? color(center + columns) : kOutside;
      return above | color(center) << 2 | below << 4;
    };
    std::uint32_t pattern = kOutsideColumn << 6 | column_at(point) << 12;
    for (int column = 0; column < columns; ++column, ++point) {
      const std::uint32_t next = column + 1 < columns ? column_at(point + 1) : kOutsideColumn;
      pattern = pattern >> 6 | next << 12;
      result[point] = number[pattern];
    }
  }
  return result;
}

int Outlook::log_odds(const Situation& situation, int depth) const {
  const int side = situation.attacker_to_move;
  const Neighborhoods found = neighborhoods(situation);
  int sum = constant_[side][depth];
  for (int point = 0; point < size_.points(); ++point) sum += weights_[side][found[point]];
  return sum;
}

void Outlook::learn(const Situation& situation, int depth, bool reached) {
  const int side = situation.attacker_to_move;
  const Neighborhoods found = neighborhoods(situation);
  int sum = constant_[side][depth];
  for (int point = 0; point < size_.points(); ++point) sum += weights_[side][found[point]];
  const int error = (reached ? kOne : 0) - probability(sum);
  const int step = error / kLearningRate;
  constant_[side][depth] += step;
  for (int point = 0; point < size_.points(); ++point) weights_[side][found[point]] += step;
  ++seen_[side][depth];
}

}  // namespace goseki::go
