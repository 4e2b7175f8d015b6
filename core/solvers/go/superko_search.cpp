#include "solvers/go/superko_search.h"

#include <algorithm>
#include <bit>

#include "life/unconditional.h"

namespace goseki::go {
namespace {

constexpr std::int64_t kFirst = std::int64_t{1} << 50;
constexpr std::int64_t kFirstKiller = std::int64_t{1} << 40;
constexpr std::int64_t kSecondKiller = std::int64_t{1} << 39;
constexpr std::int64_t kLast = -(std::int64_t{1} << 40);

}  // namespace

SuperkoSearch::SuperkoSearch(Size size, std::size_t table_bytes)
    : grid_(size), digits_(size), table_(table_bytes), points_(size.points()), path_(kMaxPly + 1) {}

SuperkoResult SuperkoSearch::prove(const Situation& root, int threshold,
                                   const SuperkoOptions& options, const Progress& progress) {
  threshold_ = threshold;
  options_ = options;
  StopWatch watch(options.limits, progress);
  watch_ = &watch;
  table_.clear();
  cuts_.forget();

  SuperkoResult result;
  std::array<std::int64_t, 2> spent{};  // nodes, by goal: proof, defence
  std::array<int, 2> depths = root.attacker_to_move ? std::array{-1, 0} : std::array{0, -1};
  const int max_depth = std::min(options.max_depth, kMaxPly - 1);
  while (!watch.stopped() && result.verdict == Verdict::kUnknown) {
    const bool defend = depths[1] < max_depth && (spent[1] < spent[0] || depths[0] >= max_depth);
    if (!defend && depths[0] >= max_depth) break;
    goal_ = defend ? Verdict::kHeld : Verdict::kProven;
    const int depth = std::min(depths[defend] += 2, max_depth);
    const std::int64_t before = watch.nodes();
    start_path(root);
    const Verdict verdict = visit(0, depth).verdict;
    if (!watch.stopped()) result.verdict = verdict;
    spent[defend] += watch.nodes() - before;
    cuts_.history.age();
  }
  nodes_ += watch.nodes();
  watch_ = nullptr;
  result.depth = depths[0];
  result.interrupted = watch.interrupted();
  result.line = principal_line(root);
  return result;
}

void SuperkoSearch::start_path(const Situation& root) {
  path_[0] = {root, identity_of(root, 0), false, 0, 0, {}};
  // The root is part of every history. Any number but 0, which means no history, stands for it.
  path_[0].ways.fill({1, 1});
  if (options_.ko == KoRule::kPositional) path_[0].situation.passes_needed = 2;
}

std::uint64_t SuperkoSearch::identity_of(const Situation& situation, int symmetry) const {
  if (options_.ko == KoRule::kPositional) return situation.numbers[symmetry];
  return situation.key(digits_, symmetry);
}

bool SuperkoSearch::is_on_path(int ply, std::uint64_t identity) const {
  for (int earlier = ply; earlier >= 0; --earlier) {
    if (path_[earlier].identity == identity) return true;
  }
  return false;
}

const SuperkoSearch::Entry* SuperkoSearch::find_decided(const Name& name) const {
  return table_.find(name.hash(), Entry::Deciding{name});
}

// The situation and its history as the symmetry lays them down that makes the name least.
SuperkoSearch::Name SuperkoSearch::name_of(int ply, int& symmetry) const {
  const Step& step = path_[ply];
  Name least{};
  for (int i = 0; i < symmetries(); ++i) {
    const Name name{step.situation.key(digits_, i), step.ways[i]};
    const bool is_less = name.key != least.key ? name.key < least.key : name.way < least.way;
    if (i > 0 && !is_less) continue;
    least = name;
    symmetry = i;
  }
  return least;
}

std::uint64_t SuperkoSearch::pure_key(const Situation& situation) const {
  int symmetry = 0;
  return symmetries() == 1 ? situation.key() : situation.canonical_key(digits_, symmetry);
}

std::optional<Verdict> SuperkoSearch::statically_decided(const Situation& now) const {
  const int secure = unconditional_area(grid_, now.attacker, now.defender).count();
  if (2 * secure - points_ >= threshold_) return Verdict::kProven;
  const int lost = unconditional_area(grid_, now.defender, now.attacker).count();
  if (points_ - 2 * lost < threshold_) return Verdict::kHeld;
  return std::nullopt;
}

SuperkoSearch::Outcome SuperkoSearch::visit(int ply, int depth) {
  if (watch_->count()) return {Verdict::kUnknown, false};
  const Situation& now = path_[ply].situation;
  if (now.is_over()) {
    const int lead = terminal_score(grid_, now.attacker, now.defender, false);
    return {lead >= threshold_ ? Verdict::kProven : Verdict::kHeld, true};
  }
  int symmetry = 0;
  const Name name = name_of(ply, symmetry);
  const Name pure{name.key, {}};
  if (const Entry* entry = find_decided(pure)) return {entry->verdict, true};
  int first_move = kNoMove;
  if (const Entry* entry = find_decided(name)) return {entry->verdict, false};
  if (const Entry* entry = table_.find(name.hash(), Entry::OfGoal{name, goal_})) {
    if (entry->depth >= depth) return {Verdict::kUnknown, false};
    first_move = digits_.origin(symmetry, entry->move);
  }
  const std::int64_t before = watch_->nodes();
  Outcome outcome{Verdict::kUnknown, true};
  int best = kNoMove;
  if (const std::optional<Verdict> verdict = statically_decided(now)) {
    outcome.verdict = *verdict;
  } else if (depth <= 0 || ply >= kMaxPly - 1) {
    return {Verdict::kUnknown, false};
  } else {
    outcome = search_moves(ply, depth, first_move, best);
    if (watch_->stopped()) return {Verdict::kUnknown, false};
    if (!pure_verdicts()) outcome.is_pure = false;
  }
  const bool as_pure = outcome.verdict != Verdict::kUnknown && outcome.is_pure;
  const Name stored = as_pure ? pure : name;
  const int work = std::bit_width(static_cast<std::uint64_t>(watch_->nodes() - before + 1));
  table_.slot_for(stored.hash(), Entry::OfGoal{stored, goal_}) = {
      stored,
      goal_,
      outcome.verdict,
      static_cast<std::uint8_t>(std::max(depth, 0)),
      static_cast<std::uint8_t>(work),
      static_cast<std::int8_t>(digits_.image(symmetry, best))};
  return outcome;
}

int SuperkoSearch::generate(int ply, int first_move, std::array<Child, kMaxPoints + 1>& children) {
  const Step& step = path_[ply];
  const Situation& now = step.situation;
  int count = 0;
  for (int point : grid_.board() & ~now.stones()) {
    Child& child = children[count];
    const int captured = play(grid_, digits_, now, point, child.situation);
    if (captured < 0) continue;
    if (options_.ko == KoRule::kPositional) {
      child.situation.ko = kNoKo;
      child.situation.passes_needed = 2;
    }
    child.key = pure_key(child.situation);
    table_.prefetch(Name{child.key, {}}.hash());
    child.move = point;
    child.captures = captured > 0;
    child.is_banned =
        (step.may_repeat || child.captures) && is_on_path(ply, identity_of(child.situation, 0));
    child.order = cuts_.history[point];
    if (point == cuts_.killers.first(ply)) child.order += kFirstKiller;
    if (point == cuts_.killers.second(ply)) child.order += kSecondKiller;
    if (point == first_move) child.order += kFirst;
    if (child.is_banned) child.order = kLast;
    ++count;
  }
  Child& passed = children[count++];
  pass(now, passed.situation);
  passed.key = pure_key(passed.situation);
  passed.move = kPass;
  passed.captures = passed.is_banned = false;
  passed.order = first_move == kPass || passed.situation.is_over() ? kFirst : -1;
  return count;
}

void SuperkoSearch::enter(int ply, const Child& child) {
  const Step& before = path_[ply];
  Step& after = path_[ply + 1];
  after.situation = child.situation;
  after.identity = identity_of(child.situation, 0);
  after.may_repeat = before.may_repeat || child.captures;
  const bool by_attacker = before.situation.attacker_to_move;
  const int weight = by_attacker ? 1 : 1 << 10;
  after.passes = before.passes + (child.move == kPass ? weight : 0);
  const Set& taken_from = by_attacker ? before.situation.defender : before.situation.attacker;
  const Set& left = by_attacker ? child.situation.defender : child.situation.attacker;
  after.captures = before.captures + weight * (taken_from.count() - left.count());
  after.ways = before.ways;
  for (int i = 0; i < symmetries(); ++i) {
    if (options_.ko == KoRule::kApproximate) {
      const auto counts = static_cast<std::uint64_t>(after.passes) << 32 |
                          static_cast<std::uint64_t>(after.captures);
      after.ways[i] = {};
      after.ways[i].add(counts);
    } else if (options_.ko == KoRule::kSituational || child.move != kPass) {
      after.ways[i].add(identity_of(child.situation, i));
    }
  }
}

SuperkoSearch::Outcome SuperkoSearch::search_moves(int ply, int depth, int first_move, int& best) {
  const bool attacking = path_[ply].situation.attacker_to_move;
  const Verdict wanted = attacking ? Verdict::kProven : Verdict::kHeld;
  std::array<Child, kMaxPoints + 1> children;
  const int count = generate(ply, first_move, children);
  // What would be decided if it were not banned is no reason to call a verdict historical.
  const auto is_decided_as = [&](const Child& child, Verdict verdict) {
    if (!pure_verdicts()) return false;
    const Entry* entry = find_decided({child.key, {}});
    return entry != nullptr && entry->verdict == verdict;
  };
  for (int i = 0; i < count; ++i) {
    if (children[i].is_banned || !is_decided_as(children[i], wanted)) continue;
    best = children[i].move;
    return {wanted, true};
  }
  std::sort(children.begin(), children.begin() + count, [](const Child& a, const Child& b) {
    return a.order != b.order ? a.order > b.order : a.move < b.move;
  });
  const Verdict unwanted = attacking ? Verdict::kHeld : Verdict::kProven;
  bool all_decided = true;
  bool is_pure = true;
  std::int64_t hardest = -1;
  for (int i = 0; i < count; ++i) {
    const Child& child = children[i];
    if (child.is_banned) {
      is_pure = is_pure && is_decided_as(child, unwanted);
      continue;
    }
    enter(ply, child);
    const std::int64_t before = watch_->nodes();
    const Outcome outcome = visit(ply + 1, depth - 1);
    if (watch_->stopped()) return {Verdict::kUnknown, false};
    if (outcome.verdict == wanted) {
      best = child.move;
      cuts_.note(child.move, ply, depth);
      return outcome;
    }
    if (watch_->nodes() - before > hardest) {
      hardest = watch_->nodes() - before;
      best = child.move;
    }
    if (outcome.verdict == Verdict::kUnknown) {
      all_decided = false;
      if (wanted != goal_) break;  // one answer that is not refuted spoils the goal
    }
    is_pure = is_pure && outcome.is_pure;
  }
  if (!all_decided) return {Verdict::kUnknown, false};
  return {unwanted, is_pure};
}

std::vector<int> SuperkoSearch::principal_line(const Situation& root) {
  std::vector<int> line;
  start_path(root);
  for (int ply = 0; ply < kMaxPly && !path_[ply].situation.is_over(); ++ply) {
    int symmetry = 0;
    const Name name = name_of(ply, symmetry);
    const Entry* entry = find_decided({name.key, {}});
    if (entry == nullptr) entry = find_decided(name);
    if (entry == nullptr || entry->move == kNoMove) break;
    const int move = digits_.origin(symmetry, entry->move);
    std::array<Child, kMaxPoints + 1> children;
    const int count = generate(ply, kNoMove, children);
    const auto chosen = std::find_if(children.begin(), children.begin() + count,
                                     [&](const Child& child) { return child.move == move; });
    if (chosen == children.begin() + count || chosen->is_banned) break;
    enter(ply, *chosen);
    line.push_back(move);
  }
  return line;
}

}  // namespace goseki::go
