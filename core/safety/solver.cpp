#include "safety/solver.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "safety/static_solver.h"

namespace goseki {
namespace {

constexpr std::int64_t kFirstNodes = 1'000;
constexpr std::int64_t kMoreNodes = 10;
constexpr std::int64_t kWeakShare = 3;  // levels with the weaker test: a third for each search
constexpr int kNoLinks = 1'000;         // more walls than two regions ever share
// About how the work is spread over the levels, for the share that is reported.
constexpr double kLevelWork[] = {1, 1, 1, 1, 3, 9};

}  // namespace

SafetySolver::SafetySolver(Safety& safety, const SafetyOptions& options, RegionSearch& search,
                           const BoardSet& hostile_safe, Part part, SafetyTally& tally,
                           StopWatch& watch)
    : safety_(safety),
      land_(safety.land),
      options_(options),
      search_(search),
      hostile_safe_(hostile_safe),
      part_(part),
      tally_(tally),
      watch_(watch),
      partly_(safety.land.regions(), false) {
  for (const Safety::Fight& field : safety.open_fields) {
    for (int region = 0; region < land_.regions(); ++region) {
      if (field.points.meets(land_.points[region])) partly_[region] = true;
    }
  }
}

void SafetySolver::run() {
  prove_static(safety_, watch_);
  for (int level = 1; level <= static_cast<int>(options_.level) && !watch_.stopped(); ++level) {
    level_ = tally_.level = static_cast<SafetyLevel>(level);
    ahead_.clear();
    // Here the order of answers or the evaluation changes, and with it what searches find.
    if (level_ == SafetyLevel::kM4 || level_ == SafetyLevel::kM5) asked_.clear();
    run_level();
  }
  note_attempts();
}

void SafetySolver::tell_share(double share_of_level) {
  const double* current = kLevelWork + static_cast<int>(level_) - 1;
  const double done = std::accumulate(kLevelWork, current, share_of_level * *current);
  const double all =
      std::accumulate(kLevelWork, kLevelWork + static_cast<int>(options_.level), 0.0);
  watch_.set_share(part_.from + (part_.to - part_.from) * done / all);
}

// Notes the last searches of regions that are not proven, for whoever wants to know what stopped
// the proof.
void SafetySolver::note_attempts() {
  for (const Answered& answered : asked_) {
    const Question& question = answered.question;
    if (answered.answer == Verdict::kProven || !question.territory) continue;
    auto& attempts = safety_.attempts;
    std::erase_if(attempts, [&](const auto& known) { return known.points == question.field; });
    if (is_in_question(question.field)) attempts.push_back({question.field, question.targets});
  }
}

// Whether the question about a field would be asked again: nothing was proven of its regions since.
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
  for (budget_ = std::min(kFirstNodes, limit); !watch_.stopped();) {
    tell_share(static_cast<double>(budget_) / static_cast<double>(limit) / kMoreNodes);
    bool changed = search_once();
    if (!changed && budget_ == limit && level_ >= SafetyLevel::kM6) {
      changed = make([&] { return search_open(); }, Verdict::kRefuted);
    }
    if (changed) {
      const std::size_t pairs = safety_.pairs.size();
      prove_static(safety_, watch_);
      if (safety_.pairs.size() != pairs) ahead_.clear();
    } else if (budget_ == limit) {
      return;
    } else {
      budget_ = std::min(budget_ * kMoreNodes, limit);
      std::erase_if(asked_, [](const auto& a) { return a.answer == Verdict::kUnknown; });
      ahead_.clear();
    }
  }
}

bool SafetySolver::search_once() {
  const auto eyes = [&](int links, Shares shares) {
    const std::vector<Group> units = components(links);
    return make([&] { return search_eyes(units, shares); }, Verdict::kProven);
  };
  bool changed = make([&] { return search_regions(); }, Verdict::kRefuted);
  changed = search_territory() || changed;
  if (!changed) changed = eyes(kNoLinks, Shares::kEyesOnly);
  if (!changed && level_ >= SafetyLevel::kM3) {
    changed = make([&] { return search_merged(); }, Verdict::kRefuted);
  }
  if (!changed && level_ >= SafetyLevel::kM6) {
    changed = eyes(kNoLinks, Shares::kAny) || eyes(2, Shares::kAny);
  }
  return changed;
}

// Whether a region is not proven yet, and no proof relies on what happens in it.
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

Verdict SafetySolver::ask(const BoardSet& field, const std::vector<LocalGame::Wall>& walls,
                          bool territory) {
  Question question{field, {}, territory, budget_};
  for (const LocalGame::Wall& wall : walls) {
    question.targets.emplace_back(wall.blocks[0], wall.target);
  }
  if (const Answered* known = find(asked_, question)) return known->answer;
  if (!LocalGame::fits(field, walls.size())) return Verdict::kUnknown;
  if (presuming_) {
    wanted_.push_back(question);
    return presumed_;
  }
  const Answered* ahead = find(ahead_, question);
  const bool is_answered = ahead && ahead->question.budget == budget_;
  asked_.push_back(is_answered ? *ahead : search(question, search_, StopWatch::kInThread));
  tally_.nodes += asked_.back().nodes;
  watch_.look();
  return asked_.back().answer;
}

// Whether a region is full for one block. For a chain is not enough: what holds it together may
// be a pair in a region that is to be searched.
bool SafetySolver::is_full(int region) const {
  const auto& around = land_.blocks_of[region];
  return std::any_of(around.begin(), around.end(),
                     [&](int block) { return land_.is_full(region, {block}); });
}

SafetySolver::Answered SafetySolver::search(const Question& question, RegionSearch& search,
                                            StopWatch::Where where) const {
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
  const Verdict answer = search.prove(game, options, watch_, where);
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

}  // namespace goseki
