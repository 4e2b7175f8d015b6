// Which of the prover's moves are likely to win, at first sight.
//
// A move is described by eight properties, such as how many liberties its block will have. Each has
// a weight; the sum is the logarithm of the odds that strong players would choose the move, as
// fitted to the solutions of problems (prior_weights.h). The search adds to what is to be done to
// win by a move how much less likely it is than the likeliest one. So it decides what is looked at
// first, and nothing else.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tactics/prior_weights.h"
#include "tactics/situation.h"

namespace goseki::tactics {

template <int Words>
class Prior {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;

  explicit Prior(const Arena<Words>& arena)
      : columns_(arena.grid().size().columns), rows_(arena.grid().size().rows) {
    // Sides of a window that are no sides of the board are far away.
    const auto is_open = [&](int column, int row) {
      return columns_ > 2 && rows_ > 2 && arena.outside().contains(row * columns_ + column);
    };
    left_ = is_open(0, 1) ? kFar : 0;
    right_ = is_open(columns_ - 1, 1) ? kFar : 0;
    top_ = is_open(1, 0) ? kFar : 0;
    bottom_ = is_open(1, rows_ - 1) ? kFar : 0;
  }

  // The moves of one situation. `target` has all stones of the target's blocks; `last` is the
  // opponent's last move, or none.
  class Moves {
   public:
    Moves(const Prior& prior, const Arena<Words>& arena, const Now& now, Side owner,
          const Set& target, int last)
        : prior_(prior),
          arena_(arena),
          own_(now.own()),
          other_(now.others()),
          empty_(arena.empty(now)),
          is_owners_(now.to_move == owner),
          last_(last) {
      const auto& grid = arena.grid();
      const Set liberties = arena.liberties(target, empty_);
      // Where an eye may come to be: near the target, and beside no attacker.
      room_ = grid.dilate(liberties) & empty_ & ~grid.neighbors(now.stones[opponent(owner)]);
    }

    // The properties of a play there, by which the weights of each are found. Precondition: it
    // is legal.
    std::array<int, kPriorProperties> properties_of(int point) const {
      const auto& grid = arena_.grid();
      const Set& near = arena_.near(point);
      int own_blocks = 0;
      int atari = 0;  // 1 of a stone, 2 of more
      bool takes = false;
      Set block = Set::of(point);
      Set liberties = near & empty_;
      for (Set rest = near & other_; rest.any();) {
        const Set theirs = grid.flood(Set::of(rest.lowest()), other_);
        rest &= ~theirs;
        const int count = arena_.liberties(theirs, empty_).count();
        if (count == 1) {
          takes = true;
          liberties |= theirs & near;
        } else if (count == 2) {
          atari = std::max(atari, std::min(theirs.count(), 2));
        }
      }
      for (Set rest = near & own_; rest.any(); ++own_blocks) {
        const Set mine = grid.flood(Set::of(rest.lowest()), own_);
        rest &= ~mine;
        block |= mine;
        liberties |= arena_.liberties(mine, empty_);
      }
      liberties.erase(point);
      const int count = liberties.count();
      const int stones = std::min(block.count(), 3);
      const Set beside = near | diagonals_of(point);
      const Set diagonal = beside & ~near;
      const auto few = [](const Set& set, int most) { return std::min(set.count(), most); };
      return {few(near & own_, 3) * 5 + few(near & other_, 4),
              few(diagonal & own_, 2) * 3 + few(diagonal & other_, 2),
              atari,
              (count <= 1 ? stones - 1 : std::min(count, 4) + 1) + (takes ? 6 : 0),
              prior_.lines_of(point),
              prior_.way_to(point, last_),
              few(near & room_, 4),
              std::min(own_blocks, 3)};
    }

    int score(int point) const {
      const auto& weights = is_owners_ ? kOwnersWeights : kAttackersWeights;
      int sum = 0;
      int first = 0;
      const auto properties = properties_of(point);
      for (std::size_t i = 0; i < properties.size(); ++i) {
        sum += weights[static_cast<std::size_t>(first + properties[i])];
        first += kPriorValues[i];
      }
      return sum;
    }

   private:
    Set diagonals_of(int point) const {
      const auto& grid = arena_.grid();
      const Set one = Set::of(point);
      const Set row = grid.left(one) | grid.right(one);
      return grid.up(row) | grid.down(row);
    }

    const Prior& prior_;
    const Arena<Words>& arena_;
    const Set& own_;
    const Set& other_;
    Set empty_;
    Set room_;
    bool is_owners_;
    int last_;
  };

 private:
  static constexpr int kFar = 100;

  // How far it is from the two nearest sides, at most three lines: the corner, 2-1, 3-1, ...
  int lines_of(int point) const {
    const int column = point % columns_;
    const int row = point / columns_;
    const int a = std::min({column + left_, columns_ - 1 - column + right_, 3});
    const int b = std::min({row + top_, rows_ - 1 - row + bottom_, 3});
    constexpr std::array<int, 4> kFirst = {0, 4, 7, 9};
    const int least = std::min(a, b);
    return kFirst[static_cast<std::size_t>(least)] + std::max(a, b) - least;
  }

  // From the last move: none, beside it, diagonal, a jump, a knight's move, near, far.
  int way_to(int point, int last) const {
    if (last < 0) return 0;
    const int across = last % columns_ - point % columns_;
    const int along = last / columns_ - point / columns_;
    switch (across * across + along * along) {
      case 1:
        return 1;
      case 2:
        return 2;
      case 4:
        return 3;
      case 5:
        return 4;
      case 8:
      case 9:
        return 5;
      default:
        return 6;
    }
  }

  int columns_;
  int rows_;
  int left_;
  int right_;
  int top_;
  int bottom_;
};

}  // namespace goseki::tactics
