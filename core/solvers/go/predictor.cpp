#include "solvers/go/predictor.h"

#include <algorithm>
#include <bit>
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

// Whether the points outside the board are whole rows and columns.
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
      values[i] = static_cast<std::int32_t>(std::lround(Predictor::kOne / (1 + std::exp(-x))));
    }
    return values;
  }();
  const int step = (log_odds + 8 * Predictor::kOne) / (16 * Predictor::kOne / kSteps);
  return table[std::clamp(step, 0, kSteps - 1)];
}

// The binary logarithm, interpolated between powers of 2.
int log2(std::uint64_t number) {
  const int whole = std::bit_width(number) - 1;
  const std::uint64_t rest = number - (std::uint64_t{1} << whole);
  return whole * Predictor::kOne + static_cast<int>(rest * Predictor::kOne >> whole);
}

// Each example changes each weight of a prediction by this part of its error: 1/50, 1/100.
constexpr int kOddsRate = 50;
constexpr int kEffortRate = 100;
constexpr int kSurcharge = 8 * Predictor::kOne;

}  // namespace

Predictor::Predictor(Size size) : size_(size), number_(numbering().of.data()) {
  for (Model* model : {&odds_, &efforts_}) {
    for (auto& weights : model->weights) weights.resize(numbering().count);
  }
  for (int point = 0; point < size.points(); ++point) {
    const int column = point % size.columns;
    const int row = point / size.columns;
    for (int c = std::max(0, column - 1); c <= std::min(size.columns - 1, column + 1); ++c) {
      for (int r = std::max(0, row - 1); r <= std::min(size.rows - 1, row + 1); ++r) {
        const int shift = 2 * (3 * (column - c + 1) + (row - r + 1));
        seen_from_[point].push_back(
            {static_cast<std::int8_t>(r * size.columns + c), static_cast<std::int8_t>(shift)});
      }
    }
  }
}

void Predictor::forget() {
  for (Model* model : {&odds_, &efforts_}) {
    model->constants = {};
    for (auto& weights : model->weights) std::fill(weights.begin(), weights.end(), 0);
  }
  seen_ = {};
  efforts_seen_ = 0;
}

Surroundings Predictor::look(const Situation& situation) const {
  const int columns = size_.columns;
  const int rows = size_.rows;
  const std::uint64_t attacker = situation.attacker.words[0];
  const std::uint64_t defender = situation.defender.words[0];
  const auto color = [&](int point) {
    return static_cast<std::uint32_t>((attacker >> point & 1) | (defender >> point & 1) << 1);
  };
  constexpr std::uint32_t kOutsideColumn = 0b111111;
  Surroundings result;
  result.attacker_to_move = situation.attacker_to_move;
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
      result.patterns[point] = pattern;
      result.numbers[point] = number_[pattern];
    }
  }
  return result;
}

Surroundings Predictor::look_after(const Surroundings& around, int move, Set captured) const {
  const std::uint32_t own = around.attacker_to_move ? 1 : 2;
  const std::uint32_t other = 3 - own;
  Surroundings result = around;
  result.attacker_to_move = !around.attacker_to_move;
  const auto change = [&](int where, std::uint32_t color) {
    for (const auto [point, shift] : seen_from_[where]) {
      result.patterns[point] ^= color << shift;
      result.numbers[point] = number_[result.patterns[point]];
    }
  };
  if (move != kPass) change(move, own);
  for (int point : captured) change(point, other);
  return result;
}

int Predictor::sum(const Model& model, int side, const Surroundings& around) const {
  const std::vector<std::int32_t>& weights = model.weights[side];
  int total = 0;
  for (int point = 0; point < size_.points(); ++point) {
    total += weights[around.numbers[point]];
  }
  return total;
}

void Predictor::adjust(Model& model, const Surroundings& around, int depth, int step) const {
  const int side = around.attacker_to_move;
  model.constants[side][depth] += step;
  for (int point = 0; point < size_.points(); ++point) {
    model.weights[side][around.numbers[point]] += step;
  }
}

int Predictor::log_odds(const Surroundings& around, int depth) const {
  const int side = around.attacker_to_move;
  return odds_.constants[side][depth] + sum(odds_, side, around);
}

void Predictor::learn_odds(const Surroundings& around, int depth, bool reached) {
  const int error = (reached ? kOne : 0) - probability(log_odds(around, depth));
  adjust(odds_, around, depth, error / kOddsRate);
  ++seen_[around.attacker_to_move][depth];
}

int Predictor::effort(const Surroundings& around) const {
  return sum(efforts_, around.attacker_to_move, around);
}

int Predictor::base_effort(const Surroundings& around) const {
  return sum(efforts_, !around.attacker_to_move, around);
}

int Predictor::effort_after(const Surroundings& around, int base, int move) const {
  const std::vector<std::int32_t>& weights = efforts_.weights[!around.attacker_to_move];
  const std::uint32_t stone = around.attacker_to_move ? 1 : 2;
  for (const auto [point, shift] : seen_from_[move]) {
    const std::uint32_t after = around.patterns[point] | stone << shift;
    base += weights[number_[after]] - weights[around.numbers[point]];
  }
  return base;
}

void Predictor::learn_effort(const Surroundings& around, int depth, bool reached,
                             std::uint64_t nodes) {
  const int side = around.attacker_to_move;
  const int target = log2(nodes) + (reached ? 0 : kSurcharge);
  const int error = target - efforts_.constants[side][depth] - sum(efforts_, side, around);
  adjust(efforts_, around, depth, error / kEffortRate);
  ++efforts_seen_;
}

}  // namespace goseki::go
