#include "solvers/go/attack_search.h"

#include <algorithm>
#include <bit>

#include "solvers/go/static_analysis.h"

namespace goseki::go {
namespace {

constexpr std::uint64_t kNodesBetweenChecks = 1 << 12;
constexpr auto kTimeBetweenReports = std::chrono::milliseconds(100);

// How many points outside the reach of his stones one more move of the attacker may secure,
// and how many never need to be. Only a reason to give up for this depth: the verdict stays
// unknown.
constexpr int kCoveredByAMove = 3;
constexpr int kUncoveredAtTheEnd = 2;

constexpr int kDepthForTranspositionCuts = 2;

}  // namespace

AttackSearch::AttackSearch(Size size, TableMemory table_memory)
    : grid_(size), digits_(size), table_(std::move(table_memory)), points_(size.points()) {}

AttackResult AttackSearch::prove(const Situation& root, int threshold, const AttackOptions& options,
                                 const Progress& progress) {
  threshold_ = threshold;
  options_ = options;
  progress_ = &progress;
  stopped_ = false;
  begin_ = reported_ = std::chrono::steady_clock::now();
  node_limit_ = options.max_nodes == 0 ? ~std::uint64_t{0} : nodes_ + options.max_nodes;
  if (options.resume) {
    iteration_ = static_cast<std::uint8_t>(options.resume->iterations);
  } else if (!options.keep_table) {
    table_.clear();
    iteration_ = 0;
  }
  for (auto& killers : killers_) killers = {kNoMove, kNoMove};
  history_.fill(0);

  Named named{root, 0, 0};
  named.name(digits_);
  AttackResult result;
  deepening_ = options.resume.value_or(Deepening{});
  auto& [depths, spent, iterations] = deepening_;
  // A side reaches its goal by a move of its own: deepen by two plies, so that it has the
  // last one.
  if (iterations == 0) depths = root.attacker_to_move ? std::array{-1, 0} : std::array{0, -1};
  const int max_depth = std::min(options.max_depth, kMaxPly - 1);
  while (!stopped_ && result.verdict == Verdict::kUnknown) {
    const bool defend = options.seek_defence && depths[1] < max_depth &&
                        (spent[1] < spent[0] || depths[0] >= max_depth);
    if (!defend && depths[0] >= max_depth) break;
    goal_ = defend ? Verdict::kHeld : Verdict::kProven;
    ++iteration_;
    const std::uint64_t before = nodes_;
    path_[0] = {named.key, 0, 0};
    const Verdict verdict = visit(named, depths[defend] + 2, 0, false).verdict;
    if (stopped_) break;
    result.verdict = verdict;
    depths[defend] += 2;
    spent[defend] += nodes_ - before;
    ++iterations;
    for (std::uint32_t& value : history_) value /= 2;
  }
  result.depth = depths[0];
  result.line = principal_line(root);
  return result;
}

int AttackSearch::terminal_lead(const Situation& now) const {
  return terminal_score(grid_, now.attacker, now.defender, true);
}

bool AttackSearch::repetition(std::uint64_t key, int ply, Outcome& outcome) const {
  for (int earlier = ply - 2; earlier >= 0; earlier -= 1) {
    if (path_[earlier].key != key) continue;
    bool enough = options_.draw_suffices;
    if (options_.cycle == CycleRule::kPasses) {
      const int attacker = path_[ply].attacker_passes - path_[earlier].attacker_passes;
      const int defender = path_[ply].defender_passes - path_[earlier].defender_passes;
      if (attacker != defender) enough = attacker > defender;
    }
    outcome = {enough ? Verdict::kProven : Verdict::kHeld, earlier};
    return true;
  }
  return false;
}

bool AttackSearch::out_of_time() {
  if (nodes_ >= node_limit_) return true;
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  if (options_.seconds > 0 && seconds >= options_.seconds) return true;
  if (now - reported_ < kTimeBetweenReports) return false;
  reported_ = now;
  const double share = options_.seconds > 0 ? seconds / options_.seconds : 0.0;
  return !(*progress_)(std::min(1.0, share));
}

// `may_repeat`: whether a stone has been captured on the path, without which no situation
// can come back.
AttackSearch::Outcome AttackSearch::visit(const Named& named, int depth, int ply, bool may_repeat) {
  const Situation& now = named.situation;
  if (++nodes_ % kNodesBetweenChecks == 0 && out_of_time()) stopped_ = true;
  if (stopped_) return {Verdict::kUnknown, kNoDependency};
  if (now.is_over()) {
    const bool enough = terminal_lead(now) >= threshold_;
    return {enough ? Verdict::kProven : Verdict::kHeld, kNoDependency};
  }
  Outcome outcome;
  if (may_repeat && repetition(path_[ply].key, ply, outcome)) return outcome;

  if (const ProofEntry* entry = table_.find_decided(named.key)) {
    return {entry->verdict, kNoDependency};
  }
  int first_move = kNoMove;
  if (const ProofEntry* entry = table_.find(named.key, goal_)) {
    // What was unknown on another path may be defended by a repetition on this one.
    const bool stale = goal_ == Verdict::kHeld && may_repeat && entry->iteration != iteration_;
    if (entry->depth >= depth && !stale) return {Verdict::kUnknown, kNoDependency};
    first_move = digits_.origin(named.symmetry, entry->move);
  }

  const std::uint64_t nodes_before = nodes_;
  const Set attacker_area = unconditional_area(grid_, now.attacker, now.defender);
  const Set defender_area = unconditional_area(grid_, now.defender, now.attacker);
  int best = kNoMove;
  if (2 * attacker_area.count() - points_ >= threshold_) {
    outcome = {Verdict::kProven, kNoDependency};
  } else if (points_ - 2 * defender_area.count() < threshold_) {
    outcome = {Verdict::kHeld, kNoDependency};
  } else if (depth <= 0 || ply >= kMaxPly - 1) {
    return {Verdict::kUnknown, kNoDependency};
  } else {
    const int to_secure = (threshold_ + points_ + 1) / 2;
    const int in_reach = (grid_.dilate(now.attacker) | attacker_area).count();
    const int moves_left = (depth + (now.attacker_to_move ? 1 : 0)) / 2;
    if (threshold_ > 0 && goal_ == Verdict::kProven &&
        to_secure - in_reach > kCoveredByAMove * moves_left + kUncoveredAtTheEnd) {
      outcome = {Verdict::kUnknown, kNoDependency};
    } else {
      const Set playable = grid_.board() & ~(now.stones() | attacker_area | defender_area);
      outcome = search_moves(now, depth, ply, may_repeat, playable, first_move, best);
      if (stopped_) return {Verdict::kUnknown, kNoDependency};
    }
  }
  // A verdict that rests on this situation's own repetition rests on nothing earlier.
  if (outcome.dependency >= ply) outcome.dependency = kNoDependency;
  if (outcome.verdict == Verdict::kUnknown || outcome.dependency == kNoDependency) {
    const int work = std::bit_width(nodes_ - nodes_before + 1);
    table_.store({named.key, iteration_, goal_, outcome.verdict,
                  static_cast<std::uint8_t>(std::max(depth, 0)), static_cast<std::uint8_t>(work),
                  static_cast<std::int8_t>(digits_.image(named.symmetry, best)), 0});
  }
  return outcome;
}

AttackSearch::Outcome AttackSearch::search_moves(const Situation& now, int depth, int ply,
                                                 bool may_repeat, Set playable, int first_move,
                                                 int& best) {
  const bool attacking = now.attacker_to_move;
  const Verdict wanted = attacking ? Verdict::kProven : Verdict::kHeld;

  // All successors, with what the table already knows of them.
  struct Child {
    Named named;
    int move;
    bool captures;
    std::int64_t order;
  };
  std::array<Child, kMaxPoints + 1> children;
  int count = 0;
  for (int point : playable) {
    Child& child = children[count];
    const int captured = play(grid_, digits_, now, point, child.named.situation);
    if (captured < 0) continue;
    child.named.name(digits_);
    table_.prefetch(child.named.key);
    child.move = point;
    child.captures = captured > 0;
    child.order = history_[point];
    if (point == killers_[ply][0]) child.order += std::int64_t{1} << 40;
    if (point == killers_[ply][1]) child.order += std::int64_t{1} << 39;
    if (point == first_move) child.order += std::int64_t{1} << 50;
    ++count;
  }
  {
    Child& child = children[count++];
    pass(now, child.named.situation);
    child.named.name(digits_);
    child.move = kPass;
    child.captures = false;
    child.order = first_move == kPass ? std::int64_t{1} << 50 : -1;
    if (child.named.situation.is_over()) {
      // The game would end: worth a look before anything else.
      const bool enough = terminal_lead(child.named.situation) >= threshold_;
      if ((enough ? Verdict::kProven : Verdict::kHeld) == wanted) {
        best = kPass;
        return {wanted, kNoDependency};
      }
    }
  }
  path_[ply + 1].attacker_passes = path_[ply].attacker_passes;
  path_[ply + 1].defender_passes = path_[ply].defender_passes;

  bool all_decided = true;
  int dependency = kNoDependency;
  std::uint64_t hardest = 0;  // nodes that the move which resisted longest has cost
  if (depth >= kDepthForTranspositionCuts) {
    // Enhanced transposition cut-off: is a successor decided already?
    for (int i = 0; i < count; ++i) {
      const std::uint64_t key = children[i].named.key;
      const ProofEntry* entry = table_.find_decided(key);
      if (entry == nullptr || entry->verdict != wanted) continue;
      Outcome repeated;
      const bool may_be_repeated = may_repeat || children[i].captures;
      if (may_be_repeated && repetition(key, ply + 1, repeated)) continue;
      best = children[i].move;
      return {wanted, kNoDependency};
    }
  }
  std::sort(children.begin(), children.begin() + count,
            [](const Child& a, const Child& b) { return a.order > b.order; });
  for (int i = 0; i < count; ++i) {
    const Child& child = children[i];
    PathStep& step = path_[ply + 1];
    step = path_[ply];
    if (child.move == kPass) ++(attacking ? step.attacker_passes : step.defender_passes);
    step.key = child.named.key;
    const std::uint64_t nodes_before = nodes_;
    const Outcome outcome = visit(child.named, depth - 1, ply + 1, may_repeat || child.captures);
    if (stopped_) return {Verdict::kUnknown, kNoDependency};
    if (outcome.verdict == wanted) {
      best = child.move;
      if (child.move >= 0) {
        history_[child.move] += static_cast<std::uint32_t>(depth * depth);
        if (killers_[ply][0] != child.move) {
          killers_[ply][1] = killers_[ply][0];
          killers_[ply][0] = child.move;
        }
      }
      return outcome;
    }
    if (nodes_ - nodes_before > hardest) {
      hardest = nodes_ - nodes_before;
      best = child.move;
    }
    if (outcome.verdict == Verdict::kUnknown) {
      all_decided = false;
      if (wanted != goal_) break;  // one answer that is not refuted spoils the goal
    }
    dependency = std::min(dependency, outcome.dependency);
  }
  if (!all_decided) return {Verdict::kUnknown, kNoDependency};
  return {attacking ? Verdict::kHeld : Verdict::kProven, dependency};
}

std::vector<int> AttackSearch::principal_line(const Situation& root) const {
  std::vector<int> line;
  std::vector<std::uint64_t> seen;
  Situation now = root;
  while (!now.is_over()) {
    int symmetry = 0;
    const std::uint64_t key = now.canonical_key(digits_, symmetry);
    const ProofEntry* entry = table_.find_decided(key);
    if (entry == nullptr || entry->move == kNoMove) break;
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) break;
    seen.push_back(key);
    const int move = digits_.origin(symmetry, entry->move);
    Situation next;
    if (move == kPass) {
      pass(now, next);
    } else if (play(grid_, digits_, now, move, next) < 0) {
      break;
    }
    line.push_back(move);
    now = next;
  }
  return line;
}

}  // namespace goseki::go
