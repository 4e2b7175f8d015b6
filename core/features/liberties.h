// The liberties of all blocks of a position, and what a play would leave of them.
//
// `Position` counts pseudo-liberties, which tell only whether a block has any. Here every block's
// liberties are a set, so that those of blocks which a play joins can be counted together.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/position.h"

namespace goseki {

class Liberties {
 public:
  using Set = std::bitset<kCells>;

  // What a play leads to: the liberties of the block that it makes, and the stones that it takes.
  struct After {
    int liberties = 0;
    int captures = 0;
  };

  explicit Liberties(const Position& position) : position_(&position) {
    position.for_each_point([&](Point point) {
      if (!is_stone(position.at(point))) return;
      const Point head = position.block(point);
      if (number_[head] == 0) {
        sets_.emplace_back();
        number_[head] = static_cast<std::uint16_t>(sets_.size());
      }
      Set& liberties = sets_[number_[head] - 1U];
      for (Point n : neighbors(point)) {
        if (position.at(n) == Color::kEmpty) liberties.set(n);
      }
    });
    counts_.reserve(sets_.size());
    for (const Set& liberties : sets_) counts_.push_back(static_cast<int>(liberties.count()));
  }

  // Liberties of a stone's block. Precondition: a stone is there.
  int of(Point stone) const { return counts_[number_[position_->block(stone)] - 1U]; }
  const Set& set_of(Point stone) const { return sets_[number_[position_->block(stone)] - 1U]; }

  // What a play of `color` on an empty point would lead to; a suicide leaves no liberty.
  After after(Point point, Color color) const {
    After after;
    Set joined;
    std::array<Point, 4> own{};
    std::array<Point, 4> taken{};
    int owns = 0;
    int takes = 0;
    const auto note = [](std::array<Point, 4>& list, int& count, Point head) {
      for (int i = 0; i < count; ++i) {
        if (list[static_cast<std::size_t>(i)] == head) return;
      }
      list[static_cast<std::size_t>(count++)] = head;
    };
    for (Point n : neighbors(point)) {
      const Color there = position_->at(n);
      if (there == Color::kEmpty) {
        joined.set(n);
      } else if (there == color) {
        joined |= set_of(n);
        note(own, owns, position_->block(n));
      } else if (there == opponent(color) && of(n) == 1) {
        note(taken, takes, position_->block(n));
      }
    }
    const auto is_own = [&](Point n) {
      if (n == point) return true;
      if (position_->at(n) != color) return false;
      const Point head = position_->block(n);
      return std::find(own.begin(), own.begin() + owns, head) != own.begin() + owns;
    };
    for (int i = 0; i < takes; ++i) {
      const Point head = taken[static_cast<std::size_t>(i)];
      after.captures += position_->block_size(head);
      position_->for_each_stone(head, [&](Point stone) {
        for (Point n : neighbors(stone)) {
          if (is_own(n)) joined.set(stone);
        }
      });
    }
    joined.reset(point);
    after.liberties = static_cast<int>(joined.count());
    return after;
  }

 private:
  const Position* position_;
  std::array<std::uint16_t, kCells> number_{};  // of a block's set and 1, by its name
  std::vector<Set> sets_;
  std::vector<int> counts_;
};

}  // namespace goseki
