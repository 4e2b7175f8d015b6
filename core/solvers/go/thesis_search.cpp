#include "solvers/go/thesis_search.h"

#include <algorithm>

#include "bitboard/euler.h"
#include "board/bit_mixer.h"
#include "solvers/go/proof_entry.h"

namespace goseki::go {
namespace {

constexpr int kInfinite = 2 * kWon;
// How far from the leaves a node must be for these parts of the search to be used.
constexpr int kEtcDepth = 3;
constexpr int kSymmetryDepth = 5;
constexpr int kSiblingDepth = 5;

// Limits of what a move can gain in the history table, far beyond what searches reach.
constexpr int kMaxMeritDepth = 40;
constexpr std::int64_t kMaxMerit = std::int64_t{1} << 60;

constexpr bool is_decided(int value) { return value > kWon || value < -kWon; }

}  // namespace

std::uint64_t ThesisSearch::Slot::hash() const { return scatter(key ^ scatter(way)); }

bool ThesisSearch::lower_holds(const Slot& slot, int depth) const {
  return slot.bound != Bound::kUpper && (slot.value > kWon || is_deep_enough(slot, depth));
}

bool ThesisSearch::upper_holds(const Slot& slot, int depth) const {
  return slot.bound != Bound::kLower && (slot.value < -kWon || is_deep_enough(slot, depth));
}

bool ThesisSearch::is_deep_enough(const Slot& slot, int depth) const {
  return options_.draws == Draws::kNobodys ? slot.depth >= depth : slot.depth == depth;
}

// The moves of a node in the order of section 5.2.5: the table's; then by turns the best by
// history and a killer, as long as there are killers; and after every move the opponent's best
// reply to it, until that is no new move.
class ThesisSearch::MoveOrder {
 public:
  MoveOrder(const ThesisSearch& search, int ply, int depth, Set playable, int table_move)
      : search_(search), ply_(ply), left_(playable), table_move_(table_move) {
    siblings_ = search.options_.siblings && depth >= kSiblingDepth;
  }

  // The next move to try, or kNoMove. `reply` is the answer to the last one, kNoMove if there
  // is none.
  int next(int reply) {
    if (siblings_ && reply >= 0 && left_.contains(reply)) return take(reply);
    for (;;) {
      switch (stage_++) {
        case 0:
          if (can_take(table_move_)) return take(table_move_);
          break;
        case 2:
        case 4: {
          const int killer =
              stage_ == 3 ? search_.killers_.first(ply_) : search_.killers_.second(ply_);
          if (search_.options_.killers && can_take(killer)) return take(killer);
          break;
        }
        default:
          return best_by_history();
      }
    }
  }

 private:
  bool can_take(int move) const {
    return move == kPass ? !passed_ : move >= 0 && left_.contains(move);
  }

  int take(int move) {
    if (move == kPass) {
      passed_ = true;
    } else {
      left_.erase(move);
    }
    return move;
  }

  int best_by_history() {
    int best = passed_ ? kNoMove : kPass;
    std::int64_t most = passed_ ? -1 : search_.history_[search_.points_];
    for (int point : left_) {
      if (best == kNoMove || best == kPass ? search_.history_[point] >= most
                                           : search_.history_[point] > most) {
        best = point;
        most = search_.history_[point];
      }
    }
    return best == kNoMove ? kNoMove : take(best);
  }

