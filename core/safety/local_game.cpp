#include "safety/local_game.h"

#include <algorithm>

namespace goseki {

BoardSet LocalGame::field_of(const Landscape& land, const std::vector<int>& regions) {
  BoardSet field;
  for (int region : regions) field |= land.points[region];
  for (int region : regions) {
    for (int block : land.blocks_of[region]) {
      const bool inside = std::all_of(
          land.regions_of[block].begin(), land.regions_of[block].end(), [&](int touched) {
            return std::find(regions.begin(), regions.end(), touched) != regions.end();
          });
      if (inside) field |= land.stones[block];
    }
  }
  return field;
}

LocalGame::LocalGame(const Landscape& land, BoardSet field, const std::vector<Wall>& walls)
    : walls_(static_cast<int>(walls.size())) {
  BoardSet wall_stones;
  for (const Wall& wall : walls) {
    for (int block : wall.blocks) wall_stones |= land.stones[block];
  }
  field &= ~wall_stones;
  for (int index : field) board_index_.push_back(index);
  const auto to_field = [&](const BoardSet& set) {
    Field result = 0;
    for (int i = 0; i < points(); ++i) {
      if (set.contains(board_index_[i])) result |= bit(i);
    }
    return result;
  };
  all_ = field_ = to_field(field);
  for (int i = 0; i < points(); ++i) {
    near_[i] = to_field(land.grid.neighbors(BoardSet::of(board_index_[i])));
  }
  for (int w = 0; w < walls_; ++w) {
    BoardSet stones;
    for (int block : walls[w].blocks) stones |= land.stones[block];
    wall_near_[w] = to_field(land.grid.neighbors(stones));
    wall_contacts_ |= wall_near_[w];
    wall_target_[w] = static_cast<std::uint8_t>(walls[w].target);
  }
  start_ = {to_field(land.other), to_field(land.own)};
  partner_.fill(-1);
  open_ = to_field(land.grid.neighbors(land.grid.board() & ~field & ~wall_stones));
  const BoardGrid& grid = land.grid;
  for (int i = 0; i < points(); ++i) {
    const BoardSet here = BoardSet::of(board_index_[i]);
    const BoardSet beside = grid.left(here) | grid.right(here);
    const BoardSet diagonals = grid.up(beside) | grid.down(beside);
    diagonals_[i] = to_field(diagonals);
    wall_diagonals_[i] = static_cast<std::uint8_t>((diagonals & wall_stones).count());
    if (grid.neighbors(here).count() < 4) at_edge_ |= bit(i);
    const BoardSet pair = here | grid.right(here);
    const BoardSet square = pair | grid.down(pair);
    if (square.count() == 4 && square.is_subset_of(field)) squares_.push_back(to_field(square));
  }
  for (int w = 0; w < walls_; ++w) {
    for (int i = 0; i < walls[w].outside_liberties; ++i) add_outside_liberty(w);
  }
}

void LocalGame::add_outside_liberty(int wall) {
  const Field liberty = bit(points());
  board_index_.push_back(-1);
  all_ |= liberty;
  open_ |= liberty;
  wall_near_[wall] |= liberty;
  wall_contacts_ |= liberty;
}

void LocalGame::bind_pair(int board_index_a, int board_index_b) {
  const auto place = [&](int index) {
    const auto found = std::find(board_index_.begin(), board_index_.end(), index);
    return static_cast<int>(found - board_index_.begin());
  };
  const int a = place(board_index_a);
  const int b = place(board_index_b);
  partner_[a] = static_cast<std::int8_t>(b);
  partner_[b] = static_cast<std::int8_t>(a);
  bound_ |= bit(a) | bit(b);
}

LocalGame::Attack LocalGame::attack(State& state, int point, int& ko) const {
  ko = kNoKo;
  const Field stone = bit(point);
  const Field attacker = state.attacker | stone;
  const Field empty_after = empty(state) & ~stone;
  Field captured = 0;
  for (Field rest = near_[point] & state.defender; rest != 0;) {
    const Field group = flood(rest & (~rest + 1), state.defender);
    rest &= ~group;
    if ((near(group) & empty_after) != 0) continue;
    bool walled = false;
    for (int w = 0; w < walls_ && !walled; ++w) walled = (wall_near_[w] & group) != 0;
    if (!walled) captured |= group;
  }
  if (captured == 0) {
    const Field string = flood(stone, attacker);
    if ((near(string) & empty_after) == 0 && (string & open_) == 0) return Attack::kSuicide;
  } else if (is_open() && !losses_allowed_) {
    return Attack::kWon;
  } else if (std::has_single_bit(captured)) {
    // Taking back would take just the stone that took.
    const bool alone = (near_[point] & (attacker | empty_after)) == 0 && (stone & open_) == 0;
    if (alone) ko = std::countr_zero(captured);
  }
  state.attacker = attacker;
  state.defender &= ~captured;
  return Attack::kPlayed;
}

bool LocalGame::defend(State& state, int point, int& ko) const {
  ko = kNoKo;
  const Field stone = bit(point);
  const Field defender = state.defender | stone;
  const Field empty_after = empty(state) & ~stone;
  Field captured = 0;
  for (Field rest = near_[point] & state.attacker; rest != 0;) {
    const Field string = flood(rest & (~rest + 1), state.attacker);
    rest &= ~string;
    if ((near(string) & empty_after) == 0 && (string & open_) == 0) captured |= string;
  }
  if (captured == 0) {
    const Field group = flood(stone, defender);
    if (((near(group) & empty_after) | (group & wall_contacts_)) == 0) return false;
  } else if (std::has_single_bit(captured)) {
    const bool alone =
        (near_[point] & (defender | empty_after)) == 0 && (stone & wall_contacts_) == 0;
    if (alone) ko = std::countr_zero(captured);
  }
  state.defender = defender;
  state.attacker &= ~captured;
  return true;
}

void LocalGame::find_groups(const State& state, Groups& groups) const {
  const Field empty_now = empty(state);
  groups.count = 0;
  std::uint32_t left = walls_ == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << walls_) - 1;
  Field loose = state.defender;
  while (left != 0) {
    Group group{0, 0, 0, kProvenElsewhere, true};
    std::uint32_t fresh = left & (~left + 1);
    while (fresh != 0) {
      left &= ~fresh;
      for (; fresh != 0; fresh &= fresh - 1) {
        const int w = std::countr_zero(fresh);
        group.touches |= wall_near_[w];
        group.target = std::min<int>(group.target, wall_target_[w]);
      }
      group.stones = flood(group.touches & state.defender, state.defender);
      for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
        const int w = std::countr_zero(rest);
        if ((wall_near_[w] & group.stones) != 0) fresh |= std::uint32_t{1} << w;
      }
    }
    group.touches |= near(group.stones);
    group.liberties = group.touches & empty_now;
    loose &= ~group.stones;
    groups.list[groups.count++] = group;
  }
  while (loose != 0) {
    Group group{0, 0, 0, 2, false};
    group.stones = flood(loose & (~loose + 1), loose);
    group.touches = near(group.stones);
    group.liberties = group.touches & empty_now;
    loose &= ~group.stones;
    groups.list[groups.count++] = group;
  }
}

bool LocalGame::any_short(const Groups& groups) {
  return std::any_of(groups.list.begin(), groups.list.begin() + groups.count, is_short);
}

bool LocalGame::meets_targets(const State& state) const {
  Groups groups;
  find_groups(state, groups);
  return !any_short(groups);
}

LocalGame::Field LocalGame::forced_answers(const State& state) const {
  Groups groups;
  find_groups(state, groups);
  const Field empty_now = empty(state);
  Field forced = all_;
  for (int g = 0; g < groups.count; ++g) {
    const Group& group = groups.list[g];
    if (!is_short(group)) continue;
    Field saving = group.liberties;
    for (Field rest = group.touches & state.attacker; rest != 0;) {
      const Field string = flood(rest & (~rest + 1), state.attacker);
      rest &= ~string;
      const Field last = near(string) & empty_now;
      if (std::has_single_bit(last)) saving |= last;
    }
    forced &= saving;
  }
  return forced;
}

}  // namespace goseki
