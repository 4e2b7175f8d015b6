#include "solvers/go/attack_search.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "threads.h"

namespace goseki::go {
namespace {

// How many points out of reach of his stones the attacker may secure with each move, and how many
// such points he need not secure. If these do not suffice, the search is given up at this depth
// only: the verdict stays unknown.
constexpr int kCoveredByAMove = 3;
constexpr int kUncoveredAtTheEnd = 2;

// From this depth on threads share the work on a situation, once a question has cost so much.
constexpr int kDepthToSplit = 4;
constexpr std::uint64_t kWorthSharing = 100'000;
// From this depth on a situation that is new to the search is deepened step by step, as the
// root is: a wrong first move costs too much.
constexpr int kDepthToDeepen = 16;

// A side that needs the whole board fails if the other side lives anywhere. Such a life, if there
// is one, is found soon, so the search for it gets only one node for so many of the other search.
constexpr std::uint64_t kSmallLife = 16;

// The log odds at which the predicted odds are hopeless at first, and what each iteration adds.
constexpr int kHopeless = -3 * Predictor::kOne;
constexpr int kPatiencePerIteration = Predictor::kOne / 20;
// One situation in so many is searched without predictions, so that they can learn from it.
constexpr std::uint64_t kLessons = 2000;
// Up to this depth the predictor learns from every result: these results cost little, and few of
// them are spoiled by giving up early.
constexpr int kAlwaysLearned = 2;
// From these log odds on, the side without the goal tries a pass first: the zone of its refutation
// spares the search of other moves.
constexpr int kLikely = -1;

// The side with the goal searches its moves less deep, the later they come: by kReduction times
// the logarithms of rank and depth, or by kReductionByDoubt times the doubt about the move if that
// is more. These are steps of two plies, so that this side keeps the last move.
constexpr double kReduction = 0.7 / 3;
constexpr double kReductionByDoubt = 0.4;
constexpr int kDepthToReduce = 6;
constexpr int kLeastReduced = 2;  // the depth that is left in any case

// What speaks for a move beside its effort, in the same unit.
constexpr std::int64_t kFirstKiller = 2 * Predictor::kOne;
constexpr std::int64_t kSecondKiller = Predictor::kOne;
constexpr std::int64_t kWinsWithout = 4 * Predictor::kOne;
constexpr std::int64_t kPreference = 20;  // for one doubling of how often it was tried
constexpr std::int64_t kHistory = 16;     // so much history counts as much as 1 / kOne of effort
constexpr std::int64_t kAboveAll = std::int64_t{1} << 40;

// The points of a set that have four neighbours in it.
Set inner(const Grid<1>& grid, Set set) {
  return set & grid.left(set) & grid.right(set) & grid.up(set) & grid.down(set);
}

// `doubt`: by how many doublings random games prefer another move.
int reduced_depth(int depth, int rank, double doubt) {
  if (depth < kDepthToReduce) return depth;
  const double steps =
      std::max(kReduction * std::log2(depth) * std::log2(rank + 1), kReductionByDoubt * doubt);
  return depth - 2 * std::min(static_cast<int>(steps), (depth - 1 - kLeastReduced) / 2);
}

constexpr int kMaxZonePoints = 32;  // that an entry has room for

}  // namespace

AttackSearch::AttackSearch(Size size, TableMemory table_memory)
    : AttackSearch(size, std::make_shared<ProofTable>(std::move(table_memory))) {}

AttackSearch::AttackSearch(Size size, std::shared_ptr<ProofTable> table)
    : grid_(size),
      digits_(size),
      table_(std::move(table)),
      points_(size.points()),
      predictors_{Predictor(size), Predictor(size)},
      children_(kMaxPly + 1),
      surroundings_(kMaxPly + 1),
      territory_(kMaxPly + 1),
      monte_carlo_order_(size) {
  for (Set left = grid_.board(); left.any(); left = inner(grid_, left)) {
    for (int point : left) ++height_[point];
  }
}

AttackResult AttackSearch::prove(const Situation& root, int threshold, const AttackOptions& options,
                                 const Progress& progress) {
  threshold_ = threshold;
  options_ = options;
  stopped_ = false;
  nodes_before_question_ = nodes_;
  const Progress report = [&](double share) {
    const std::uint64_t nodes_so_far = nodes() - nodes_before_question_;
    const bool enough = options.max_nodes > 0 && nodes_so_far >= options.max_nodes;
    return !enough && progress(share);
  };
  watch_.emplace(Limits{static_cast<std::int64_t>(options.max_nodes), options.seconds}, report);
  if (options.resume) {
    iteration_ = static_cast<std::uint8_t>(options.resume->iterations);
  } else if (!options.keep_table) {
    table_->clear();
    iteration_ = 0;
  }
  if (!options.keep_table) {
    for (Predictor& predictor : predictors_) predictor.forget();
  }
  cuts_.forget();
  monte_carlo_order_.forget();
  helpers_.clear();
  team_.reset();

  KeyedSituation start{root, 0, 0};
  start.find_key(digits_);
  AttackResult result;
  deepening_ = options.resume.value_or(Deepening{});
  auto& [depths, spent, iterations] = deepening_;
  // A side reaches its goal by a move of its own: deepen by two plies, so that it has the
  // last one.
  if (iterations == 0) depths = root.attacker_to_move ? std::array{-1, 0} : std::array{0, -1};
  const int max_depth = std::min(options.max_depth, kMaxPly - 1);
  // What a node counts when the goals take turns.
  const std::array<std::uint64_t, 2> weights = {threshold <= 2 - points_ ? kSmallLife : 1,
                                                threshold >= points_ - 1 ? kSmallLife : 1};
  while (!stopped_ && result.verdict == Verdict::kUnknown) {
    const bool defend = options.seek_defence && depths[1] < max_depth &&
                        (spent[1] * weights[1] < spent[0] * weights[0] || depths[0] >= max_depth);
    if (!defend && depths[0] >= max_depth) break;
    goal_ = defend ? Verdict::kHeld : Verdict::kProven;
    ++iteration_;
    patience_ = kHopeless - iterations * kPatiencePerIteration;
    const std::uint64_t before = nodes_;
    if (helpers_.empty() && options.threads > 1 && spent[0] + spent[1] > kWorthSharing) {
      find_helpers();
    }
    const Verdict verdict = iterate(start, depths[defend] + 2);
    if (stopped_) break;
    result.verdict = verdict;
    depths[defend] += 2;
    spent[defend] += nodes_ - before;
    ++iterations;
    cuts_.history.age();
  }
  result.depth = depths[0];
  result.line = principal_line(root);
  watch_.reset();
  return result;
}

// All threads take part; the first one that has finished ends the iteration.
Verdict AttackSearch::iterate(const KeyedSituation& root, int depth) {
  path_[0] = {root.key, 0, 0};
  if (helpers_.empty()) return visit(root, depth, 0, false).verdict;
  table_->begin_sharing(*watch_);
  team_->begin();
  Threads threads;
  for (const auto& helper : helpers_) {
    threads.start([&] { helper->help(*this, root, depth); });
  }
  team_->finish(visit(root, depth, 0, false).verdict);
  threads.join();
  table_->end_sharing();
  nodes_ += team_->take_nodes();
  stopped_ = watch_->stopped();
  return team_->verdict();
}

// They begin with what the leader has learned.
void AttackSearch::find_helpers() {
  team_ = std::make_shared<Team>();
  while (std::ssize(helpers_) < options_.threads - 1) {
    helpers_.push_back(std::unique_ptr<AttackSearch>(new AttackSearch(grid_.size(), table_)));
    AttackSearch& helper = *helpers_.back();
    helper.team_ = team_;
    helper.threshold_ = threshold_;
    helper.options_ = options_;
    helper.predictors_ = predictors_;
    helper.cuts_ = cuts_;
  }
}

// Takes part in an iteration of the leader, who looks at the limits.
void AttackSearch::help(const AttackSearch& leader, const KeyedSituation& root, int depth) {
  std::uint64_t told = nodes_;
  const Progress tell = [&](double) {
    team_->add_nodes(nodes_ - told);
    told = nodes_;
    return true;
  };
  watch_.emplace(Limits{}, tell);
  stopped_ = false;
  goal_ = leader.goal_;
  iteration_ = leader.iteration_;
  patience_ = leader.patience_;
  path_[0] = leader.path_[0];
  const Verdict verdict = visit(root, depth, 0, false).verdict;
  if (!stopped_) team_->finish(verdict);
  tell(1);
  cuts_.history.age();
  watch_.reset();
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
    outcome = {enough ? Verdict::kProven : Verdict::kHeld, earlier, grid_.board()};
    return true;
  }
  return false;
}