  const ThesisSearch& search_;
  int ply_;
  Set left_;
  int table_move_;
  bool siblings_;
  bool passed_ = false;
  int stage_ = 0;
};

ThesisSearch::ThesisSearch(Size size, const ThesisOptions& options)
    : grid_(size),
      digits_(size),
      options_(options),
      table_(options.table ? options.memory : 0),
      points_(size.points()),
      path_(kMaxPly + 1) {
  const Set& board = grid_.board();
  edge_ = board & ~(grid_.left(board) & grid_.right(board) & grid_.up(board) & grid_.down(board));
}

ThesisSearch::Iteration ThesisSearch::iterate(const Situation& root, int depth,
                                              const Limits& limits, const Progress& progress) {
  StopWatch watch(limits, progress);
  watch_ = &watch;
  Step& step = path_[0];
  step = {root, root.key(), 0, {0, 0}, {0, 0}, false, kNoMove};
  if (options_.ko == KoRule::kPositional) step.situation.passes_needed = 2;
  find_symmetries(root);
  Iteration iteration;
  iteration.value = search(0, depth, {-kInfinite, kInfinite}).value;
  nodes_ += watch.nodes();
  watch_ = nullptr;
  iteration.finished = !watch.stopped();
  iteration.interrupted = watch.interrupted();
  // The moves that the table remembers as best, as far as it does.
  int move = step.best;
  for (int ply = 0; ply < depth && move != kNoMove; ++ply) {
    if (!enter(ply, move)) break;
    iteration.line.push_back(move);
    Value ended{};
    if (path_[ply + 1].situation.is_over() || ends_by_repetition(ply + 1, ended)) break;
    const Slot* slot = find(path_[ply + 1].key, path_[ply + 1].way);
    move = slot == nullptr ? kNoMove : slot->move;
  }
  return iteration;
}

ThesisSearch::Value ThesisSearch::search(int ply, int depth, Window window) {
  if (watch_->count()) return {0, kNoDependency};
  Step& step = path_[ply];
  const Situation& now = step.situation;
  step.best = kNoMove;
  if (Value ended{}; ends_by_repetition(ply, ended)) return ended;
  if (now.is_over()) {
    const bool remove = !is_superko(options_.ko);
    return {value_of(now, terminal_score(grid_, now.attacker, now.defender, remove)),
            kNoDependency};
  }
  const Window asked = window;
  int first_move = look_up(ply, depth, window);
  if (depth >= kSymmetryDepth && options_.symmetry && options_.table) {
    look_up_symmetric(ply, depth, window, first_move);
  }
  if (ply > 0 && window.is_empty()) {
    step.best = first_move;
    return {window.alpha > asked.alpha ? window.alpha : window.beta, kNoDependency};
  }

  Set playable = grid_.board() & ~now.stones();
  if (options_.territory) {
    const Unconditional owned = unconditional(grid_, now.attacker, now.defender);
    const Window sure = values_of(now, score_bounds(grid_, owned));
    if (depth <= 0) {
      if (sure.alpha > kWon) return {sure.alpha, kNoDependency};
      if (sure.beta < -kWon) return {sure.beta, kNoDependency};
      return {heuristic(now), kNoDependency};
    }
    if (options_.bounds && ply > 0) {
      if (sure.alpha >= window.beta) return {sure.alpha, kNoDependency};
      if (sure.beta <= window.alpha) return {sure.beta, kNoDependency};
      window.alpha = std::max(window.alpha, sure.alpha);
      window.beta = std::min(window.beta, sure.beta);
      if (window.is_empty()) return {sure.alpha, kNoDependency};
    }
    if (!is_superko(options_.ko)) playable &= ~(owned.area[0] | owned.area[1]);
  } else if (depth <= 0) {
    return {heuristic(now), kNoDependency};
  }
  if (ply > 0 && depth >= kEtcDepth && options_.etc && options_.table) {
    int value = 0;
    if (cut_from_successors(ply, depth, playable, window.beta, value)) {
      return {value, kNoDependency};
    }
  }
  Value found = search_moves(ply, depth, window, playable, first_move);
  // A bound that was known before holds beside what the moves have shown.
  if (window.alpha > asked.alpha) found.value = std::max(found.value, window.alpha);
  if (watch_->stopped()) return found;
  if (found.value > asked.alpha && found.value < window.beta) praise(step.best, depth);
  remember(ply, depth, found, asked.alpha, window.beta);
  return found;
}

ThesisSearch::Value ThesisSearch::search_moves(int ply, int depth, Window window, Set playable,
                                               int first_move) {
  Step& step = path_[ply];
  Value best{-kInfinite, kNoDependency};
  MoveOrder order(*this, ply, depth, playable, first_move);
  int reply = kNoMove;
  bool is_first = true;
  for (;;) {
    const int move = order.next(reply);
    reply = kNoMove;
    if (move == kNoMove) break;
    if (!enter(ply, move)) continue;
    const auto searched = [&](int alpha, int beta) {
      const Value child = search(ply + 1, depth - 1, {-beta, -alpha});
      return Value{-child.value, child.dependency};
    };
    Value value = searched(window.alpha, is_first ? window.beta : window.alpha + 1);
    if (!is_first && window.alpha < value.value && value.value < window.beta) {
      const Value again = searched(value.value, window.beta);
      value = {std::max(value.value, again.value), std::min(value.dependency, again.dependency)};
    }
    if (watch_->stopped()) return {0, kNoDependency};
    is_first = false;
    reply = path_[ply + 1].best;
    const int dependency = std::min(best.dependency, value.dependency);
    if (value.value > best.value) {
      best.value = value.value;
      step.best = move;
    }
    window.alpha = std::max(window.alpha, best.value);
    if (window.is_empty()) {
      note_cut(ply, depth, move);
      best.dependency = value.dependency;
      return best;
    }
    best.dependency = dependency;
  }
  return best;
}

bool ThesisSearch::enter(int ply, int move) {
  const Step& before = path_[ply];
  Step& after = path_[ply + 1];
  const int mover = before.situation.attacker_to_move ? 0 : 1;
  int captured = 0;
  if (move == kPass) {
    pass(before.situation, after.situation);
  } else {
    captured = play(grid_, digits_, before.situation, move, after.situation);
    if (captured < 0) return false;
    if (options_.ko == KoRule::kPositional) {
      after.situation.ko = kNoKo;
      after.situation.passes_needed = 2;
    }
  }
  after.key = after.situation.key();
  after.passes = before.passes;
  after.captures = before.captures;
  after.passes[mover] += move == kPass;
  after.captures[mover] += captured;
  after.may_repeat = before.may_repeat || captured > 0;
  after.best = kNoMove;
  after.way = 0;
  if (move != kPass && is_superko(options_.ko) && is_banned(ply + 1)) return false;
  if (options_.ko == KoRule::kApproximate) {
    std::uint64_t counts = 1;
    for (int i = 0; i < 2; ++i) {
      counts = (counts << 16 | static_cast<std::uint64_t>(after.passes[i])) << 16 |
               static_cast<std::uint64_t>(after.captures[i]);
    }
    after.way = scatter(counts);
  } else if (is_superko(options_.ko)) {
    after.way = before.way;
    if (options_.ko == KoRule::kSituational) {
      after.way ^= scatter(after.key);
    } else if (move != kPass) {
      after.way ^= scatter(after.situation.numbers[0]);
    }
  }
  return true;
}

bool ThesisSearch::is_banned(int ply) const {
  const Step& step = path_[ply];
  if (!step.may_repeat) return false;
  for (int earlier = ply - 1; earlier >= 0; --earlier) {
    if (options_.ko == KoRule::kPositional
            ? path_[earlier].situation.numbers[0] == step.situation.numbers[0]
            : path_[earlier].key == step.key) {
      return true;
    }
  }
  return false;
}

bool ThesisSearch::ends_by_repetition(int ply, Value& value) const {
  const Step& step = path_[ply];
  if (!step.may_repeat || is_superko(options_.ko)) return false;
  for (int earlier = ply - 2; earlier >= 0; --earlier) {
    if (path_[earlier].key != step.key) continue;
    int black = step.passes[0] - path_[earlier].passes[0];
    int white = step.passes[1] - path_[earlier].passes[1];
    if (options_.ko == KoRule::kBasic) black = white = 0;
    const int sign = step.situation.attacker_to_move ? 1 : -1;
    if (black != white) {
      value = {value_of(step.situation, black > white ? points_ : -points_), earlier};
    } else if (options_.draws == Draws::kNobodys) {
      value = {0, kNoDependency};
    } else {
      value = {options_.draws == Draws::kBlacks ? sign * (kWon + 1) : -sign * (kWon + 1), earlier};
    }
    return true;
  }
  return false;
}

const ThesisSearch::Slot* ThesisSearch::find(std::uint64_t key, std::uint64_t way) const {
  if (!options_.table) return nullptr;
  Slot wanted{};
  wanted.key = key;
  wanted.way = way;
  return table_.find(wanted);
}

void ThesisSearch::narrow(const Slot& slot, int depth, Window& window) const {
  if (lower_holds(slot, depth)) window.alpha = std::max<int>(window.alpha, slot.value);
  if (upper_holds(slot, depth)) window.beta = std::min<int>(window.beta, slot.value);
}

int ThesisSearch::look_up(int ply, int depth, Window& window) const {
  const Slot* slot = find(path_[ply].key, path_[ply].way);
  if (slot == nullptr) return kNoMove;
  if (ply > 0) narrow(*slot, depth, window);
  return slot->move;
}

void ThesisSearch::look_up_symmetric(int ply, int depth, Window& window, int& move) const {
  const Situation& now = path_[ply].situation;
  // Under superko the histories differ, so that only the approximate hash finds anything.
  const bool orders_only = is_superko(options_.ko) || ply == 0;
  const auto use = [&](std::uint64_t key, int symmetry) {
    const Slot* slot = find(key, path_[ply].way);
    if (slot == nullptr) return;
    if (!orders_only) narrow(*slot, depth, window);
    if (move == kNoMove) move = digits_.origin(symmetry, slot->move);
  };
  for (int symmetry : symmetries_) {
    if (symmetry != 0) use(now.key(digits_, symmetry), symmetry);
    if (window.is_empty()) return;
  }
  for (int symmetry : exchanges_) {
    use(now.exchanged_key(digits_, symmetry), symmetry);
    if (window.is_empty()) return;
  }
}

void ThesisSearch::find_symmetries(const Situation& root) {
  symmetries_.clear();
  exchanges_.clear();
  const bool sides_are_equal =
      options_.komi_floor == 0 && options_.komi_ceiling == 0 && options_.draws == Draws::kNobodys;
  for (int symmetry = 0; symmetry < digits_.symmetries(); ++symmetry) {
    const Set black = grid_.transform(root.attacker, symmetry);
    const Set white = grid_.transform(root.defender, symmetry);
    if (black == root.attacker && white == root.defender) symmetries_.push_back(symmetry);
    if (sides_are_equal && black == root.defender && white == root.attacker) {
      exchanges_.push_back(symmetry);
    }
  }
}

bool ThesisSearch::cut_from_successors(int ply, int depth, Set playable, int beta, int& value) {
  const auto cuts = [&](int move) {
    if (!enter(ply, move)) return false;
    const Slot* slot = find(path_[ply + 1].key, path_[ply + 1].way);
    if (slot == nullptr || !upper_holds(*slot, depth - 1) || -slot->value < beta) return false;
    Value ended{};
    if (ends_by_repetition(ply + 1, ended)) return false;
    value = -slot->value;
    path_[ply].best = move;
    return true;
  };
  for (int point : playable) {
    if (cuts(point)) return true;
  }
  return cuts(kPass);
}

void ThesisSearch::remember(int ply, int depth, const Value& found, int alpha, int beta) {
  if (!options_.table) return;
  // What rests on a situation earlier on this path holds on this path only.
  if (is_decided(found.value) && found.dependency < ply) return;
  const Bound bound = found.value >= beta    ? Bound::kLower
                      : found.value <= alpha ? Bound::kUpper
                                             : Bound::kExact;
  const Step& step = path_[ply];
  table_.store({step.key, step.way, static_cast<std::int16_t>(found.value),
                static_cast<std::int8_t>(depth), bound, static_cast<std::int8_t>(step.best)});
}

void ThesisSearch::praise(int move, int depth) {
  if (!options_.history || move == kNoMove) return;
  const std::int64_t merit = std::int64_t{1} << std::min(depth, kMaxMeritDepth);
  history_.add(move == kPass ? points_ : move, merit, kMaxMerit);
}

void ThesisSearch::note_cut(int ply, int depth, int move) {
  praise(move, depth);
  if (options_.killers) killers_.note(move, ply, kKillerReach);
}

int ThesisSearch::value_of(const Situation& now, int lead) const {
  int value = 0;
  if (lead > options_.komi_floor) value = kWon + lead - options_.komi_floor;
  if (lead < options_.komi_ceiling) value = lead - options_.komi_ceiling - kWon;
  return now.attacker_to_move ? value : -value;
}

ThesisSearch::Window ThesisSearch::values_of(const Situation& now, const ScoreBounds& leads) const {
  const bool black = now.attacker_to_move;
  const int low = value_of(now, black ? leads.lower : leads.upper);
  const int high = value_of(now, black ? leads.upper : leads.lower);
  return {low == 0 ? -kWon : low, high == 0 ? kWon : high};
}

int ThesisSearch::heuristic(const Situation& now) const {
  const HeuristicWeights& weights = options_.weights;
  const Set own = now.own();
  const Set other = now.other();
  const Set empty = grid_.board() & ~(own | other);
  const int liberties =
      (grid_.neighbors(own) & empty).count() - (grid_.neighbors(other) & empty).count();
  return weights.stones * (own.count() - other.count()) +
         std::clamp(weights.liberties * liberties, -weights.liberty_limit, weights.liberty_limit) +
         weights.euler * (euler_number(grid_, own) - euler_number(grid_, other)) +
         weights.edge * ((own & edge_).count() - (other & edge_).count());
}

}  // namespace goseki::go
