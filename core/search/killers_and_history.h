// Killers and history: which moves decided situations before, and so are tried first.
#pragma once

#include <array>
#include <cstdint>

namespace goseki {

// For each ply the two moves that decided situations there last (Akl & Newborn 1977).
template <int Plies>
class Killers {
 public:
  Killers() { forget(); }
  void forget() {
    for (auto& pair : moves_) pair.fill(kNobody);
  }
  // Notes a move that decided a situation at this ply, and suggests it for `reach` more plies.
  void note(int move, int ply, int reach = 0) {
    for (int i = ply; i <= ply + reach; ++i) {
      if (moves_[i][0] == move) continue;
      moves_[i][1] = moves_[i][0];
      moves_[i][0] = move;
    }
  }
  // A number below all moves and passes if there is none.
  int first(int ply) const { return moves_[ply][0]; }
  int second(int ply) const { return moves_[ply][1]; }

 private:
  static constexpr int kNobody = -2;

  std::array<std::array<int, 2>, Plies> moves_;
};

// For each move how much it has decided, at any ply (Schaeffer 1983). Both sides share it: "my
// opponent's move is my move" (van der Werf 2004, section 5.2).
template <typename Merit, int Moves>
class History {
 public:
  void forget() { merits_.fill(0); }
  // Halves what was noted so far.
  void age() {
    for (Merit& merit : merits_) merit /= 2;
  }
  void add(int move, Merit merit) { merits_[move] += merit; }
  // The same, and ages all when this move would have more than `most`.
  void add(int move, Merit merit, Merit most) {
    add(move, merit);
    if (merits_[move] > most) age();
  }
  Merit operator[](int move) const { return merits_[move]; }

 private:
  std::array<Merit, Moves> merits_{};
};

// Both, for searches that reward a move by the square of the depth that it saved.
template <int Plies, int Points>
struct KillersAndHistory {
  Killers<Plies> killers;
  History<std::uint32_t, Points> history;

  void forget() {
    killers.forget();
    history.forget();
  }
  // A pass gets nothing: it is easily tried.
  void note(int move, int ply, int depth) {
    if (move < 0) return;
    history.add(move, static_cast<std::uint32_t>(depth * depth));
    killers.note(move, ply);
  }
};

}  // namespace goseki
