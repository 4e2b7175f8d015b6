// When a field is settled: the static tests of LocalGame.
//
// What an answer captures leaves a hole, and the attacker moves first in it. So wherever the
// defender may come to play, stones of the attacker count as room for him: every point must be
// in touch with stones that stay, as if it were empty. Only in a room where no answer is ever
// given, and which need not be cleared, do the empty points alone matter.

#include <algorithm>
#include <span>

#include "life/fixed_point.h"
#include "safety/local_game.h"

namespace goseki {

// The connected parts of the field between the defender's stones, and what each is good for.
void LocalGame::find_rooms(const State& state, const Groups& groups, Field reserved,
                           const Test& test, Rooms& rooms) const {
  rooms.count = 0;
  for (Field rest = all_ & ~state.defender; rest != 0;) {
    Room& room = rooms.list[rooms.count++];
    room = {flood(lowest(rest), rest), 0, 0, false, false};
    rest &= ~room.points;
    judge_room(state, groups, reserved, test, room);
  }
}

void LocalGame::judge_room(const State& state, const Groups& groups, Field reserved,
                           const Test& test, Room& room) const {
  const Field open = room.points & empty(state);
  const Field free = open & ~bound_ & ~reserved;
  Field joint = free;
  Field beside = 0;
  bool full = false;
  for (int g = 0; g < groups.count; ++g) {
    const Group& group = groups.list[g];
    if ((group.touches & room.points) == 0) continue;
    room.around |= std::uint64_t{1} << g;
    joint &= group.touches;
    beside |= group.touches;
    full = full || (room.points & ~group.touches) == 0;
    if ((open & ~group.touches) == 0) room.eye_of |= std::uint64_t{1} << g;
  }
  // A stone of the defender's in a room that is full for a group joins it to all whose eye it is.
  const bool is_played_in = test.territory || free != open;
  if (is_played_in && !full) room.eye_of = 0;
  if ((room.points & open_) != 0 || is_half_bound(state, room.points)) {
    room.eye_of = 0;
    return;
  }
  const Field interior = room.points & ~beside;
  if (!test.pairs && interior != 0) return;
  if (std::has_single_bit(room.around) && room.eye_of == 0 &&
      guard_with_pairs(interior, free & beside) == 0) {
    room.eye_of = room.around;
    room.guarded = true;
  }
  if (!has_two(joint)) return;
  Field pair = 0;
  for (Field rest = joint; rest != 0 && !has_two(pair); rest &= rest - 1) {
    if (parts(room.points, std::countr_zero(rest))) pair |= lowest(rest);
  }
  room.two = has_two(pair) && guard_with_pairs(interior, free & beside & ~pair) == 0;
}

// Whether the answer to an attack elsewhere may have to be given in a room: that could fill it.
bool LocalGame::is_half_bound(const State& state, Field room) const {
  const Field waiting = empty(state) & bound_;
  for (Field rest = waiting & room; rest != 0; rest &= rest - 1) {
    const Field partner = bit(partner_[std::countr_zero(rest)]);
    if ((partner & waiting & ~room) != 0) return true;
  }
  return false;
}

// Benson's fixed point of the groups, walls being beyond capture. Returns the groups that stay,
// bit g for group g; it lacks a wall that does not get its target. A room with two intersection
// points gives two liberties to all around it, an eye gives one.
std::uint64_t LocalGame::living(const Groups& groups, const Rooms& rooms) const {
  std::uint64_t walls = 0;
  std::array<std::uint64_t, 3> needing{};  // by liberties
  for (int g = 0; g < groups.count; ++g) {
    if (groups.list[g].wall) walls |= bit(g);
    needing[groups.list[g].need()] |= bit(g);
  }
  std::array<VitalRegion<std::uint64_t>, 2 * kMaxPoints> vital;
  int count = 0;
  for (int r = 0; r < rooms.count; ++r) {
    const Room& room = rooms.list[r];
    const VitalRegion<std::uint64_t> region{room.around & ~walls,
                                            room.two ? room.around : room.eye_of};
    vital[count++] = region;
    if (room.two) vital[count++] = region;
  }
  return benson_fixed_point(needing[0] | needing[1] | needing[2], std::span(vital.data(), count),
                            needing[0], needing[1]);
}

// Joins groups by pairs of common liberties in one room: if the attacker takes one, the
// defender takes the other. Groups that live anyway need no link to each other.
bool LocalGame::link_groups(const Rooms& rooms, std::uint64_t alive, Groups& groups,
                            Field& reserved) const {
  bool linked = false;
  for (int a = 0; a < groups.count; ++a) {
    for (int b = a + 1; b < groups.count;) {
      Group& first = groups.list[a];
      const Group& second = groups.list[b];
      const Field common = first.liberties & second.liberties & ~bound_ & ~reserved;
      Field pair = 0;
      if ((alive >> a & alive >> b & 1) == 0 && has_two(common)) {
        for (int r = 0; r < rooms.count && pair == 0; ++r) {
          const Field here = common & rooms.list[r].points;
          if (has_two(here)) pair = lowest(here) | lowest(here & (here - 1));
        }
      }
      if (pair == 0) {
        ++b;
        continue;
      }
      reserved |= pair;
      first.stones |= second.stones;
      first.liberties |= second.liberties;
      first.touches |= second.touches;
      first.target = std::min(first.target, second.target);
      first.wall = first.wall || second.wall;
      groups.list[b] = groups.list[--groups.count];
      const std::uint64_t last = alive >> groups.count & 1;
      alive = (alive & ~bit(b)) | last << b;
      alive &= ~bit(a);
      linked = true;
      b = a + 1;
    }
  }
  return linked;
}

int LocalGame::unsettled(const State& state, bool territory, bool pairs) const {
  Groups groups;
  find_groups(state, groups);
  if (any_short(groups)) return kShort;
  if (groups.count > 64) return kMaxPoints;
  const Test test{territory, pairs};
  Rooms rooms;
  find_rooms(state, groups, 0, test, rooms);
  const std::uint64_t alive = living(groups, rooms);
  const int plain = lacking(state, groups, rooms, alive, 0, territory);
  Field reserved = 0;
  if (plain == 0 || !pairs || !link_groups(rooms, alive, groups, reserved)) return plain;
  find_rooms(state, groups, reserved, test, rooms);
  return std::min(plain, lacking(state, groups, rooms, living(groups, rooms), reserved, territory));
}

// What is missing: walls without their liberties, and points where the attacker has room.
int LocalGame::lacking(const State& state, const Groups& groups, const Rooms& rooms,
                       std::uint64_t alive, Field reserved, bool territory) const {
  int missing = 0;
  for (int g = 0; g < groups.count; ++g) {
    if (groups.list[g].wall && (alive >> g & 1) == 0) missing += 2;
  }
  return territory ? missing + room_left(state, groups, rooms, alive, reserved) : missing;
}

// The points between what stays where the attacker may still make two eyes. He has none next to
// what stays nor on a false point, so he must make both of what is left; with one point, or two
// neighbours, he cannot, whatever stands there now. Then the defender, who needs nothing here,
// can fill all the rest and take off what is there: docs/certificates.md has the argument.
int LocalGame::room_left(const State& state, const Groups& groups, const Rooms& rooms,
                         std::uint64_t alive, Field reserved) const {
  Field secure = 0;
  Field beside = 0;
  for (int g = 0; g < groups.count; ++g) {
    if ((alive >> g & 1) == 0 && !groups.list[g].wall) continue;
    secure |= groups.list[g].stones;
    beside |= groups.list[g].touches;
  }
  Field held = 0;  // its pairs leave no point of it out of touch
  for (int r = 0; r < rooms.count; ++r) {
    const Room& room = rooms.list[r];
    if ((room.around & ~alive) == 0 && (room.two || room.guarded)) held |= room.points;
  }
  int left = 0;
  for (Field rest = all_ & ~secure & ~held; rest != 0;) {
    const Field area = flood(lowest(rest), rest);
    rest &= ~area;
    const Field gap = area & open_ & field_;
    if (gap != 0) {
      left += std::popcount(gap);
      continue;
    }
    const Field room = area & ~beside;
    if (holds_one_eye(room)) continue;
    const Field true_room = without_false_points(room, area, secure);
    if (holds_one_eye(true_room)) continue;
    const Field liberties = area & empty(state) & beside & ~bound_ & ~reserved;
    const Field unguarded = guard_with_pairs(true_room, liberties);
    if (!holds_one_eye(unguarded)) left += std::popcount(unguarded);
  }
  return left;
}

bool LocalGame::parts(Field set, int point) const {
  const Field rest = set & ~bit(point);
  return rest != 0 && flood(lowest(rest), rest) != rest;
}

bool LocalGame::holds_one_eye(Field room) const {
  return !has_two(room) || (!has_two(room & (room - 1)) && (near(room) & room) != 0);
}

// The room without points whose diagonals leave no eye there: see life/eye_room.h, where the
// rule is given for whole boards. Walls that stay stand for living stones.
LocalGame::Field LocalGame::without_false_points(Field room, Field area, Field secure) const {
  Field left = room;
  for (Field rest = room; rest != 0; rest &= rest - 1) {
    const int point = std::countr_zero(rest);
    const int held = wall_diagonals_[point] + count_few(diagonals_[point] & secure);
    if (held >= ((at_edge_ >> point & 1) != 0 ? 1 : 2)) left &= ~bit(point);
  }
  return left == room || has_loop(area) ? room : left;
}

bool LocalGame::has_loop(Field area) const {
  int doubled_pairs = 0;
  for (Field rest = area; rest != 0; rest &= rest - 1) {
    doubled_pairs += count_few(near_[std::countr_zero(rest)] & area);
  }
  const auto inside = std::count_if(squares_.begin(), squares_.end(),
                                    [&](Field square) { return (square & ~area) == 0; });
  return std::popcount(area) - doubled_pairs / 2 + inside < 1;
}

// Gives points of the room pairs of liberties of their own, so that they stay in touch with
// what is secure. Returns the points that are left without.
LocalGame::Field LocalGame::guard_with_pairs(Field room, Field liberties) const {
  Field left = 0;
  while (room != 0) {
    int hardest = 0;
    int fewest = 5;
    for (Field rest = room; rest != 0; rest &= rest - 1) {
      const int point = std::countr_zero(rest);
      const int options = count_few(near_[point] & liberties);
      if (options < fewest) {
        fewest = options;
        hardest = point;
      }
    }
    room &= ~bit(hardest);
    if (fewest < 2) {
      left |= bit(hardest);
      continue;
    }
    for (int taken = 0; taken < 2; ++taken) {
      // Rather one that no other point of the room wants.
      const Field options = near_[hardest] & liberties;
      const Field unwanted = options & ~near(room);
      const Field from = unwanted != 0 ? unwanted : options;
      liberties &= ~(from & (~from + 1));
    }
  }
  return left;
}

}  // namespace goseki
