// Board: a game of Go under given rules. A position, whose turn it is, the ko, the
// passes, the prisoners, and the whole history, so that every move can be taken back and
// every repetition is seen.
//
// `legality` tells what the rules say of a move; `play_assume_legal` does not ask again.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/position.h"
#include "board/rules.h"

namespace goseki {

// Why a move is not legal, in the order in which the reasons are tried.
enum class Legality : std::uint8_t { kLegal, kGameOver, kOccupied, kSuicide, kKo, kSuperko };

// How a game ended.
enum class End : std::uint8_t { kRunning, kPasses, kDraw, kBlackWins, kWhiteWins };

// One move, and what is needed to take it back.
struct MoveRecord {
  Point point;
  Color color;
  Color to_play_before;
  Point ko_before;
  int passes_before;
  int passes_needed_before;
  End end_before;
  std::uint32_t removed_begin;  // into the list of all removed stones
};

// The situations met so far, for finding an equal one in constant time. The last entry is always
// the first to leave, so removing it from a table with linear probing leaves no gap.
class SituationTable {
 public:
  void push(std::uint64_t key);
  void pop();
  int size() const { return static_cast<int>(keys_.size()); }

  // Calls visit(ply) for every situation with this key until it returns true.
  template <typename Visit>
  bool find(std::uint64_t key, Visit visit) const {
    if (slots_.empty()) return false;
    for (std::size_t slot = key & mask();; slot = (slot + 1) & mask()) {
      if (slots_[slot] == 0) return false;
      const int ply = static_cast<int>(slots_[slot]) - 1;
      if (keys_[ply] == key && visit(ply)) return true;
    }
  }

 private:
  std::size_t mask() const { return slots_.size() - 1; }
  void insert(int ply);

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;  // ply + 1, or 0
};

class Board {
 public:
  Board(Size size, const Rules& rules);

  const Position& position() const { return position_; }
  const Rules& rules() const { return rules_; }
  Size size() const { return position_.size(); }
  Color to_play() const { return to_play_; }
  void set_to_play(Color color);
  // The point where the simple ko rule forbids the side to move to play now, or kNoPoint.
  Point ko() const { return ko_against(to_play_); }
  int passes() const { return passes_; }
  // How many passes in a row end the game from here.
  int passes_needed() const { return passes_needed_; }
  End end() const { return end_; }
  // Stones of the opponent that a colour has taken.
  int prisoners(Color taker) const { return prisoners_[static_cast<int>(taker)]; }
  const std::vector<MoveRecord>& history() const { return history_; }

  // Hashes of the stones alone, and of the situation: stones, turn, ko and passes.
  std::uint64_t position_hash() const { return position_.hash() ^ zobrist::size(size()); }
  std::uint64_t hash() const {
    return position_hash() ^ zobrist::to_play(to_play_) ^ zobrist::ko(ko()) ^
           zobrist::passes(passes_);
  }

  // Whether `color` may play on a point of the board, or pass (kPass).
  Legality legality(Point point, Color color) const;

  // The same for a move of a game record. Records may break the ko rule and go on after the end
  // of the game, so only kOccupied and kSuicide stop a move.
  Legality record_legality(Point point, Color color) const;

  // Calls visit(point, index) for every point where `color` may play, in index order.
  template <typename Visit>
  void for_each_legal_point(Color color, Visit visit) const;

  // Precondition: record_legality(point, color) == kLegal.
  void play_assume_legal(Point point, Color color);

  // Takes back the last move. Precondition: there is one.
  void undo();

  // Replaces the position by colours in index order and clears the history; prisoners and
  // turn stay. Returns a stone of a block without a liberty, and changes nothing, if there
  // is one; else kNoPoint.
  Point set_up(const Color* colors);
  void set_prisoners(int taken_by_black, int taken_by_white);

  // Same stones, turn, ko and passes on a board of the same size.
  friend bool operator==(const Board& a, const Board& b) {
    return a.position_ == b.position_ && a.to_play_ == b.to_play_ && a.ko() == b.ko() &&
           a.passes_ == b.passes_;
  }

 private:
  bool watches_repetition() const { return rules_.repetition != Repetition::kNone; }
  bool is_superko() const { return rules_.ko == Ko::kPositional || rules_.ko == Ko::kSituational; }
  bool may_suicide(Point point, Color color) const;
  // The ban is on the opponent of the player who took the ko, whoever is to move.
  Point ko_against(Color color) const {
    return ko_ != kNoPoint && history_.back().color != color ? ko_ : kNoPoint;
  }
  // What superko compares: the stones, or the stones and the turn.
  std::uint64_t superko_key() const;
  void remember_situation();
  void clear_history();
  bool repeats_earlier(Point point, Color color) const;
  // Compares the stones and the turn at an earlier ply with those after a move, or with those of
  // now for a pass. Equal hashes only suggest a repetition; this decides.
  bool is_same_position(int ply, Point point, Color color) const;
  End repetition_end() const;

  Position position_;
  Rules rules_;
  Color to_play_ = Color::kBlack;
  Point ko_ = kNoPoint;
  int passes_ = 0;
  int passes_needed_;
  End end_ = End::kRunning;
  std::array<int, 3> prisoners_{};
  std::vector<MoveRecord> history_;
  std::vector<Point> removed_;
  SituationTable superko_;      // used where the ko rule is a superko
  SituationTable repetitions_;  // used where repetition means something
};

template <typename Visit>
void Board::for_each_legal_point(Color color, Visit visit) const {
  if (end_ != End::kRunning) return;
  // A stone with an empty neighbour is no suicide, and most points have one. So find these points
  // a row at a time, and look closely at the others only.
  const bool superko = is_superko();
  for (int row = 0; row < size().rows; ++row) {
    const std::uint32_t empty = position_.empty_in_row(row);
    const std::uint32_t breathing = (empty << 1) | (empty >> 1) | position_.empty_in_row(row - 1) |
                                    position_.empty_in_row(row + 1);
    const int wall = size().point(0, row) - 1;
    const int index_of_wall = row * size().columns - 1;
    for (std::uint32_t rest = empty; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      const auto point = static_cast<Point>(wall + bit);
      const bool plain = (breathing >> bit & 1U) != 0 && point != ko_ && !superko;
      if (plain || legality(point, color) == Legality::kLegal) visit(point, index_of_wall + bit);
    }
  }
}

}  // namespace goseki
