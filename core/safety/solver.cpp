#include "safety/solver.h"

#include <algorithm>
#include <set>

#include "safety/seki.h"

namespace goseki {
namespace {

constexpr std::int64_t kFirstNodes = 1'000;
constexpr std::int64_t kMoreNodes = 10;
constexpr std::int64_t kWeakShare = 3;   // levels with the weaker test: a third for each search
constexpr std::int64_t kOpenShare = 10;  // searches of open fields are many: a tenth for each
constexpr std::size_t kMaxOpenBlocks = 5;
constexpr int kMaxOpenSteps = 4;
constexpr int kNoLinks = 1'000;  // more walls than two regions ever share

}  // namespace

SafetySolver::SafetySolver(Safety& safety, const SafetyOptions& options, RegionSearch& search,
                           const Progress& progress, const BoardSet& hostile_safe)
    : safety_(safety),
      land_(safety.land),
      options_(options),
      search_(search),
      progress_(progress),
      hostile_safe_(hostile_safe),
      partly_(safety.land.regions(), false) {
  for (const Safety::Fight& field : safety.open_fields) {
    for (int region = 0; region < land_.regions(); ++region) {
      if (field.points.meets(land_.points[region])) partly_[region] = true;
    }
  }
}

bool SafetySolver::run() {
  prove_static(safety_);
  for (int level = 1; level <= static_cast<int>(options_.level) && !stopped_; ++level) {
    level_ = static_cast<SafetyLevel>(level);
    ahead_.clear();
    // From here on the same question may get another answer.
    if (level_ == SafetyLevel::kM4 || level_ == SafetyLevel::kM5) asked_.clear();
    run_level();
  }
  note_attempts();
  return !stopped_;
}

// Notes what was asked last of regions that are still open, for those who want to know why.
void SafetySolver::note_attempts() {
  for (const Answered& answered : asked_) {
    const Question& question = answered.question;
    if (answered.answer == SearchAnswer::kProven || !question.territory) continue;
    auto& attempts = safety_.attempts;
    std::erase_if(attempts, [&](const auto& known) { return known.points == question.field; });
    if (is_in_question(question.field)) attempts.push_back({question.field, question.targets});
  }
}

// Whether nothing is known of the regions of a field that would make it another question.
bool SafetySolver::is_in_question(const BoardSet& field) const {
  int regions = 0;
  bool all_open = true;
  for (int region = 0; region < land_.regions(); ++region) {
    if (!field.meets(land_.points[region])) continue;
    if (safety_.region_proof[region] != RegionProof::kNone) return false;
    all_open = all_open && is_open(region);
    ++regions;
  }
  return all_open || regions == 1;
}

// Cheap proofs first: what they make safe helps the others.
void SafetySolver::run_level() {
  const std::int64_t limit = level_ >= SafetyLevel::kM5
                                 ? options_.nodes
                                 : std::max<std::int64_t>(1, options_.nodes / kWeakShare);
  for (budget_ = std::min(kFirstNodes, limit); !stopped_;) {
    bool changed = search_once();
    if (!changed && budget_ == limit && level_ >= SafetyLevel::kM6) {
      changed = make([&] { return search_open(); }, SearchAnswer::kRefuted);
    }
    if (changed) {
      const std::size_t pairs = safety_.pairs.size();
      prove_static(safety_);
      if (safety_.pairs.size() != pairs) ahead_.clear();
    } else if (budget_ == limit) {
      return;
    } else {
      budget_ = std::min(budget_ * kMoreNodes, limit);
      std::erase_if(asked_, [](const auto& a) { return a.answer == SearchAnswer::kUnknown; });
      ahead_.clear();
    }
  }
}

bool SafetySolver::search_once() {
  const auto eyes = [&](int links, Shares shares) {
    const std::vector<Group> units = components(links);
    return make([&] { return search_eyes(units, shares); }, SearchAnswer::kProven);
  };
  bool changed = make([&] { return search_regions(); }, SearchAnswer::kRefuted);
  changed = search_territory() || changed;
  if (!changed) changed = eyes(kNoLinks, Shares::kEyesOnly);
  if (!changed && level_ >= SafetyLevel::kM3) {
    changed = make([&] { return search_merged(); }, SearchAnswer::kRefuted);
  }
  if (!changed && level_ >= SafetyLevel::kM6) {
    changed = eyes(kNoLinks, Shares::kAny) || eyes(2, Shares::kAny);
  }
  return changed;
}

// Whether a region is not proven, and free for a plan.
bool SafetySolver::is_open(int region) const {
  return safety_.region_proof[region] == RegionProof::kNone && !safety_.committed[region] &&
         safety_.halves[region] == 0 && !land_.blocks_of[region].empty();
}

bool SafetySolver::is_worth(int region) const {
  return is_open(region) && land_.points[region].count() <= options_.max_points &&
         !land_.points[region].meets(hostile_safe_);
}

int SafetySolver::size_of(const Group& group) const {
  int size = 0;
  for (int region : group) size += land_.points[region].count();
  return size;
}

bool SafetySolver::touches_only(int block, const Group& group) const {
  return std::all_of(land_.regions_of[block].begin(), land_.regions_of[block].end(),
                     [&](int r) { return std::binary_search(group.begin(), group.end(), r); });
}

// The blocks around a group that must not be lost: all but the unsafe ones inside.
std::vector<int> SafetySolver::walls_of(const Group& group) const {
  std::set<int> walls;
  for (int region : group) {
    for (int block : land_.blocks_of[region]) {
      if (safety_.is_safe(block) || !touches_only(block, group)) walls.insert(block);
    }
  }
  return {walls.begin(), walls.end()};
}

// Regions outside the group that are full or healthy eyes (static_solver.h) for a wall of it, with
// all blocks around them safe or walls of the group.
std::vector<int> SafetySolver::external_eyes(int block, const Group& group,
                                             const std::vector<int>& walls) const {
  std::vector<int> eyes;
  for (int region : land_.regions_of[block]) {
    if (std::binary_search(group.begin(), group.end(), region) || !is_open(region)) continue;
    const BoardSet& points = land_.points[region];
    if (!(points & land_.empty).is_subset_of(land_.liberties[block])) continue;
    if (!is_full(region) && safety_.reserved.meets(points)) continue;
    const auto& around = land_.blocks_of[region];
    const bool held = std::all_of(around.begin(), around.end(), [&](int b) {
      return safety_.is_safe(b) || std::binary_search(walls.begin(), walls.end(), b);
    });
    if (held) eyes.push_back(region);
  }
  return eyes;
}

SearchAnswer SafetySolver::ask(const BoardSet& field, const std::vector<LocalGame::Wall>& walls,
                               bool territory) {
  Question question{field, {}, territory, budget_};
  for (const LocalGame::Wall& wall : walls) {
    question.targets.emplace_back(wall.blocks[0], wall.target);
  }
  if (const Answered* known = find(asked_, question)) return known->answer;
  if (!LocalGame::fits(field, walls.size())) return SearchAnswer::kUnknown;
  if (presuming_) {
    wanted_.push_back(question);
    return presumed_;
  }
  const Answered* ahead = find(ahead_, question);
  const bool is_answered = ahead && ahead->question.budget == budget_;
  asked_.push_back(is_answered ? *ahead : search(question, search_));
  nodes_ += asked_.back().nodes;
  if (!progress_(0)) stopped_ = true;
  return asked_.back().answer;
}

SafetySolver::Answered SafetySolver::search(const Question& question, RegionSearch& search) const {
  std::vector<LocalGame::Wall> walls;
  for (const auto& [block, target] : question.targets) walls.push_back({{block}, target});
  LocalGame game(land_, question.field, walls);
  for (const PointPair& pair : safety_.pairs) {
    if (question.field.contains(pair.first)) game.bind_pair(pair.first, pair.second);
  }
  SearchOptions options;
  options.nodes = question.budget;
  options.territory = question.territory;
  options.ordering = level_ >= SafetyLevel::kM4 ? options_.ordering : AnswerOrder::kNone;
  options.evaluation = level_ >= SafetyLevel::kM5 ? options_.evaluation : Evaluation::kPlain;
  options.forced = options_.forced;
  const SearchAnswer answer = search.prove(game, options);
  return {question, answer, search.nodes()};
}

void SafetySolver::commit(const Group& group, const std::vector<LocalGame::Wall>& walls,
                          bool territory) {
  for (int region : group) {
    safety_.committed[region] = true;
    safety_.locked |= land_.points[region];
    if (territory) safety_.region_proof[region] = RegionProof::kSearch;
    safety_.plan[region] = group.front();
    for (const LocalGame::Wall& wall : walls) {
      if (wall.target > 0) safety_.targets[region].emplace_back(wall.blocks[0], wall.target);
    }
  }
  for (const LocalGame::Wall& wall : walls) {
    for (int block : wall.blocks) {
      if (safety_.is_safe(block)) continue;
      safety_.block_proof[block] = BlockProof::kSearch;
      safety_.safe_stones |= land_.stones[block];
    }
  }
}

// Searches a group of regions as one.
bool SafetySolver::prove_group(const Group& group) {
  const std::vector<int> blocks = walls_of(group);
  std::vector<LocalGame::Wall> walls;
  std::vector<std::pair<int, int>> eyes;  // block, region
  for (int block : blocks) {
    LocalGame::Wall wall{{block}, safety_.is_safe(block) ? 0 : 2};
    if (wall.target > 0 && level_ >= SafetyLevel::kM2) {
      const std::vector<int> external = external_eyes(block, group, blocks);
      wall.target = std::max(0, 2 - static_cast<int>(external.size()));
      for (int eye : external) eyes.emplace_back(block, eye);
    }
    walls.push_back(wall);
  }
  const bool proven = ask(LocalGame::field_of(land_, group), walls, true) == SearchAnswer::kProven;
  if (!proven) return false;
  commit(group, walls, true);
  commit_eyes(eyes);
  return true;
}

bool SafetySolver::is_full(int region) const {
  const auto& around = land_.blocks_of[region];
  return std::any_of(around.begin(), around.end(), [&](int block) {
    return land_.points[region].is_subset_of(land_.grid.neighbors(land_.stones[block]));
  });
}

void SafetySolver::commit_eyes(const std::vector<std::pair<int, int>>& eyes) {
  for (const auto& [block, eye] : eyes) {
    safety_.committed[eye] = true;
    safety_.targets[eye].emplace_back(block, 1);
    if (is_full(eye)) {
      safety_.region_proof[eye] = RegionProof::kEye;
    } else {
      safety_.locked |= land_.points[eye];
    }
  }
}

bool SafetySolver::search_regions() {
  bool found = false;
  for (int region = 0; region < land_.regions() && !stopped_; ++region) {
    if (is_worth(region)) found = prove_group({region}) || found;
  }
  return found;
}

// By two regions: how many unsafe walls they share.
std::vector<std::vector<int>> SafetySolver::shared_walls() const {
  const int regions = land_.regions();
  std::vector<std::vector<int>> shared(regions, std::vector<int>(regions, 0));
  for (int block = 0; block < land_.blocks(); ++block) {
    if (safety_.is_safe(block)) continue;
    for (int a : land_.regions_of[block]) {
      for (int b : land_.regions_of[block]) shared[a][b] += a != b;
    }
  }
  return shared;
}

// The regions worth a search, those together that hang together by so many common walls.
std::vector<SafetySolver::Group> SafetySolver::components(int links) const {
  const auto shared = shared_walls();
  std::vector<bool> done(land_.regions(), false);
  std::vector<Group> found;
  for (int first = 0; first < land_.regions(); ++first) {
    if (done[first] || !is_worth(first)) continue;
    Group group{first};
    done[first] = true;
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (int other = 0; other < land_.regions(); ++other) {
        if (done[other] || shared[group[i]][other] < links || !is_worth(other)) continue;
        done[other] = true;
        group.push_back(other);
      }
    }
    std::sort(group.begin(), group.end());
    if (group.size() == 1 || size_of(group) <= options_.max_merged) {
      found.push_back(group);
    } else {
      for (int region : group) found.push_back({region});
    }
  }
  return found;
}

