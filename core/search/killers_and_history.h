// KillersAndHistory: the moves that decided situations before, to be tried first: two killers for
// each ply, and a history of all points, shared by both sides ("my opponent's move is my
// move", van der Werf 2004, section 5.2).
#pragma once

#include <array>
#include <cstdint>

#include "solvers/go/situation.h"

namespace goseki::go {

template <int MaxPly>
class KillersAndHistory {
 public:
  void forget() {
    for (auto& pair : killers_) pair.fill(kNobody);
    history_.fill(0);
  }

  // Makes old merits count less; before each iteration of a search.
  void age() {
    for (std::uint32_t& merit : history_) merit /= 2;
  }

  // Notes a move that decided a situation. A pass has no merit: it is easily tried.
  void reward(int move, int ply, int depth) {
    if (move < 0) return;
    history_[move] += static_cast<std::uint32_t>(depth * depth);
    if (killers_[ply][0] == move) return;
    killers_[ply][1] = killers_[ply][0];
    killers_[ply][0] = move;
  }

  std::uint32_t history(int point) const { return history_[point]; }
  bool is_first_killer(int move, int ply) const { return killers_[ply][0] == move; }
  bool is_second_killer(int move, int ply) const { return killers_[ply][1] == move; }

 private:
  static constexpr int kNobody = -2;  // no point, and no pass

  std::array<std::array<int, 2>, MaxPly + 1> killers_;
  std::array<std::uint32_t, kMaxPoints> history_{};
};

}  // namespace goseki::go
