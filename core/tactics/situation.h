// What a tactical question is about: stones, whose turn it is, a ko, and the ko threats left.
//
// Two sides: the *prover* wants to reach a goal in finitely many moves, and the *other* side wants
// to keep him from it for ever. Sides are told apart by role, not by colour.
//
// Moves are plays on any empty point, without suicide, and passes. After a move that takes just
// one stone, by a stone that then stands alone with one liberty, the answer there is *banned*:
// it costs a ko threat, of which each side has a number, perhaps without limit. A ban lasts for one
// move. Stones that were declared *firm* are never taken.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitboard/grid.h"
#include "board/bit_mixer.h"

namespace goseki::tactics {

enum Side : std::uint8_t { kProver, kOther };
constexpr Side opponent(Side side) { return side == kProver ? kOther : kProver; }

enum class Goal : std::uint8_t {
  kCapture,  // the prover takes every stone of the target, which is the other side's
  kLife,     // a block of the target, which is the prover's, lives by Benson's theorem
  kConnect,  // two blocks of the prover's, the target, become one
  kHold,     // the prover's blocks, the target, stay until he has won elsewhere (hold.h)
};

constexpr int kPass = -1;
constexpr int kFill = -2;  // of an estate (zone.h)
constexpr int kNoKo = -1;
constexpr std::uint8_t kUnlimited = 255;

// Two hashes of a situation: one finds its place in a table, both together tell it from others.
struct Key {
  std::uint64_t place = 0;
  std::uint64_t check = 0;
  void toggle(std::uint64_t what) {
    place ^= scatter(what);
    check ^= scatter(~what);
  }
  friend Key operator^(const Key& a, const Key& b) {
    return {a.place ^ b.place, a.check ^ b.check};
  }
  friend bool operator==(const Key&, const Key&) = default;
};

template <int Words>
struct Situation {
  using Set = Bits<Words>;
  std::array<Set, 2> stones;  // by side
  Set target;                 // what is left of it
  Key stones_key;             // of stones and target
  int ko = kNoKo;             // where the side to move is banned
  Side to_move = kProver;
  std::array<std::uint8_t, 2> threats{};
  std::uint8_t tenukis = 0;  // of a hold: how often the other side's moves may be ignored

  const Set& own() const { return stones[to_move]; }
  const Set& others() const { return stones[opponent(to_move)]; }
  Set occupied() const { return stones[kProver] | stones[kOther]; }

  // With everything but the threats, and with them.
  Key key() const {
    Key key = stones_key;
    if (to_move == kOther) key.toggle(kTurn);
    if (ko != kNoKo) key.toggle(kKo + static_cast<std::uint64_t>(ko));
    if (tenukis != 0) key.toggle(kTenukis + tenukis);
    return key;
  }
  Key key_with_threats() const { return key() ^ key_of_threats(); }
  Key key_of_threats() const {
    Key key;
    key.toggle(kThreats + threats[kProver] * 256U + threats[kOther]);
    return key;
  }

  void toggle_stone(Side side, int point) {
    stones_key.toggle(kStone + static_cast<std::uint64_t>(side) * 512 +
                      static_cast<std::uint64_t>(point));
  }
  void toggle_target(int point) { stones_key.toggle(kTarget + static_cast<std::uint64_t>(point)); }

  friend bool operator==(const Situation&, const Situation&) = default;

 private:
  static constexpr std::uint64_t kTurn = 0x1000;
  static constexpr std::uint64_t kKo = 0x2000;
  static constexpr std::uint64_t kStone = 0x3000;
  static constexpr std::uint64_t kTarget = 0x4000;
  static constexpr std::uint64_t kTenukis = 0x5000;
  static constexpr std::uint64_t kThreats = 0x100000;
};

// The rules of moves on one board, or in a window of it: what is known of a larger board. The
// *outside* of a window are the points along its sides that are no sides of the board. What is
// there may go on beyond: a block with a stone there is never taken here.
template <int Words>
class Arena {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;

  Arena(Size size, const Set& firm, const Set& outside)
      : grid_(size), firm_(firm), outside_(outside), lasting_(firm | outside) {
    for (int point = 0; point < size.points(); ++point) {
      near_[static_cast<std::size_t>(point)] = grid_.neighbors(Set::of(point));
    }
  }