// Regions that belong together by common unsafe walls: two, all around one, and all that hang
// together, by two walls or by one; small enough, the smallest first.
std::vector<SafetySolver::Group> SafetySolver::candidate_groups() const {
  const auto shared = shared_walls();
  std::set<Group> groups;
  const auto add = [&](const Group& group) {
    if (group.size() > 1 && size_of(group) <= options_.max_merged) groups.insert(group);
  };
  for (int a = 0; a < land_.regions(); ++a) {
    if (!is_worth(a)) continue;
    Group around;
    for (int b = 0; b < land_.regions(); ++b) {
      if (b != a && (shared[a][b] == 0 || !is_worth(b))) continue;
      around.push_back(b);
      if (b != a) add({std::min(a, b), std::max(a, b)});
    }
    add(around);
  }
  for (int links : {2, 1}) {
    for (const Group& group : components(links)) add(group);
  }
  std::vector<Group> sorted(groups.begin(), groups.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Group& a, const Group& b) { return size_of(a) < size_of(b); });
  return sorted;
}

bool SafetySolver::search_merged() {
  for (const Group& group : candidate_groups()) {
    if (stopped_) return false;
    if (prove_group(group)) return true;
  }
  return false;
}

// Benson's idea with searches for eyes: every unit is to grant one liberty to walls that touch
// another unit, and two to the others (or, with kEyesOnly, there must be no others); those that
// cannot are dropped, until all can.
bool SafetySolver::search_eyes(const std::vector<Group>& units, Shares shares) {
  struct Unit {
    Group group;
    bool kept = true;
    bool territory = false;
    std::vector<LocalGame::Wall> walls;
  };
  std::vector<Unit> all;
  for (const Group& group : units) all.push_back({group, true, false, {}});
  const auto touched_by = [&](int block) {
    return std::count_if(all.begin(), all.end(), [&](const Unit& unit) {
      return unit.kept && std::any_of(unit.group.begin(), unit.group.end(), [&](int region) {
               const auto& around = land_.blocks_of[region];
               return std::find(around.begin(), around.end(), block) != around.end();
             });
    });
  };
  for (bool changed = true; changed && !stopped_;) {
    changed = false;
    for (Unit& unit : all) {
      if (!unit.kept || stopped_) continue;
      unit.walls.clear();
      bool useful = false;
      bool alone = false;
      for (int block : walls_of(unit.group)) {
        const int target = safety_.is_safe(block) ? 0 : touched_by(block) >= 2 ? 1 : 2;
        unit.walls.push_back({{block}, target});
        useful = useful || target > 0;
        alone = alone || target == 2;
      }
      const BoardSet field = LocalGame::field_of(land_, unit.group);
      useful = useful && (!alone || shares == Shares::kAny);
      unit.territory = useful && ask(field, unit.walls, true) == SearchAnswer::kProven;
      if (unit.territory) continue;
      if (useful && ask(field, unit.walls, false) == SearchAnswer::kProven) continue;
      unit.kept = false;
      changed = true;
    }
  }
  if (stopped_ || presuming_) return false;
  bool found = false;
  for (const Unit& unit : all) {
    if (!unit.kept) continue;
    commit(unit.group, unit.walls, unit.territory);
    found = true;
  }
  return found;
}