// What the table knows of a situation: a verdict, or else how far it was searched for this goal.
std::optional<ProofEntry> AttackSearch::recall(std::uint64_t key) const {
  std::optional<ProofEntry> entry = table_->find_decided(key);
  return entry ? entry : table_->find(key, goal_);
}

AttackSearch::Outcome AttackSearch::outcome_of(const ProofEntry& entry, int symmetry) const {
  return {entry.verdict(), kNoDependency, stored_zone(entry, symmetry)};
}

// No move takes unconditional territory from the other side, so after a move only the territory of
// the player who made it is computed anew.
void AttackSearch::look_at_territory(const Situation& now, int ply) {
  Territory& territory = territory_[ply];
  if (ply == 0) {
    territory = {unconditional_side(grid_, now.attacker, now.defender),
                 unconditional_side(grid_, now.defender, now.attacker)};
    return;
  }
  territory = territory_[ply - 1];
  if (path_[ply].move == kPass) return;
  if (now.attacker_to_move) {
    territory.defenders = unconditional_side(grid_, now.defender, now.attacker);
  } else {
    territory.attackers = unconditional_side(grid_, now.attacker, now.defender);
  }
}

// The situation before it has been looked at, so only the difference is new.
void AttackSearch::look_around(const Situation& now, int ply) {
  const PathStep& step = path_[ply];
  surroundings_[ply] =
      ply == 0 ? predictor().look(now)
               : predictor().look_after(surroundings_[ply - 1], step.move, step.captured);
}

