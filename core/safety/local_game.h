// LocalGame: the fight inside one region, with everything outside reduced to what it grants.
//
// The *field* is the region's points and the stones of the defender's blocks that touch no
// other region; those may be lost. The *walls* are the other blocks that touch it, or whole
// chains of them; they stand outside the field and know only which of its points they touch.
//
// Each wall has a *liberty target* (Niu 2004, section 3.3): after every answer of the defender
// it must have so many liberties in the field, itself or through stones that join it to
// others. Two if it has nothing elsewhere, one if it has one sure liberty elsewhere, none if
// it is safe without this region. Walls joined by stones share the least of their targets. A wall
// that is proven at the same time, but not by this region, has the target kProvenElsewhere: it
// needs no liberty here, and one that is joined to it keeps its own target. As long as the targets
// are met no wall is ever captured, so the game need not look outside.
//
// Unless a search says otherwise the attacker begins, may pass, and may take back a ko at once;
// the defender may not, and may pass. Suicide is illegal.
//
// An *open* field is any set of points, not whole regions: all that lies around it, but for the
// walls, is conceded to the attacker, as if his stones were there and could not be captured.
// Only what the defender has closed off from there can be territory, and the loss of any stone
// of his in the field ends the game. What holds in it holds on the board. For on the board
//   - the defender's stones in the field are the same, since none is captured;
//   - the attacker's are the same, or fewer: he may lose a block that reaches out of the field.
//     Such a block is never captured in the game, so only points that the game gives to it
//     differ, and they are empty on the board;
// so walls have no fewer liberties, the defender's moves are legal, and each move of the
// attacker is one of the game, or one that the game takes for a pass.
//
// A wall may also have *outside liberties*, points beyond the field that touch nothing else of
// the defender's: the attacker can take them one by one, and is never captured there. They are
// points of the game like those of the field, with no place on the board.
//
// Sets of points are one word: bit i for point i of the field.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "safety/landscape.h"

namespace goseki {

// Who may take back a ko at once.
enum class KoWinner : std::uint8_t { kAttacker, kDefender };

class LocalGame {
 public:
  using Field = std::uint64_t;
  static constexpr int kMaxPoints = 64;
  static constexpr int kMaxWalls = 32;
  static constexpr int kNoKo = -1;
  static constexpr int kProvenElsewhere = 3;  // a wall's target: more than any need

  struct Wall {
    std::vector<int> blocks;  // of the landscape
    int target = 2;
    int outside_liberties = 0;
  };
  struct State {
    Field attacker = 0;
    Field defender = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  // Regions of the landscape and the blocks that touch none but them.
  static BoardSet field_of(const Landscape& land, const std::vector<int>& regions);
  static bool fits(const BoardSet& field, std::size_t walls) {
    return walls <= kMaxWalls && field.count() <= kMaxPoints;
  }

  // Precondition: `fits`, outside liberties counted as points. Stones of walls that lie in the
  // field are taken out of it.
  LocalGame(const Landscape& land, BoardSet field, const std::vector<Wall>& walls);

  bool is_open() const { return (open_ & field_) != 0; }
  // Whether the attacker has no stones in the field.
  bool is_clear(const State& state) const { return (state.attacker & field_) == 0; }

  // From here on stones of the defender's in an open field may be lost. What holds then holds
  // on the board only if what is conceded cannot be captured there.
  void allow_losses() { losses_allowed_ = true; }

  const State& start() const { return start_; }
  int points() const { return static_cast<int>(board_index_.size()); }
  // The landscape's index of a point of the field; -1 for an outside liberty.
  int board_index(int point) const { return board_index_[point]; }

  // Binds the defender to answer on one of two points of the field whenever the attacker takes
  // the other, and to keep off them otherwise.
  void bind_pair(int board_index_a, int board_index_b);
  // The bound answer to a move, or -1.
  int bound_answer(int point) const { return partner_[point]; }
  Field bound() const { return bound_; }

  Field empty(const State& state) const { return all_ & ~state.attacker & ~state.defender; }

  // Plays an attacker's move on an empty point, unless it is suicide. `ko` becomes the point
  // where the defender may not take back at once, or kNoKo.
  enum class Attack : std::uint8_t { kSuicide, kPlayed, kWon };
  Attack attack(State& state, int point, int& ko) const;

  // Plays a defender's move on an empty point. Returns false if it is suicide; beside a wall it
  // never is, as walls that meet their targets have liberties. `ko` becomes the point where the
  // attacker would take back just the one stone that took one, or kNoKo.
  bool defend(State& state, int point, int& ko) const;
  bool defend(State& state, int point) const {
    int ko;
    return defend(state, point, ko);
  }

  // Whether every wall has its liberties: to be asked after the defender's moves.
  bool meets_targets(const State& state) const;

  // The points where an answer may help the walls that are short of their targets: their
  // liberties, and the last liberties of attackers beside them. All points if none is short.
  Field forced_answers(const State& state) const;

  // How much is missing until the targets will be met for ever by static rules and, if
  // `territory`, the attacker cannot live: 0 if the field is settled, kShort if a target is
  // not met even now (the defender has just moved). The rules are those of
  // Niu's StaticSafe (2004, section 5.2), which include his HasSureLiberties: Benson's theorem
  // on the groups as they stand, two intersection points, no room for two eyes. With `pairs`
  // they are those of static_solver.h: links between groups, and guarded eyes.
  static constexpr int kShort = -1;
  int unsettled(const State& state, bool territory, bool pairs) const;