// Asks of regions that serve a proof whether they can do so and be territory as well.
bool SafetySolver::search_territory() {
  bool found = false;
  for (int first = 0; first < land_.regions() && !stopped_; ++first) {
    if (!safety_.committed[first] || partly_[first] || safety_.plan[first] != first) continue;
    if (safety_.region_proof[first] != RegionProof::kNone || safety_.halves[first] > 0) continue;
    Group group;
    for (int region = first; region < land_.regions(); ++region) {
      if (safety_.plan[region] == first) group.push_back(region);
    }
    if (size_of(group) > options_.max_points) continue;
    std::vector<LocalGame::Wall> walls;
    bool all_safe = true;
    for (int block : walls_of(group)) {
      int granted = 0;
      for (const auto& [served, target] : safety_.targets[first]) {
        if (served == block) granted += target;
      }
      // Others may be proven together with those that count on this field: what these are granted
      // here must stay when they are joined. Benson's blocks need nobody.
      const bool was_safe = safety_.block_proof[block] == BlockProof::kBenson;
      const int otherwise = was_safe ? 0 : LocalGame::kNothing;
      const LocalGame::Wall wall{{block}, granted > 0 ? std::min(granted, 2) : otherwise};
      walls.push_back(wall);
      all_safe = all_safe && safety_.is_safe(block);
    }
    if (!all_safe) continue;
    if (ask(LocalGame::field_of(land_, group), walls, true) != SearchAnswer::kProven) continue;
    for (int region : group) {
      safety_.region_proof[region] = RegionProof::kSearch;
      safety_.locked |= land_.points[region];
    }
    found = true;
  }
  return found;
}