// Whether to give up a search for the goal at this depth.
bool AttackSearch::is_hopeless(const Situation& now, const Surroundings& around, int depth,
                               Set attacker_area) const {
  if (threshold_ > 0 && goal_ == Verdict::kProven) {
    const int to_secure = (threshold_ + points_ + 1) / 2;
    const int in_reach = (grid_.dilate(now.attacker) | attacker_area).count();
    const int moves_left = (depth + (now.attacker_to_move ? 1 : 0)) / 2;
    if (to_secure - in_reach > kCoveredByAMove * moves_left + kUncoveredAtTheEnd) return true;
  }
  return !learning_ && depth <= Predictor::kMaxDepth && predictor().knows_odds(around, depth) &&
         predictor().log_odds(around, depth) < patience_;
}

// `may_repeat`: whether a stone has been captured on the path, without which no situation
// can come back.
AttackSearch::Outcome AttackSearch::visit(const KeyedSituation& keyed, int depth, int ply,
                                          bool may_repeat) {
  const Situation& now = keyed.situation;
  ++nodes_;
  if (must_stop(watch_->count())) return {Verdict::kUnknown};
  if (now.is_over()) {
    const bool enough = terminal_lead(now) >= threshold_;
    return {enough ? Verdict::kProven : Verdict::kHeld, kNoDependency, grid_.board()};
  }
  Outcome outcome;
  if (may_repeat && repetition(path_[ply].key, ply, outcome)) return outcome;

  // While the table's entry is fetched from memory there is time to compute the territory.
  table_->prefetch(keyed.key);
  look_at_territory(now, ply);
  const auto& [attackers, defenders] = territory_[ply];
  std::optional<ProofEntry> entry = recall(keyed.key);
  if (entry && entry->decides()) return outcome_of(*entry, keyed.symmetry);
  MoveHints hints;
  if (entry) {
    // A situation that was unknown on another path may be decided by a repetition on this one.
    const bool stale = may_repeat && entry->iteration() != iteration_;
    if (entry->depth() >= depth && !stale) return {Verdict::kUnknown};
  }
  if (depth >= kDepthToDeepen && ply > 0 && (!entry || entry->depth() < depth - 2)) {
    outcome = visit(keyed, depth - 2, ply, may_repeat);
    if (stopped_ || outcome.verdict != Verdict::kUnknown) return outcome;
    entry = recall(keyed.key);
    if (entry && entry->decides()) return outcome_of(*entry, keyed.symmetry);  // another thread
  }
  if (entry) {
    hints.first_move = digits_.origin(keyed.symmetry, entry->move());
    const int cost = static_cast<int>(entry->work());
    if (cost >= MonteCarloOrder::kLeastCost) {
      hints.preferences =
          &monte_carlo_order_.preferences(now, keyed.key, keyed.symmetry, digits_, threshold_, cost,
                                          [this] { return must_stop(watch_->look()); });
      if (stopped_) return {Verdict::kUnknown};
      hints.symmetry = keyed.symmetry;
    }
  }

  const std::uint64_t nodes_before = nodes_;
  int best = kNoMove;
  if (depth > 0) look_around(now, ply);
  const Surroundings& around = surroundings_[ply];
  if (2 * attackers.area.count() - points_ >= threshold_) {
    outcome = {Verdict::kProven};
  } else if (points_ - 2 * defenders.area.count() < threshold_) {
    outcome = {Verdict::kHeld};
  } else if (depth <= 0 || ply >= kMaxPly - 1) {
    return {Verdict::kUnknown};
  } else if (ply > 0 && is_hopeless(now, around, depth, attackers.area)) {
    outcome = {Verdict::kUnknown};
  } else {
    const Set owned = attackers.area | defenders.area;
    const Set playable = grid_.board() & ~(now.stones() | owned);
    // What the table knows of them is fetched while the children are made.
    SituationsWithoutStone without_stone;
    if (depth > 1) find_situations_without_stone(now, without_stone);
    const bool has_goal = now.attacker_to_move == (goal_ == Verdict::kProven);
    const int children = has_goal && depth > 1 ? make_children(now, playable, ply) : 0;
    if (!is_covered(without_stone, outcome, best, hints)) {
      const bool guessed_at = depth <= Predictor::kMaxDepth;
      const bool was_learning = learning_;
      learning_ |= guessed_at && scatter(nodes_ - nodes_before_question_) % kLessons == 0;
      if (!has_goal) {
        outcome = search_for_refutation(now, playable, depth, ply, may_repeat, hints, best);
      } else if (depth > 1) {
        outcome = search_for_goal(now, children, depth, ply, may_repeat, hints, best);
      } else {
        outcome = search_last_move(now, playable, ply, hints, best);
      }
      if (guessed_at && !stopped_ &&
          (learning_ || depth <= kAlwaysLearned || !predictor().knows_odds(around, depth))) {
        predictor().learn_odds(around, depth, outcome.verdict == goal_);
      }
      learning_ = was_learning;
      if (stopped_) return {Verdict::kUnknown};
    }
  }
  if (depth > 0 && !learning_) {
    const std::uint64_t nodes = nodes_ - nodes_before + 1;
    predictor().learn_effort(around, depth, outcome.verdict == goal_, nodes);
  }
  // A verdict that rests on this situation's own repetition rests on nothing earlier.
  if (outcome.dependency >= ply) outcome.dependency = kNoDependency;
  const int work = std::bit_width(nodes_ - nodes_before + 1);
  const int move = digits_.image(keyed.symmetry, best);
  if (outcome.verdict == Verdict::kUnknown) {
    table_->store(ProofEntry::unknown(keyed.key, goal_, depth, iteration_, work, move));
  } else if (outcome.dependency == kNoDependency) {
    table_->store(ProofEntry::decided(keyed.key, goal_, outcome.verdict,
                                      zone_to_store(outcome.zone, keyed.symmetry), work, move));
  }
  return outcome;
}

