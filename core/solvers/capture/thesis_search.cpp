#include "solvers/capture/thesis_search.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "board/bit_mixer.h"
#include "search/killers_and_history.h"
#include "search/two_deep_table.h"
#include "solvers/capture/evaluation.h"

namespace goseki::capture {
namespace {

constexpr int kWin = 10'000;
constexpr int kInfinite = kWin + 1;
constexpr int kProven = kWin - kMaxCapturePoints - 1;  // at least this: a win
static_assert(kMaxDoubledValue < kProven);

constexpr int kMaxPlies = kMaxCapturePoints + 2;
constexpr int kEtcDepth = 3;  // cut-offs from successors are sought this far from the leaves
constexpr int kKillerReach = 2;
constexpr int kMaxHistory = 1 << 28;

enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };

struct Slot {
  std::uint64_t key;
  std::int16_t value;
  std::int8_t depth;
  Bound bound;
  std::int8_t move;

  bool is_free() const { return bound == Bound::kNone; }
  bool same_position(const Slot& other) const { return key == other.key; }
  std::uint64_t hash() const { return mix_bits(key); }
  bool is_lower() const { return bound == Bound::kLower || bound == Bound::kExact; }
  bool is_upper() const { return bound == Bound::kUpper || bound == Bound::kExact; }
  // Whether its bounds hold for a search to this depth. Proven ones hold for any.
  bool lower_holds(int needed) const { return is_lower() && (depth >= needed || value >= kProven); }
  bool upper_holds(int needed) const {
    return is_upper() && (depth >= needed || value <= -kProven);
  }
};
static_assert(sizeof(Slot) == 16);

class Search {
 public:
  Search(const Geometry& geometry, const ThesisOptions& options, const Progress& progress)
      : geometry_(geometry),
        options_(options),
        table_(options.table ? options.memory : 0),
        watch_(options.limits, progress) {}

  Answer solve(const Position& root);

 private:
  int search(int ply, int depth, int alpha, int beta);
  // The value for the mover of a move: the game is over, or the search goes on.
  int search_move(int ply, int move, int depth, int alpha, int beta);
  const Slot* find(std::uint64_t key) const {
    if (!options_.table) return nullptr;
    Slot wanted{};
    wanted.key = key;
    return table_.find(wanted);
  }
  bool cut_from_successors(int ply, Points legal, int depth, int beta, int& value);
  // All legal moves: the table's, the killers, the others by history.
  int order_moves(int ply, Points legal, int table_move,
                  std::array<std::int8_t, kMaxCapturePoints>& moves) const;
  void note_cut(int ply, int depth, int move);
  void follow_table(Answer& answer);