// External eyes of blocks: block and region.
std::vector<std::pair<int, int>> SafetySolver::eyes_of(std::vector<int> blocks) const {
  std::sort(blocks.begin(), blocks.end());
  std::vector<std::pair<int, int>> eyes;
  for (int block : blocks) {
    for (int eye : external_eyes(block, {}, blocks)) eyes.emplace_back(block, eye);
  }
  return eyes;
}

// Where a set of blocks may fight for their liberties: all that no proof relies on, but for
// their eyes and what is territory: that may cost the stones in it.
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
  if (ask(field, walls, false) != SearchAnswer::kProven) return false;
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

// For a block, then with one more of those beside it, and so on.
bool SafetySolver::search_open_around(int block) {
  std::vector<int> blocks{block};
  for (;;) {
    BoardSet last;
    for (int steps = 1; steps <= kMaxOpenSteps && !stopped_; ++steps) {
      const BoardSet field = points_around(blocks, steps);
      if (field == last || field.count() > options_.max_merged) break;
      if (prove_open(blocks, field)) return true;
      last = field;
    }
    const int next = nearest_unsafe(blocks);
    if (stopped_ || next < 0 || blocks.size() == kMaxOpenBlocks) return false;
    blocks.push_back(next);
  }
}

bool SafetySolver::run_beside_weak() {
  level_ = SafetyLevel::kM6;
  budget_ = std::max<std::int64_t>(1, options_.nodes / kOpenShare);
  bool found = false;
  for (int block = 0; block < land_.blocks() && !stopped_; ++block) {
    if (!safety_.is_safe(block)) found = prove_beside_weak(block) || found;
  }
  if (found) prove_static(safety_);
  return !stopped_;
}