// Which move to try first. The side with the goal begins with the move that promises the least
// effort, the other side with the most: first the one that resisted longest before.
class AttackSearch::MoveOrder {
 public:
  MoveOrder(AttackSearch& search, const MoveHints& hints, bool has_goal, int ply, int count)
      : search_(search), hints_(hints), has_goal_(has_goal), ply_(ply), count_(count) {
    by_effort_ = predictor().knows_effort();
    if (by_effort_) base_ = predictor().base_effort(around());
    if (hints.preferences != nullptr) {
      highest_preference_ = *std::max_element(hints.preferences->begin(), hints.preferences->end());
    }
    for (int i = 0; i < count; ++i) places_[i] = {merit(search.children_[ply][i]), i};
  }

  // The child to try after `before` others. One of the first is likely to decide, so they are
  // not sorted beforehand.
  Child& next(int before) {
    const auto comes_first = [](const Place& a, const Place& b) {
      return a.merit != b.merit ? a.merit > b.merit : a.child < b.child;
    };
    const auto place = places_.begin() + before;
    std::iter_swap(place, std::min_element(place, places_.begin() + count_, comes_first));
    return search_.children_[ply_][place->child];
  }

  // By how many doublings random games prefer another move; 0 if none were played.
  double doubt(const Child& child) const {
    if (hints_.preferences == nullptr || child.move == kPass) return 0;
    return static_cast<double>(highest_preference_ - preference_for(child)) / Predictor::kOne;
  }

