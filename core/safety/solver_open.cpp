// SafetySolver: fights for liberties in open fields, which are parts of regions.

#include <algorithm>

#include "safety/solver.h"
#include "safety/static_solver.h"

namespace goseki {
namespace {

constexpr std::int64_t kOpenShare = 10;  // searches of open fields are many: a tenth for each
constexpr std::size_t kMaxOpenBlocks = 5;
constexpr int kMaxOpenSteps = 4;

}  // namespace

// The external eyes of blocks, as pairs of a block and a region.
std::vector<std::pair<int, int>> SafetySolver::eyes_of(std::vector<int> blocks) const {
  std::sort(blocks.begin(), blocks.end());
  std::vector<std::pair<int, int>> eyes;
  for (int block : blocks) {
    for (int eye : external_eyes(block, {}, blocks)) eyes.emplace_back(block, eye);
  }
  return eyes;
}

// Where a set of blocks may fight for liberties: everywhere but where a proof relies on what
// happens, in their own eyes, and in territory, whose owner may have to give up stones in it.
BoardSet SafetySolver::free_for(const std::vector<int>& blocks) const {
  BoardSet allowed;
  for (int region = 0; region < land_.regions(); ++region) {
    if (safety_.region_proof[region] != RegionProof::kNone) continue;
    if (!safety_.committed[region] || partly_[region]) allowed |= land_.points[region];
  }
  for (const auto& [block, eye] : eyes_of(blocks)) allowed &= ~land_.points[eye];
  return allowed & ~safety_.locked & ~safety_.reserved;
}

// The free points at most so many steps from a set of blocks.
BoardSet SafetySolver::points_around(const std::vector<int>& blocks, int steps) const {
  const BoardSet allowed = free_for(blocks);
  BoardSet around;
  for (int block : blocks) around |= land_.liberties[block] & allowed;
  for (int step = 1; step < steps; ++step) around |= land_.grid.neighbors(around) & allowed;
  return around;
}

bool SafetySolver::prove_open(const std::vector<int>& blocks, const BoardSet& field) {
  const std::vector<std::pair<int, int>> eyes = eyes_of(blocks);
  const BoardSet beside = land_.grid.neighbors(field);
  std::vector<LocalGame::Wall> walls;
  for (int block = 0; block < land_.blocks(); ++block) {
    if (std::find(blocks.begin(), blocks.end(), block) != blocks.end()) {
      const auto own_eyes = std::count_if(eyes.begin(), eyes.end(),
                                          [&](const auto& eye) { return eye.first == block; });
      walls.push_back({{block}, std::max(0, 2 - static_cast<int>(own_eyes))});
    } else if (safety_.is_safe(block) && land_.stones[block].meets(beside)) {
      walls.push_back({{block}, 0});
    }
  }
  if (ask(field, walls, false) != Verdict::kProven) return false;
  Group group;
  for (int region = 0; region < land_.regions(); ++region) {
    if (field.meets(land_.points[region])) group.push_back(region);
  }
  Safety::Fight open{field, {}};
  for (const LocalGame::Wall& wall : walls) {
    if (wall.target > 0) open.targets.emplace_back(wall.blocks[0], wall.target);
  }
  safety_.open_fields.push_back(open);
  const BoardSet locked = safety_.locked | field;
  for (int region : group) partly_[region] = true;
  commit(group, walls, false);
  safety_.locked = locked;
  commit_eyes(eyes);
  return true;
}

// Fights for blocks in part of a large region, the rest of which is conceded.
bool SafetySolver::search_open() {
  const std::int64_t full = budget_;
  budget_ = std::max<std::int64_t>(1, full / kOpenShare);
  bool found = false;
  for (int block = 0; block < land_.blocks(); ++block) {
    if (!safety_.is_safe(block)) found = search_open_around(block) || found;
  }
  budget_ = full;
  return found;
}

// Tries a block alone, then together with the nearest other unsafe block, and so on.
bool SafetySolver::search_open_around(int block) {
  std::vector<int> blocks{block};
  for (;;) {
    BoardSet last;
    for (int steps = 1; steps <= kMaxOpenSteps && !watch_.stopped(); ++steps) {
      const BoardSet field = points_around(blocks, steps);
      if (field == last || field.count() > options_.max_merged) break;
      if (prove_open(blocks, field)) return true;
      last = field;
    }
    const int next = nearest_unsafe(blocks);
    if (watch_.stopped() || next < 0 || blocks.size() == kMaxOpenBlocks) return false;
    blocks.push_back(next);
  }
}

void SafetySolver::run_beside_weak() {
  level_ = tally_.level = SafetyLevel::kM6;
  watch_.set_share(part_.from);
  budget_ = std::max<std::int64_t>(1, options_.nodes / kOpenShare);
  bool found = false;
  for (int block = 0; block < land_.blocks() && !watch_.stopped(); ++block) {
    if (!safety_.is_safe(block)) found = prove_beside_weak(block) || found;
  }
  if (found) prove_static(safety_, watch_);
}

// The field is everything that can be reached from the block's liberties over empty points and weak
// stones of the attacker. If that fails, all unsafe blocks that touch the field join in.
bool SafetySolver::prove_beside_weak(int block) {
  std::vector<int> blocks{block};
  for (;;) {
    const BoardSet allowed = free_for(blocks) & ~hostile_safe_;
    BoardSet field;
    for (int each : blocks) field |= land_.grid.flood(land_.liberties[each], allowed);
    if (watch_.stopped() || field.count() > options_.max_points) return false;
    if (prove_open(blocks, field)) return true;
    const std::size_t before = blocks.size();
    const BoardSet beside = land_.grid.neighbors(field);
    for (int other = 0; other < land_.blocks(); ++other) {
      const bool known = std::find(blocks.begin(), blocks.end(), other) != blocks.end();
      if (!known && !safety_.is_safe(other) && land_.stones[other].meets(beside)) {
        blocks.push_back(other);
      }
    }
    if (blocks.size() == before) return false;
  }
}

// The unsafe block with the most liberties in common with some others, or -1.
int SafetySolver::nearest_unsafe(const std::vector<int>& blocks) const {
  BoardSet liberties;
  for (int block : blocks) liberties |= land_.liberties[block];
  int nearest = -1;
  int most = 0;
  for (int block = 0; block < land_.blocks(); ++block) {
    if (safety_.is_safe(block)) continue;
    if (std::find(blocks.begin(), blocks.end(), block) != blocks.end()) continue;
    const int common = (liberties & land_.liberties[block]).count();
    if (common <= most) continue;
    nearest = block;
    most = common;
  }
  return nearest;
}

}  // namespace goseki