  const Grid<Words>& grid() const { return grid_; }
  const Set& firm() const { return firm_; }
  const Set& outside() const { return outside_; }
  // Stones whose blocks are not taken.
  const Set& lasting() const { return lasting_; }
  const Set& near(int point) const { return near_[static_cast<std::size_t>(point)]; }
  Set empty(const Now& now) const { return grid_.board() & ~now.occupied(); }
  Set block_of(int point, const Set& stones) const { return grid_.flood(Set::of(point), stones); }
  Set liberties(const Set& block, const Set& empty) const { return grid_.border(block) & empty; }
  // What hangs together of it within the window, and the liberties that are surely there.
  Set part_of(int point, const Set& stones) const { return block_of(point, stones & ~outside_); }
  Set sure_liberties(const Set& part, const Set& empty) const {
    return grid_.border(part) & empty & ~outside_;
  }

  // What a play there would take.
  Set captures(const Now& now, int point, const Set& empty) const {
    Set taken;
    Set beside = near(point) & now.others();
    if (beside.none()) return taken;
    const Set lasting = with_liberty_besides(point, empty);
    for (beside &= ~lasting; beside.any();) {
      const int stone = beside.lowest();
      if (grid_.reaches(Set::of(stone), now.others(), lasting)) {
        beside.erase(stone);
        continue;
      }
      const Set block = block_of(stone, now.others());
      beside &= ~block;
      taken |= block;
    }
    return taken;
  }

  // Whether a play that takes nothing would be suicide.
  bool is_suicide(const Now& now, int point, const Set& empty) const {
    if (near(point).meets(empty)) return false;
    Set own = now.own();
    own.insert(point);
    return !grid_.reaches(Set::of(point), own, with_liberty_besides(point, empty));
  }

  // Whether the side to move may play there; `taken` becomes what it takes. It may have to spend a
  // threat. Precondition: the point is empty.
  bool is_legal(const Now& now, int point, const Set& empty, Set& taken) const {
    if (point == now.ko && now.threats[now.to_move] == 0) return false;
    taken = captures(now, point, empty);
    return taken.any() || !is_suicide(now, point, empty);
  }

  // After a legal play that takes `taken`.
  Now play(const Now& now, int point, const Set& taken) const {
    Now next = now;
    const Side mover = now.to_move;
    const Side mate = opponent(mover);
    if (point == now.ko && next.threats[mover] != kUnlimited) --next.threats[mover];
    next.stones[mover].insert(point);
    next.toggle_stone(mover, point);
    next.ko = kNoKo;
    if (taken.any()) {
      next.stones[mate] &= ~taken;
      for (int gone : taken) next.toggle_stone(mate, gone);
      if (taken.meets(next.target)) {
        for (int gone : taken& next.target) next.toggle_target(gone);
        next.target &= ~taken;
      }
      if ((near(point) & ~next.stones[mate]) == taken && taken.count() == 1) {
        next.ko = taken.lowest();
      }
    }
    next.to_move = mate;
    return next;
  }

  // After the side to move has filled a region that is next to its own stones only, all at once.
  // Nothing if that would be suicide.
  std::optional<Now> fill(const Now& now, const Set& region) const {
    Now next = pass(now);
    next.stones[now.to_move] |= region;
    const Set block = grid_.flood(region, next.stones[now.to_move]);
    for (Set rest = block; rest.any();) {
      const Set part = grid_.take_part(rest);
      if (liberties(part, empty(next)).none() && !part.meets(lasting_)) return std::nullopt;
    }
    for (int point : region) next.toggle_stone(now.to_move, point);
    return next;
  }

  Now pass(const Now& now) const {
    Now next = now;
    next.ko = kNoKo;
    next.to_move = opponent(now.to_move);
    return next;
  }

 private:
  // Stones there keep their blocks from being taken by a play at this point.
  Set with_liberty_besides(int point, Set empty) const {
    empty.erase(point);
    return grid_.neighbors(empty) | lasting_;
  }

  Grid<Words> grid_;
  Set firm_;
  Set outside_;
  Set lasting_;
  std::array<Set, Set::kCapacity> near_;
};

}  // namespace goseki::tactics