  // The same by the evaluation of Niu (2004, section 5.2): her quick test HasSureLiberties, or
  // StaticSafe if the last move, from `before`, changed the size of the largest room by more than
  // two points. What is missing is measured by her heuristic value.
  int unsettled_as_niu(const State& before, const State& state, bool territory) const;

  // Points in the order in which they are to be tried.
  struct Order {
    std::array<std::int8_t, kMaxPoints> points;
    int count = 0;
    void add(int point) { points[count++] = static_cast<std::int8_t>(point); }
    void add_all(Field set) {
      for (; set != 0; set &= set - 1) add(std::countr_zero(set));
    }
  };
  // The answers of `choice` to an attack (a stone, or nothing) as Niu orders them (section 5.1).
  Order order_as_niu(const State& state, Field attacked, Field choice) const;

  // The points that no wall and no stone of the defender touches.
  Field interior(const State& state) const {
    return empty(state) & ~wall_contacts_ & ~near(state.defender);
  }

  // The points next to those of a set.
  Field near(Field set) const {
    Field around = 0;
    for (; set != 0; set &= set - 1) around |= near_[std::countr_zero(set)];
    return around;
  }
  // What a walk inside `within` reaches from `seed`.
  Field flood(Field seed, Field within) const {
    Field reached = seed & within;
    for (Field fresh = reached; fresh != 0;) {
      fresh = near(fresh) & within & ~reached;
      reached |= fresh;
    }
    return reached;
  }

 private:
  // Walls and loose stones that are connected now.
  struct Group {
    Field stones;
    Field liberties;
    Field touches;  // the points next to it
    int target;
    bool wall;
    int need() const { return target == kProvenElsewhere ? 0 : target; }
  };
  struct Groups {
    std::array<Group, kMaxPoints + kMaxWalls> list;
    int count = 0;
  };

  static constexpr bool has_two(Field set) { return (set & (set - 1)) != 0; }
  // The size of a small set: without the processor's own instruction std::popcount is slow.
  static constexpr int count_few(Field set) {
    int count = 0;
    for (; set != 0; set &= set - 1) ++count;
    return count;
  }
  static constexpr bool is_short(const Group& group) {
    if (!group.wall || group.need() == 0) return false;
    return group.need() == 1 ? group.liberties == 0 : !has_two(group.liberties);
  }

  static bool any_short(const Groups& groups);

  void find_groups(const State& state, Groups& groups) const;
  // A connected part of the field between the defender's stones. Sets of groups have bit g for
  // group g.
  struct Room {
    Field points;
    std::uint64_t around;  // the groups that touch it
    std::uint64_t eye_of;  // those that are sure of a liberty in it
    bool guarded;          // an eye with pairs
    bool two;              // two liberties for all around
  };
  struct Rooms {
    std::array<Room, kMaxPoints> list;
    int count = 0;
  };

  // What `unsettled` is asked for.
  struct Test {
    bool territory;
    bool pairs;
  };

  void find_rooms(const State& state, const Groups& groups, Field reserved, const Test& test,
                  Rooms& rooms) const;
  void judge_room(const State& state, const Groups& groups, Field reserved, const Test& test,
                  Room& room) const;
  bool is_half_bound(const State& state, Field room) const;
  std::uint64_t living(const Groups& groups, const Rooms& rooms) const;
  bool link_groups(const Rooms& rooms, std::uint64_t alive, Groups& groups, Field& reserved) const;
  int lacking(const State& state, const Groups& groups, const Rooms& rooms, std::uint64_t alive,
              Field reserved, bool territory) const;
  int room_left(const State& state, const Groups& groups, const Rooms& rooms, std::uint64_t alive,
                Field reserved) const;
  Field guard_with_pairs(Field room, Field liberties) const;
  bool holds_one_eye(Field room) const;
  Field without_false_points(Field room, Field area, Field secure) const;
  bool has_loop(Field area) const;
  bool parts(Field set, int point) const;

  static constexpr Field bit(int point) { return Field{1} << point; }
  static constexpr Field lowest(Field set) { return set & (~set + 1); }

  void add_outside_liberty(int wall);
  // For Niu's order and evaluation.
  struct Sizes {
    int count;
    int largest;
  };
  Sizes room_sizes(const State& state) const;
  bool has_sure_liberties(const State& state, const Groups& groups) const;
  int answer_score(const State& state, const Groups& groups, int point) const;
  Field all_around(Field set) const;  // in all eight directions

  std::vector<int> board_index_;
  Field all_ = 0;    // with outside liberties
  Field field_ = 0;  // without them
  std::array<Field, kMaxPoints> near_{};
  int walls_ = 0;
  std::array<Field, kMaxWalls> wall_near_{};
  std::array<std::uint8_t, kMaxWalls> wall_target_{};
  std::array<Field, kMaxPoints> diagonals_{};              // by point: those in the field
  std::array<std::uint8_t, kMaxPoints> wall_diagonals_{};  // and how many hold a wall
  Field at_edge_ = 0;
  Field open_ = 0;              // the points next to what is conceded to the attacker
  std::vector<Field> squares_;  // all squares of four points
  Field wall_contacts_ = 0;     // the points next to any wall
  State start_;
  std::array<std::int8_t, kMaxPoints> partner_;
  Field bound_ = 0;
  bool losses_allowed_ = false;
};

}  // namespace goseki