 private:
  struct Place {
    std::int64_t merit;
    int child;
  };

  std::int64_t merit(const Child& child) const {
    const bool from_table = child.move == hints_.first_move;
    if (child.move == kPass) return from_table ? kAboveAll : -kAboveAll;
    const auto& [killers, history] = search_.cuts_;
    std::int64_t merit = history[child.move] / kHistory + search_.height_[child.move];
    if (by_effort_) merit += has_goal_ ? -effort(child) : effort(child);
    if (child.move == killers.first(ply_)) merit += kFirstKiller;
    if (child.move == killers.second(ply_)) merit += kSecondKiller;
    if (has_goal_ && hints_.wins_without.contains(child.move)) merit += kWinsWithout;
    if (hints_.preferences != nullptr) merit += kPreference * preference_for(child);
    // What resisted longest is worth a look by the other side only.
    if (from_table && !has_goal_) merit += kAboveAll;
    return merit;
  }

  const Predictor& predictor() const { return search_.predictor(); }
  const Surroundings& around() const { return search_.surroundings_[ply_]; }
  std::int32_t preference_for(const Child& child) const {
    return (*hints_.preferences)[search_.digits_.image(hints_.symmetry, child.move)];
  }
  int effort(const Child& child) const {
    if (child.captured.none()) return predictor().effort_after(around(), base_, child.move);
    return predictor().effort(predictor().look_after(around(), child.move, child.captured));
  }

  AttackSearch& search_;
  const MoveHints& hints_;
  bool has_goal_;
  int ply_;
  int count_;
  bool by_effort_;
  int base_ = 0;
  std::int32_t highest_preference_ = 0;
  std::array<Place, kMaxPoints + 1> places_;
};

// All successors by a stone, as children of this ply without names.
int AttackSearch::make_children_without_keys(const Situation& now, Set playable, int ply) {
  Children& children = children_[ply];
  const Set empty = grid_.board() & ~now.stones();
  const Set quiet = grid_.neighbors(empty) & ~last_liberties(grid_, now.other(), empty);
  int count = 0;
  for (int point : playable) {
    Child& child = children[count];
    child.move = point;
    child.captured = {};
    if (quiet.contains(point)) {
      add_stone(now, point, child.next.situation);
    } else {
      if (play_unnumbered(grid_, now, point, child.next.situation) < 0) continue;
      child.captured = now.other() & ~child.next.situation.own();
    }
    ++count;
  }
  return count;
}