  const Geometry& geometry_;
  const ThesisOptions& options_;
  TwoDeepTable<Slot> table_;
  StopWatch watch_;
  std::array<Position, kMaxPlies> stack_;
  Killers<kMaxPlies + kKillerReach> killers_;
  History<int, kMaxCapturePoints> history_;
  int root_move_ = kNoMove;
};

int Search::order_moves(int ply, Points legal, int table_move,
                        std::array<std::int8_t, kMaxCapturePoints>& moves) const {
  std::array<std::int64_t, kMaxCapturePoints> scores;
  int count = 0;
  for (int move : legal) {
    std::int64_t score = history_[move];
    if (move == killers_.second(ply)) score += std::int64_t{1} << 40;
    if (move == killers_.first(ply)) score += std::int64_t{1} << 41;
    if (move == table_move) score += std::int64_t{1} << 42;
    int place = count++;
    for (; place > 0 && scores[place - 1] < score; --place) {
      scores[place] = scores[place - 1];
      moves[place] = moves[place - 1];
    }
    scores[place] = score;
    moves[place] = static_cast<std::int8_t>(move);
  }
  return count;
}

void Search::note_cut(int ply, int depth, int move) {
  if (options_.history) history_.add(move, depth * depth, kMaxHistory);
  if (options_.killers) killers_.note(move, ply, kKillerReach);
}

bool Search::cut_from_successors(int ply, Points legal, int depth, int beta, int& value) {
  const Position& position = stack_[ply];
  for (int move : legal) {
    if (position.captures(move)) continue;
    const std::uint64_t child = position.other.codes[0] +
                                2 * (position.mover.codes[0] + geometry_.digits().weights(move)[0]);
    const Slot* slot = find(child);
    if (slot != nullptr && slot->upper_holds(depth - 1) && -slot->value >= beta) {
      value = -slot->value;
      return true;
    }
  }
  return false;
}

int Search::search_move(int ply, int move, int depth, int alpha, int beta) {
  if (stack_[ply].captures(move)) {
    watch_.count();
    return kWin - (ply + 1);
  }
  stack_[ply].play(geometry_, move, stack_[ply + 1]);
  return -search(ply + 1, depth - 1, -beta, -alpha);
}

int Search::search(int ply, int depth, int alpha, int beta) {
  if (watch_.count()) return 0;
  const Position& position = stack_[ply];
  const std::uint64_t key = position.key(0);
  int table_move = kNoMove;
  if (const Slot* slot = find(key)) {
    table_move = slot->move;
    if (ply > 0) {
      if (slot->lower_holds(depth)) alpha = std::max<int>(alpha, slot->value);
      if (slot->upper_holds(depth)) beta = std::min<int>(beta, slot->value);
      if (alpha >= beta) return slot->value;
    }
  }
  const Points legal = position.legal_moves(geometry_);
  if (legal.none()) return -(kWin - ply);
  if (depth <= 0) return options_.heuristic ? doubled_value(geometry_, position) : 0;
  if (int value = 0; options_.etc && options_.table && ply > 0 && depth >= kEtcDepth &&
                     cut_from_successors(ply, legal, depth, beta, value)) {
    return value;
  }

  std::array<std::int8_t, kMaxCapturePoints> moves;
  const int count = order_moves(ply, legal, table_move, moves);
  const int first_alpha = alpha;
  int best = -kInfinite;
  int best_move = kNoMove;
  for (int i = 0; i < count; ++i) {
    const int move = moves[i];
    int value = 0;
    if (i == 0) {
      value = search_move(ply, move, depth, alpha, beta);
    } else {
      value = search_move(ply, move, depth, alpha, alpha + 1);
      if (alpha < value && value < beta) value = search_move(ply, move, depth, value, beta);
    }
    if (watch_.stopped()) return 0;
    if (value > best) {
      best = value;
      best_move = move;
    }
    alpha = std::max(alpha, best);
    if (alpha >= beta) {
      note_cut(ply, depth, move);
      break;
    }
  }
  if (ply == 0) root_move_ = best_move;
  if (options_.table) {
    const Bound bound = best >= beta          ? Bound::kLower
                        : best <= first_alpha ? Bound::kUpper
                                              : Bound::kExact;
    table_.store({key, static_cast<std::int16_t>(best), static_cast<std::int8_t>(depth), bound,
                  static_cast<std::int8_t>(best_move)});
  }
  return best;
}

// The moves that the table remembers as best, as far as it does.
void Search::follow_table(Answer& answer) {
  int move = root_move_;
  for (int ply = 0; ply < answer.plies && move != kNoMove; ++ply) {
    answer.pv.push_back(move);
    if (stack_[ply].captures(move)) return;
    stack_[ply].play(geometry_, move, stack_[ply + 1]);
    const Slot* slot = find(stack_[ply + 1].key(0));
    move = slot == nullptr ? kNoMove : slot->move;
  }
}

Answer Search::solve(const Position& root) {
  Answer answer;
  stack_[0] = root;
  const int longest = root.empty(geometry_).count();
  for (int depth = 0; depth <= longest; ++depth) {
    watch_.set_share(static_cast<double>(depth) / (longest + 1));
    const int value = search(0, depth, -kInfinite, kInfinite);
    if (watch_.stopped()) break;
    if (std::abs(value) >= kProven) {
      answer.winner = value > 0 ? 1 : -1;
      answer.plies = answer.at_most = kWin - std::abs(value);
      if (answer.plies > 0) answer.best = {root_move_};
      break;
    }
    answer.mover_not_within = answer.other_not_within = depth;
  }
  answer.nodes = watch_.nodes();
  answer.seconds = watch_.seconds();
  answer.stopped = watch_.stopped();
  answer.interrupted = watch_.interrupted();
  answer.table_bytes = options_.table ? table_.bytes() : 0;
  if (answer.winner != 0) follow_table(answer);
  return answer;
}

}  // namespace

Answer solve_as_thesis(const Geometry& geometry, const Position& position,
                       const ThesisOptions& options, const Progress& progress) {
  return Search(geometry, options, progress).solve(position);
}

}  // namespace goseki::capture
