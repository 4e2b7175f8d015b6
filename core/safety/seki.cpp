#include "safety/seki.h"

#include <algorithm>

#include "safety/exhaustion.h"

namespace goseki {
namespace {

constexpr int kMaxStates = 20'000;  // of an exhaustion

bool relies_on(const std::vector<std::pair<int, int>>& targets, int block) {
  return std::any_of(targets.begin(), targets.end(),
                     [&](const auto& target) { return target.first == block; });
}

// Whether a safe block relies on liberties where there is no territory.
bool is_soft(const Safety& safety, int block) {
  const BlockProof proof = safety.block_proof[block];
  if (proof == BlockProof::kNone || proof == BlockProof::kBenson) return false;
  for (const Safety::Fight& field : safety.open_fields) {
    if (relies_on(field.targets, block)) return true;
  }
  for (int region : safety.land.regions_of[block]) {
    const bool territory = safety.region_proof[region] != RegionProof::kNone;
    if (!territory && relies_on(safety.targets[region], block)) return true;
  }
  return false;
}

// One colour's side of the board.
struct Side {
  Side(const Safety& own, const Safety& opponent)
      : safety(own),
        land(own.land),
        solid(solid_stones(own)),
        hostile(own.land.from_board(opponent.land.to_board(opponent.safe_stones))) {}

  // Whether a block would be lost, its own side moving first, if the opponent's safe stones
  // could not be captured.
  bool needs_weakness(int block, StopWatch& watch) const {
    const BoardSet free = land.grid.board() & ~hostile & ~solid & ~land.stones[block];
    const BoardSet field = land.grid.flood(land.liberties[block], free);
    const BoardSet beside = land.grid.neighbors(field);
    std::vector<LocalGame::Wall> walls{{{block}, 2}};
    for (int other = 0; other < land.blocks(); ++other) {
      if (land.stones[other].meets(solid & beside)) walls.push_back({{other}, 0});
    }
    if (!LocalGame::fits(field, walls.size())) return false;
    LocalGame game(land, field, walls);
    game.allow_losses();
    const Exhaustion all(game, KoWinner::kAttacker, kMaxStates, watch);
    return all.is_complete() && all.outcome(true) == Outcome::kLost;
  }

  const Safety& safety;
  const Landscape& land;
  BoardSet solid;
  BoardSet hostile;  // safe stones of the opponent
};

// A block that may be in seki. Sets are those of Black's landscape.
struct Member {
  const Side* side;
  int block;
  BoardSet stones;
  BoardSet reach;  // the points next to it
};

// Whether two blocks of different colours touch or have a liberty in common.
bool are_opposed(const Member& a, const Member& b, const BoardSet& empty) {
  return a.side != b.side && (a.reach.meets(b.stones) || (a.reach & b.reach).meets(empty));
}

std::vector<Member> soft_blocks(const Side& side, const Landscape& common) {
  std::vector<Member> found;
  for (int block = 0; block < side.land.blocks(); ++block) {
    if (!is_soft(side.safety, block)) continue;
    const BoardSet stones = common.from_board(side.land.to_board(side.land.stones[block]));
    found.push_back({&side, block, stones, common.grid.neighbors(stones)});
  }
  return found;
}

// Takes a member out of a list, with all that are connected to it by being opposed.
std::vector<Member> take_group(std::vector<Member>& members, const BoardSet& empty) {
  std::vector<Member> group{members.back()};
  members.pop_back();
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto rest = std::stable_partition(members.begin(), members.end(), [&](const Member& m) {
      return !are_opposed(group[i], m, empty);
    });
    const std::vector<Member> joined(rest, members.end());
    members.erase(rest, members.end());
    group.insert(group.end(), joined.begin(), joined.end());
  }
  return group;
}

// The empty areas that touch both of two sets.
BoardSet areas_between(const Landscape& land, const BoardSet& a, const BoardSet& b) {
  BoardSet between;
  const BoardSet beside_a = land.grid.neighbors(a) & land.empty;
  for (int point : beside_a) {
    if (between.contains(point)) continue;
    const BoardSet area = land.grid.flood(BoardSet::of(point), land.empty);
    if (land.grid.neighbors(area).meets(b)) between |= area;
  }
  return between;
}

}  // namespace

BoardSet solid_stones(const Safety& safety) {
  BoardSet solid = safety.safe_stones;
  for (int block = 0; block < safety.land.blocks(); ++block) {
    if (is_soft(safety, block)) solid &= ~safety.land.stones[block];
  }
  return solid;
}

std::vector<Seki> find_sekis(const BothSafety& found, StopWatch& watch) {
  const Side black(found.black, found.white);
  const Side white(found.white, found.black);
  const Landscape& common = found.black.land;
  std::vector<Member> soft = soft_blocks(black, common);
  const std::vector<Member> soft_white = soft_blocks(white, common);
  soft.insert(soft.end(), soft_white.begin(), soft_white.end());
  std::vector<Member> members;
  for (const Member& member : soft) {
    const bool opposed = std::any_of(soft.begin(), soft.end(), [&](const Member& other) {
      return are_opposed(member, other, common.empty);
    });
    if (opposed && member.side->needs_weakness(member.block, watch)) members.push_back(member);
  }
  std::vector<Seki> sekis;
  while (!members.empty()) {
    BoardSet stones[2];
    for (const Member& member : take_group(members, common.empty)) {
      stones[member.side == &white] |= member.stones;
    }
    if (stones[0].none() || stones[1].none()) continue;
    const BoardSet between = areas_between(common, stones[0], stones[1]);
    sekis.push_back(
        {common.to_board(stones[0]), common.to_board(stones[1]), common.to_board(between)});
  }
  return sekis;
}

}  // namespace goseki