void AttackSearch::find_key_of(const Situation& now, Child& child) const {
  add_numbers(digits_, now, child.move, child.next.situation);
  child.next.find_key(digits_);
  table_->prefetch(child.next.key);
}

// All successors, the pass last, as children of this ply.
int AttackSearch::make_children(const Situation& now, Set playable, int ply) {
  Children& children = children_[ply];
  const int stones = make_children_without_keys(now, playable, ply);
  for (int i = 0; i < stones; ++i) find_key_of(now, children[i]);
  Child& last = children[stones];
  pass(now, last.next.situation);
  last.next.find_key(digits_);
  table_->prefetch(last.next.key);
  last.move = kPass;
  last.captured = {};
  return stones + 1;
}

// Whether a pass ends the game as the side to move wishes.
bool AttackSearch::ends_by_pass(const Situation& now, Verdict wanted) const {
  if (now.passes + 1 < now.passes_needed) return false;
  return (terminal_lead(now) >= threshold_) == (wanted == Verdict::kProven);
}

// The last ply belongs to the side with the goal, which can now reach it only by a pass that ends
// the game or by unconditional territory. The table is not asked, because that takes longer than to
// compute the territory. No repetition can be overlooked: no situation on the path had enough
// territory.
AttackSearch::Outcome AttackSearch::search_last_move(const Situation& now, Set playable, int ply,
                                                     const MoveHints& hints, int& best) {
  const Set empty = grid_.board() & ~now.stones();
  if (ends_by_pass(now, goal_)) {
    best = kPass;
    return {goal_, kNoDependency, empty};
  }
  const int lead = goal_ == Verdict::kProven ? threshold_ : 1 - threshold_;
  const int count = make_children_without_keys(now, playable, ply);
  MoveOrder order(*this, hints, true, ply, count);
  for (int i = 0; i < count; ++i) {
    const Child& child = order.next(i);
    ++nodes_;
    if (watch_->count()) stopped_ = true;
    if (stopped_) return {Verdict::kUnknown};
    const Situation& after = child.next.situation;
    const int area = unconditional_area(grid_, after.other(), after.own()).count();
    if (2 * area - points_ < lead) continue;
    best = child.move;
    cuts_.note(child.move, ply, 1);
    return {goal_, kNoDependency, zone_before(child, {}, empty)};
  }
  return {Verdict::kUnknown};
}

// The side with the goal needs one move that reaches it.
AttackSearch::Outcome AttackSearch::search_for_goal(const Situation& now, int count, int depth,
                                                    int ply, bool may_repeat,
                                                    const MoveHints& hints, int& best) {
  const Set empty = grid_.board() & ~now.stones();
  const Children& children = children_[ply];
  if (ends_by_pass(now, goal_)) {
    best = kPass;
    return {goal_, kNoDependency, empty};
  }
  path_[ply + 1] = path_[ply];
  // Enhanced transposition cut-off: is a successor decided already?
  for (int i = 0; i < count; ++i) {
    const KeyedSituation& child = children[i].next;
    const auto entry = table_->find_decided(child.key);
    if (!entry || entry->verdict() != goal_) continue;
    Outcome repeated;
    const bool may_be_repeated = may_repeat || children[i].captured.any();
    if (may_be_repeated && repetition(child.key, ply + 1, repeated)) continue;
    best = children[i].move;
    const Set zone = stored_zone(*entry, child.symmetry);
    return {goal_, kNoDependency, zone_before(children[i], zone, empty)};
  }

  MoveOrder order(*this, hints, true, ply, count);
  Refutation refutation;
  for (int i = 0; i < count; ++i) {
    const Child& child = order.next(i);
    if (refutation.covers(child)) continue;
    const int looked = learning_ ? depth : reduced_depth(depth, i, order.doubt(child));
    const std::uint64_t nodes_before = nodes_;
    const Outcome outcome = try_move(child, looked - 1, ply, may_repeat);
    if (stopped_) return {Verdict::kUnknown};
    if (outcome.verdict == goal_) {
      best = child.move;
      cuts_.note(child.move, ply, depth);
      return {goal_, outcome.dependency, zone_before(child, outcome.zone, empty)};
    }
    refutation.add(child, outcome, nodes_ - nodes_before, best);
  }
  return outcome_of(refutation, now, ply);
}