// The field is all that a block's liberties reach over empty points and weak attackers; then
// with all unsafe blocks that touch it, and what they reach.
bool SafetySolver::prove_beside_weak(int block) {
  std::vector<int> blocks{block};
  for (;;) {
    const BoardSet allowed = free_for(blocks) & ~hostile_safe_;
    BoardSet field;
    for (int each : blocks) field |= land_.grid.flood(land_.liberties[each], allowed);
    if (stopped_ || field.count() > options_.max_points) return false;
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

namespace {

// Drops claims that do not hold for all that is the same by the symmetry of the position.
void keep_symmetric(Safety& safety) {
  const Landscape& land = safety.land;
  const auto holds_for_twins = [&](const BoardSet& points, const BoardSet& proven) {
    return std::all_of(land.twins.begin(), land.twins.end(), [&](const std::vector<int>& twin) {
      return proven.contains(twin[points.lowest()]);
    });
  };
  const BoardSet safe_stones = safety.safe_stones;
  for (int block = 0; block < land.blocks(); ++block) {
    if (!safety.is_safe(block) || holds_for_twins(land.stones[block], safe_stones)) continue;
    safety.block_proof[block] = BlockProof::kNone;
    safety.safe_stones &= ~land.stones[block];
  }
  BoardSet proven;
  for (int region = 0; region < land.regions(); ++region) {
    if (safety.region_proof[region] != RegionProof::kNone) proven |= land.points[region];
  }
  for (int region = 0; region < land.regions(); ++region) {
    if (holds_for_twins(land.points[region], proven)) continue;
    safety.region_proof[region] = RegionProof::kNone;
  }
}

}  // namespace

bool find_safety(SafetyMethod method, const SafetyOptions& options, const Progress& progress,
                 BothSafety& found) {
  Safety* sides[] = {&found.black, &found.white};
  BoardSet safe_on_board[2];
  for (int side : {0, 1}) {
    Safety& safety = *sides[side];
    method == SafetyMethod::kBenson ? prove_benson(safety) : prove_static(safety);
    safe_on_board[side] = safety.land.to_board(safety.safe_stones);
  }
  bool done = true;
  if (method == SafetyMethod::kSearch) {
    RegionSearch search(kSearchTableBytes);
    for (int side = 0; side < 2 && done; ++side) {
      Safety& safety = *sides[side];
      const BoardSet hostile_safe = safety.land.from_board(safe_on_board[1 - side]);
      SafetySolver solver(safety, options, search, progress, hostile_safe);
      done = solver.run();
      found.nodes += solver.nodes();
    }
    for (int side = 0; side < 2 && done && options.level == SafetyLevel::kM6; ++side) {
      Safety& safety = *sides[side];
      const Landscape& land = sides[1 - side]->land;
      const BoardSet solid = land.to_board(solid_stones(*sides[1 - side]));
      SafetySolver solver(safety, options, search, progress, safety.land.from_board(solid));
      done = solver.run_beside_weak();
      found.nodes += solver.nodes();
    }
  }
  for (Safety* safety : sides) keep_symmetric(*safety);
  return done;
}

}  // namespace goseki
