// LocalGame: the order of answers and the evaluation of Niu (2004, chapter 5).

#include <algorithm>
#include <cstdlib>

#include "safety/local_game.h"

namespace goseki {

LocalGame::Field LocalGame::all_around(Field set) const {
  Field around = near(set);
  for (; set != 0; set &= set - 1) around |= diagonals_[std::countr_zero(set)];
  return around;
}

// A *cutting point* is next to two walls, a *cutting block* an attackers' block on one. If the
// attack is near an empty cutting point, that and what is around it comes first; if it extends a
// cutting block, the liberties of that. The others follow by a weighted sum of features.
LocalGame::Order LocalGame::order_as_niu(const State& state, Field attacked, Field choice) const {
  Groups groups;
  find_groups(state, groups);
  Field beside = 0;
  Field cutting = 0;
  for (int g = 0; g < groups.count; ++g) {
    if (!groups.list[g].wall) continue;
    cutting |= beside & groups.list[g].touches;
    beside |= groups.list[g].touches;
  }
  const Field empty_now = empty(state);
  const Field cuts = cutting & empty_now & all_around(attacked);
  const Field block = flood(attacked, state.attacker);
  const bool extends = block != attacked && (block & cutting) != 0;
  const Field urgent = cuts != 0 ? all_around(cuts) : extends ? near(block) : 0;

  struct Rated {
    int place;
    int score;
    int point;
  };
  std::array<Rated, kMaxPoints> rated;
  int count = 0;
  for (Field rest = choice; rest != 0; rest &= rest - 1) {
    const int point = std::countr_zero(rest);
    const bool is_urgent = (urgent >> point & 1) != 0;
    const int place = (cuts >> point & 1) != 0 ? 0 : is_urgent ? 1 : 2;
    const int score = is_urgent && cuts == 0 ? count_few(near_[point] & empty_now)
                                             : answer_score(state, groups, point);
    rated[count++] = {place, score, point};
  }
  std::stable_sort(rated.begin(), rated.begin() + count, [](const Rated& a, const Rated& b) {
    return a.place != b.place ? a.place < b.place : a.score > b.score;
  });
  Order order;
  for (int i = 0; i < count; ++i) order.add(rated[i].point);
  return order;
}

int LocalGame::answer_score(const State& state, const Groups& groups, int point) const {
  State next = state;
  if (!defend(next, point)) return 0;
  Field touches = near_[point];
  int own_blocks = 0;
  for (int g = 0; g < groups.count; ++g) {
    if ((groups.list[g].touches >> point & 1) == 0) continue;
    touches |= groups.list[g].touches;
    ++own_blocks;
  }
  int other_blocks = 0;
  for (Field rest = near_[point] & state.attacker; rest != 0; ++other_blocks) {
    rest &= ~flood(lowest(rest), state.attacker);
  }
  const int liberties = std::popcount(touches & empty(next));
  const int captures = next.attacker != state.attacker;
  const int self_atari = liberties == 1;
  return 10 * liberties + 30 * own_blocks + 20 * other_blocks + 50 * captures - 100 * self_atari;
}

// The heuristic value is 100 for each room, less 50 for each block of the attacker with more than
// one liberty: here in units of 50, and counted from what a field could have at best.
int LocalGame::unsettled_as_niu(const State& before, const State& state, bool territory) const {
  Groups groups;
  find_groups(state, groups);
  if (any_short(groups)) return kShort;
  const Sizes sizes = room_sizes(state);
  const bool is_changed = std::abs(sizes.largest - room_sizes(before).largest) > 2;
  const bool is_settled = is_changed || !territory || is_open()
                              ? unsettled(state, territory, false) == 0
                              : has_sure_liberties(state, groups);
  if (is_settled) return 0;
  int active = 0;
  for (Field rest = state.attacker; rest != 0;) {
    const Field block = flood(lowest(rest), rest);
    rest &= ~block;
    active += has_two(near(block) & empty(state));
  }
  return std::max(1, points() + 1 - 2 * sizes.count + active);
}

LocalGame::Sizes LocalGame::room_sizes(const State& state) const {
  Sizes sizes{0, 0};
  for (Field rest = all_ & ~state.defender; rest != 0; ++sizes.count) {
    const Field room = flood(lowest(rest), rest);
    rest &= ~room;
    sizes.largest = std::max(sizes.largest, std::popcount(room));
  }
  return sizes;
}

// Niu's HasSureLiberties, as far as it holds: all points are next to walls, and these have one
// block around two rooms (or one, if it needs no more), or two intersection points.
bool LocalGame::has_sure_liberties(const State& state, const Groups& groups) const {
  Field held = 0;
  Field joint = empty(state) & ~bound_;
  int target = 0;
  for (int g = 0; g < groups.count; ++g) {
    const Group& group = groups.list[g];
    if (!group.wall) return false;
    held |= group.touches | group.stones;
    joint &= group.touches;
    target = std::max(target, group.need());
  }
  if ((all_ & ~held) != 0) return false;
  const int rooms = room_sizes(state).count;
  if (target == 0 || (groups.count == 1 && rooms >= target)) return true;
  if (rooms != 1) return false;
  int parting = 0;
  for (; joint != 0; joint &= joint - 1) {
    parting += parts(all_ & ~state.defender, std::countr_zero(joint));
  }
  return parting >= 2;
}

}  // namespace goseki