// The other side is refuted when all its moves are. A move that is not refuted spoils the goal, so
// the rest is left.
AttackSearch::Outcome AttackSearch::search_for_refutation(const Situation& now, Set playable,
                                                          int depth, int ply, bool may_repeat,
                                                          const MoveHints& hints, int& best) {
  const Verdict wanted = goal_ == Verdict::kProven ? Verdict::kHeld : Verdict::kProven;
  const Set empty = grid_.board() & ~now.stones();
  if (ends_by_pass(now, wanted)) {
    best = kPass;
    return {wanted, kNoDependency, empty};
  }
  Refutation refutation;
  Outcome outcome;
  // Whether the search is over, with this outcome, since the move was not refuted.
  const auto resists = [&](const Child& child) {
    const std::uint64_t nodes_before = nodes_;
    outcome = try_move(child, depth - 1, ply, may_repeat);
    if (stopped_) return true;
    if (outcome.verdict == wanted) {
      best = child.move;
      cuts_.note(child.move, ply, depth);
      outcome.zone = zone_before(child, outcome.zone, empty);
      return true;
    }
    refutation.add(child, outcome, nodes_ - nodes_before, best);
    return outcome.verdict == Verdict::kUnknown;
  };

  // Where the goal is likely a pass comes first: the zone of its refutation covers other moves.
  Child& passing = children_[ply].back();
  passing.move = kPass;
  passing.captured = {};
  pass(now, passing.next.situation);
  passing.next.find_key(digits_);
  const int known_depth = std::min(depth, Predictor::kMaxDepth);
  const bool pass_first =
      hints.first_move == kPass || predictor().log_odds(surroundings_[ply], known_depth) > kLikely;
  if (pass_first && resists(passing)) return outcome;

  const Set relevant =
      playable & (refutation.zone_after_pass | last_liberties(grid_, now.other(), empty));
  const int count = make_children_without_keys(now, relevant, ply);
  MoveOrder order(*this, hints, false, ply, count);
  // Other threads may search some of these moves.
  const bool splits = team_ && depth >= kDepthToSplit;
  std::array<const Child*, kMaxPoints> postponed;
  int postponed_count = 0;
  for (int i = 0; i < count; ++i) {
    Child& child = order.next(i);
    if (refutation.covers(child)) continue;
    find_key_of(now, child);
    if (splits && team_->is_claimed(child.next.key)) {
      postponed[postponed_count++] = &child;
      continue;
    }
    if (splits) team_->claim(child.next.key);
    const bool is_over = resists(child);
    if (splits) team_->release(child.next.key);
    if (is_over) return outcome;
  }
  for (int i = 0; i < postponed_count; ++i) {
    if (resists(*postponed[i])) return outcome;
  }
  if (!pass_first && resists(passing)) return outcome;
  return outcome_of(refutation, now, ply);
}

// Visits the situation after a move.
AttackSearch::Outcome AttackSearch::try_move(const Child& child, int depth, int ply,
                                             bool may_repeat) {
  PathStep& step = path_[ply + 1];
  step = path_[ply];
  if (child.move == kPass) {
    ++(child.next.situation.attacker_to_move ? step.defender_passes : step.attacker_passes);
  }
  step.key = child.next.key;
  step.move = child.move;
  step.captured = child.captured;
  return visit(child.next, depth, ply + 1, may_repeat || child.captured.any());
}

void AttackSearch::Refutation::add(const Child& child, const Outcome& outcome, std::uint64_t nodes,
                                   int& best) {
  if (nodes > hardest) {
    hardest = nodes;
    best = child.move;
  }
  if (outcome.verdict == Verdict::kUnknown) {
    is_complete = false;
    return;
  }
  dependency = std::min(dependency, outcome.dependency);
  zone |= outcome.zone;
  if (child.captured.any()) zone.insert(child.move);
  if (child.move == kPass && outcome.dependency == kNoDependency) zone_after_pass = outcome.zone;
}

// What follows for the side to move once all its moves were tried.
AttackSearch::Outcome AttackSearch::outcome_of(const Refutation& refutation, const Situation& now,
                                               int ply) const {
  if (!refutation.is_complete) return {Verdict::kUnknown};
  const bool attacking = now.attacker_to_move;
  const Set empty = grid_.board() & ~now.stones();
  const Set alive = attacking ? territory_[ply].defenders.alive : territory_[ply].attackers.alive;
  const Set kept = two_liberties_each(grid_, now.other() & ~alive, refutation.zone, empty);
  return {attacking ? Verdict::kHeld : Verdict::kProven, refutation.dependency,
          (refutation.zone | kept) & empty};
}

void AttackSearch::find_situations_without_stone(const Situation& now,
                                                 SituationsWithoutStone& without_stone) const {
  if (points_ > kMaxZonePoints) return;
  for (int stone : goal_ == Verdict::kProven ? now.defender : now.attacker) {
    SituationWithoutStone& without = without_stone.all[without_stone.count++];
    without.stone = stone;
    without.key = now.canonical_key_without(digits_, stone, without.symmetry);
    table_->prefetch(without.key);
  }
}

// Whether the side with the goal reaches it because it does so in the same situation without one
// stone of the other side. If that stone is in the zone, the move that wins without it is still
// worth a try.
bool AttackSearch::is_covered(const SituationsWithoutStone& without_stone, Outcome& outcome,
                              int& best, MoveHints& hints) const {
  for (int i = 0; i < without_stone.count; ++i) {
    const SituationWithoutStone& without = without_stone.all[i];
    const auto entry = table_->find_decided(without.key);
    if (!entry || entry->verdict() != goal_) continue;
    const int move = digits_.origin(without.symmetry, entry->move());
    const Set zone = stored_zone(*entry, without.symmetry);
    if (!zone.contains(without.stone)) {
      outcome = {goal_, kNoDependency, zone};
      best = move;
      return true;
    }
    if (move >= 0) hints.wins_without.insert(move);
  }
  return false;
}

// The zone of a win by this move, from the zone of the win after it.
Set AttackSearch::zone_before(const Child& winning, Set zone, Set empty) const {
  const Situation& after = winning.next.situation;
  // With stones added there might be no ko, and the game might end a pass earlier.
  if (winning.move == kPass) return after.passes_needed > 2 ? empty : zone & empty;
  return goseki::zone_before(grid_, winning.move, after.other(), after.own(), empty, zone);
}

Set AttackSearch::stored_zone(const ProofEntry& entry, int symmetry) const {
  if (points_ > kMaxZonePoints) return grid_.board();
  Set image;
  image.words[0] = entry.zone();
  Set zone;
  for (int point : image) zone.insert(digits_.origin(symmetry, point));
  return zone;
}

std::uint32_t AttackSearch::zone_to_store(Set zone, int symmetry) const {
  if (points_ > kMaxZonePoints) return 0;
  Set image;
  for (int point : zone) image.insert(digits_.image(symmetry, point));
  return static_cast<std::uint32_t>(image.words[0]);
}

std::vector<int> AttackSearch::principal_line(const Situation& root) const {
  std::vector<int> line;
  std::vector<std::uint64_t> seen;
  Situation now = root;
  while (!now.is_over()) {
    int symmetry = 0;
    const std::uint64_t key = now.canonical_key(digits_, symmetry);
    const auto entry = table_->find_decided(key);
    if (!entry || entry->move() == kNoMove) break;
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) break;
    seen.push_back(key);
    const int move = digits_.origin(symmetry, entry->move());
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
