#include "solvers/capture/threshold_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

#include "board/bit_mixer.h"
#include "search/killers_and_history.h"
#include "search/transposition_table.h"

namespace goseki::capture {
namespace {

// "Within any number of plies", and "not known to be within any".
constexpr std::uint8_t kEver = 255;

// What is known about a position: bounds on when either side wins.
struct Entry {
  std::uint64_t key : 58;
  std::uint64_t move : 6;          // in the canonical position; kMaxCapturePoints for none
  std::uint8_t mover_wins_within;  // counted down from kEver, so that a free entry says nothing
  std::uint8_t mover_not_within;
  std::uint8_t other_wins_within;  // likewise
  std::uint8_t other_not_within;
  std::uint32_t cost;

  bool matches(std::uint64_t other_key) const { return key == other_key; }
  std::uint32_t work() const { return cost; }
  std::uint64_t hash() const { return mix_bits(key); }
  bool mover_wins(int plies) const { return kEver - mover_wins_within <= plies; }
  bool mover_fails(int plies) const { return mover_not_within >= plies; }
  bool other_wins(int plies) const { return kEver - other_wins_within <= plies; }
  bool other_fails(int plies) const { return other_not_within >= plies; }
};
static_assert(sizeof(Entry) == 16);

constexpr int kMaxPlies = kMaxCapturePoints + 2;

constexpr int kPairsPerStone = 4;  // of empty neighbours that one stone breaks up at most

// What speaks for trying a move early. Its history is at most kMaxHistory.
constexpr int kGivesAtari = 1 << 20;
constexpr int kAtWeakestDefender = 1 << 20;
constexpr int kAtWeakestAttacker = 1 << 19;
constexpr int kPerLiberty = 100'000;
constexpr int kMaxHistory = (1 << 19) - 1;

class Search {
 public:
  Search(const Geometry& geometry, const ThresholdOptions& options, const Progress& progress)
      : geometry_(geometry),
        options_(options),
        table_(options.table ? options.memory : 0),
        watch_(options.limits, progress) {}

  Answer solve(const Position& root);
  // Precondition: solve() has found the shortest win of this root.
  Strategy strategy(const Position& root, bool black_moves, Answer answer);

 private:
  // Adds the records of the position at this ply and of all that can follow. Returns the
  // plies that the winner needs at most, or -1 if stopped.
  int collect(int ply, bool winner_moves, bool black_moves);
  int collect_move(int ply, bool black_moves, int& move);
  int collect_answers(int ply, bool black_moves);

  // Whether the mover wins within `plies`, an odd number; or the other side, an even one.
  bool mover_wins(int ply, int plies);
  bool other_wins(int ply, int plies);
  bool wins_by_stalemate(int ply);
  // Whether the defender can fill own liberties for so many plies, and still has a legal move then.
  // When only proofs of a win count, it is assumed of everyone who has a stone.
  bool has_waiting_moves(const Position& position, const Side& defender, int plies) const {
    if (winner_only_) return !defender.empty();
    const int spare = defender.most_liberties() - (plies + 1);
    return spare > 0 ||
           (spare == 0 && geometry_.pairs(position.empty(geometry_)) > kPairsPerStone * plies);
  }

  struct MoveList {
    std::array<std::int8_t, kMaxCapturePoints> moves;
    std::array<int, kMaxCapturePoints> scores;
    int count = 0;
    // Brings the best of the moves from `i` on to place `i`.
    int pick(int i) {
      int best = i;
      for (int j = i + 1; j < count; ++j) {
        if (scores[j] > scores[best]) best = j;
      }
      std::swap(moves[i], moves[best]);
      std::swap(scores[i], scores[best]);
      return moves[i];
    }
  };
  // The candidates that do not leave their block in atari, with their scores.
  void list_moves(int ply, Points candidates, int table_move, bool mover_attacks,
                  MoveList& list) const;
  void note_good_move(int plies, int move);

  void store(const CanonicalKey& key, int move, int plies, bool about_mover, bool wins,
             std::int64_t nodes_before);
  const Entry* find(std::uint64_t key) const {
    return options_.table ? table_.find(mix_bits(key), key) : nullptr;
  }

  // Asks for more and more plies, up to `longest`, until somebody wins.
  void deepen(int longest, Answer& answer);
  // Whether a legal move keeps the value of a position: a win within `plies` of the mover
  // (plies odd), or a loss that takes no fewer (plies even).
  bool keeps_value(int ply, int move, int plies);
  // The first such move, the likeliest first; kNoMove if stopped.
  int find_best(int ply, int plies);
  void follow_best_play(Answer& answer);

  const Geometry& geometry_;
  const ThresholdOptions& options_;
  TranspositionTable<Entry> table_;
  StopWatch watch_;
  bool winner_only_ = false;
  std::array<Position, kMaxPlies> stack_;
  History<int, kMaxCapturePoints> history_;
  std::unordered_map<std::uint64_t, StrategyRecord> records_;
};

void Search::list_moves(int ply, Points candidates, int table_move, bool mover_attacks,
                        MoveList& list) const {
  const Position& position = stack_[ply];
  const Points empty = position.empty(geometry_);
  const Side& attacker = mover_attacks ? position.mover : position.other;
  const Side& defender = mover_attacks ? position.other : position.mover;
  const Points at_defender = defender.liberties_of_blocks_with(defender.fewest_liberties());
  const Points at_attacker = attacker.liberties_of_blocks_with(attacker.fewest_liberties());
  const Points gives_atari = position.other.liberties_of_blocks_with(2);
  for (int move : candidates) {
    const int liberties = position.mover.liberties_after(geometry_, empty, move).count();
    if (liberties < 2) continue;
    int score = kPerLiberty * liberties + history_[move];
    if (at_defender.contains(move)) score += kAtWeakestDefender;
    if (at_attacker.contains(move)) score += kAtWeakestAttacker;
    if (gives_atari.contains(move)) score += kGivesAtari;
    if (move == table_move) score = std::numeric_limits<int>::max();
    list.moves[list.count] = static_cast<std::int8_t>(move);
    list.scores[list.count++] = score;
  }
}

void Search::note_good_move(int plies, int move) {
  if (options_.history) history_.add(move, plies, kMaxHistory);
}

void Search::store(const CanonicalKey& key, int move, int plies, bool about_mover, bool wins,
                   std::int64_t nodes_before) {
  if (!options_.table) return;
  Entry& entry = table_.slot_for(mix_bits(key.key), key.key);
  const std::int64_t work = watch_.nodes() - nodes_before + 1;
  if (entry.cost == 0 || entry.key != key.key) {
    entry = Entry{};
    entry.key = key.key;
    entry.move = kMaxCapturePoints;
  }
  const std::int64_t cost = entry.cost + work;
  entry.cost = static_cast<std::uint32_t>(std::min<std::int64_t>(cost, 0xffffffff));
  if (move != kNoMove) {
    entry.move = static_cast<std::uint64_t>(geometry_.digits().image(key.symmetry, move));
  }
  const auto within = static_cast<std::uint8_t>(kEver - plies);
  const auto not_within = static_cast<std::uint8_t>(plies);
  if (wins) {
    std::uint8_t& bound = about_mover ? entry.mover_wins_within : entry.other_wins_within;
    bound = std::max(bound, within);
    (about_mover ? entry.other_not_within : entry.mover_not_within) = kEver;
  } else {
    std::uint8_t& bound = about_mover ? entry.mover_not_within : entry.other_not_within;
    bound = std::max(bound, not_within);
  }
}

// Whether some move leaves the other side without a legal one. That is rare, and can mostly be
// excluded at once: wherever two empty points are neighbours, there is a legal move.
bool Search::wins_by_stalemate(int ply) {
  const Position& position = stack_[ply];
  const Points empty = position.empty(geometry_);
  if (geometry_.pairs(empty) > kPairsPerStone) return false;
  for (int move : empty) {
    if (position.mover.liberties_after(geometry_, empty, move).none()) continue;
    position.play(geometry_, move, stack_[ply + 1]);
    if (!stack_[ply + 1].has_legal_move(geometry_)) return true;
  }
  return false;
}

bool Search::mover_wins(int ply, int plies) {
  if (watch_.count()) return false;
  const Position& position = stack_[ply];
  const Side& defender = position.other;
  const int moves_left = (plies + 1) / 2;
  const int fewest = defender.fewest_liberties();
  if (fewest == 1) return true;
  if (plies == 1) return wins_by_stalemate(ply);
  const bool can_wait = has_waiting_moves(position, defender, plies);
  if (fewest > moves_left && can_wait) return false;

  Points candidates = position.mover.atari_liberties();
  if (candidates.none()) {
    candidates = position.empty(geometry_);
    if (fewest == moves_left && can_wait) {
      // Any other move leaves the defender over the budget.
      candidates &= defender.liberties_of_blocks_with(fewest);
    }
  } else if (candidates.count() > 1) {
    return false;
  }

  const CanonicalKey key = position.canonical_key(geometry_);
  int table_move = kNoMove;
  if (const Entry* entry = find(key.key)) {
    if (entry->mover_wins(plies)) return true;
    if (entry->mover_fails(plies)) return false;
    if (entry->move != kMaxCapturePoints) {
      table_move = geometry_.digits().origin(key.symmetry, static_cast<int>(entry->move));
    }
  }

  MoveList list;
  list_moves(ply, candidates, table_move, true, list);
  if (options_.etc && options_.table && plies >= 3 && list.count > 1) {
    for (int i = 0; i < list.count; ++i) {
      const std::uint64_t child = position.canonical_key_after(geometry_, list.moves[i]);
      const Entry* entry = find(child);
      if (entry != nullptr && entry->other_wins(plies - 1)) {
        store(key, list.moves[i], plies, true, true, watch_.nodes());
        return true;
      }
    }
  }
  const std::int64_t nodes_before = watch_.nodes();
  for (int i = 0; i < list.count; ++i) {
    const int move = list.pick(i);
    position.play(geometry_, move, stack_[ply + 1]);
    const bool wins = other_wins(ply + 1, plies - 1);
    if (watch_.stopped()) return false;
    if (wins) {
      note_good_move(plies, move);
      store(key, move, plies, true, true, nodes_before);
      return true;
    }
  }
  store(key, kNoMove, plies, true, false, nodes_before);
  return false;
}

bool Search::other_wins(int ply, int plies) {
  if (watch_.count()) return false;
  const Position& position = stack_[ply];
  const Side& defender = position.mover;
  if (position.other.fewest_liberties() == 1) return false;
  if (plies == 0) return !position.has_legal_move(geometry_);
  const int moves_left = plies / 2;
  const int fewest = defender.fewest_liberties();
  if (fewest > moves_left && has_waiting_moves(position, defender, plies)) return false;

  Points candidates = position.mover.atari_liberties();
  if (candidates.none()) {
    candidates = position.empty(geometry_);
  } else if (candidates.count() > 1) {
    return true;
  }

  const CanonicalKey key = position.canonical_key(geometry_);
  int table_move = kNoMove;
  if (const Entry* entry = find(key.key)) {
    if (entry->other_wins(plies)) return true;
    if (entry->other_fails(plies)) return false;
    if (entry->move != kMaxCapturePoints) {
      table_move = geometry_.digits().origin(key.symmetry, static_cast<int>(entry->move));
    }
  }

  MoveList list;
  list_moves(ply, candidates, table_move, false, list);
  if (options_.etc && options_.table && plies >= 3 && list.count > 1) {
    for (int i = 0; i < list.count; ++i) {
      const std::uint64_t child = position.canonical_key_after(geometry_, list.moves[i]);
      const Entry* entry = find(child);
      if (entry != nullptr && entry->mover_fails(plies - 1)) {
        store(key, list.moves[i], plies, false, false, watch_.nodes());
        return false;
      }
    }
  }
  const std::int64_t nodes_before = watch_.nodes();
  for (int i = 0; i < list.count; ++i) {
    const int move = list.pick(i);
    position.play(geometry_, move, stack_[ply + 1]);
    const bool wins = mover_wins(ply + 1, plies - 1);
    if (watch_.stopped()) return false;
    if (!wins) {
      note_good_move(plies, move);
      store(key, move, plies, false, false, nodes_before);
      return false;
    }
  }
  store(key, kNoMove, plies, false, true, nodes_before);
  return true;
}

void Search::deepen(int longest, Answer& answer) {
  for (int plies = 0; plies <= longest; ++plies) {
    watch_.set_share(static_cast<double>(plies) / (longest + 1));
    const bool about_mover = plies % 2 != 0;
    const bool wins = about_mover ? mover_wins(0, plies) : other_wins(0, plies);
    if (watch_.stopped()) return;
    if (wins) {
      answer.winner = about_mover ? 1 : -1;
      answer.at_most = plies;
      return;
    }
    if (!winner_only_) (about_mover ? answer.mover_not_within : answer.other_not_within) = plies;
  }
}

bool Search::keeps_value(int ply, int move, int plies) {
  const Position& position = stack_[ply];
  const bool mover_is_winner = plies % 2 != 0;
  if (position.captures(move)) return mover_is_winner;
  position.play(geometry_, move, stack_[ply + 1]);
  if (mover_is_winner) return other_wins(ply + 1, plies - 1);
  return plies < 3 || !mover_wins(ply + 1, plies - 3);
}

int Search::find_best(int ply, int plies) {
  const Position& position = stack_[ply];
  const CanonicalKey key = position.canonical_key(geometry_);
  const Points legal = position.legal_moves(geometry_);
  int likely = kNoMove;
  if (const Entry* entry = find(key.key); entry != nullptr && entry->move != kMaxCapturePoints) {
    likely = geometry_.digits().origin(key.symmetry, static_cast<int>(entry->move));
    if (legal.contains(likely) && keeps_value(ply, likely, plies) && !watch_.stopped()) {
      return likely;
    }
  }
  for (int move : legal) {
    if (move != likely && keeps_value(ply, move, plies) && !watch_.stopped()) return move;
  }
  return kNoMove;
}

void Search::follow_best_play(Answer& answer) {
  for (int ply = 0; ply < answer.plies; ++ply) {
    const int move = find_best(ply, answer.plies - ply);
    if (move == kNoMove) return;
    answer.pv.push_back(move);
    if (ply + 1 < answer.plies) stack_[ply].play(geometry_, move, stack_[ply + 1]);
  }
}

Answer Search::solve(const Position& root) {
  Answer answer;
  stack_[0] = root;
  const int longest = root.empty(geometry_).count();
  winner_only_ = !options_.shortest;
  deepen(longest, answer);
  if (winner_only_ && answer.winner == 0 && !watch_.stopped()) {
    // The defender was made to fill own liberties, so the answers "no" before were wrong.
    winner_only_ = false;
    table_.clear();
    deepen(longest, answer);
  }
  if (options_.shortest) {
    answer.plies = answer.at_most;
    follow_best_play(answer);
    if (options_.every_best && answer.plies > 0) {
      for (int move : root.legal_moves(geometry_)) {
        if (keeps_value(0, move, answer.plies) && !watch_.stopped()) answer.best.push_back(move);
      }
    }
    if (answer.best.empty() && !answer.pv.empty()) answer.best = {answer.pv.front()};
  } else if (answer.winner > 0) {
    if (const int move = find_best(0, answer.at_most); move != kNoMove) answer.best = {move};
  }
  answer.nodes = watch_.nodes();
  answer.seconds = watch_.seconds();
  answer.stopped = watch_.stopped();
  answer.interrupted = watch_.interrupted();
  if (options_.table) {
    answer.table_bytes = table_.bytes();
  }
  return answer;
}

// The key of a record, with the symmetry that leads to its canonical position.
CanonicalKey record_key(const Geometry& geometry, const Position& position, bool black_moves) {
  const Side& black = black_moves ? position.mover : position.other;
  const Side& white = black_moves ? position.other : position.mover;
  return canonical_key(geometry.digits().symmetries(), [&](int s) {
    return 2 * (black.codes[s] + 2 * white.codes[s]) + (black_moves ? 1 : 0);
  });
}

int Search::collect(int ply, bool winner_moves, bool black_moves) {
  const Position& position = stack_[ply];
  if (winner_moves && position.other.fewest_liberties() == 1) return 1;
  if (!winner_moves && !position.has_legal_move(geometry_)) return 0;
  const CanonicalKey key = record_key(geometry_, position, black_moves);
  if (const auto known = records_.find(key.key); known != records_.end()) {
    return known->second.credit;
  }
  int move = kLoserToMove;
  const int credit =
      winner_moves ? collect_move(ply, black_moves, move) : collect_answers(ply, black_moves);
  if (credit < 0 || watch_.stopped()) return -1;
  if (winner_moves) move = geometry_.digits().image(key.symmetry, move);
  records_[key.key] = {key.key, static_cast<std::int8_t>(move), credit};
  return credit;
}

int Search::collect_move(int ply, bool black_moves, int& move) {
  for (int plies = 1; !watch_.stopped(); plies += 2) {
    if (!mover_wins(ply, plies)) continue;
    move = find_best(ply, plies);
    if (move == kNoMove) return -1;
    stack_[ply].play(geometry_, move, stack_[ply + 1]);
    const int rest = collect(ply + 1, false, !black_moves);
    return rest < 0 ? -1 : rest + 1;
  }
  return -1;
}

int Search::collect_answers(int ply, bool black_moves) {
  int longest = 0;
  for (int answer : stack_[ply].legal_moves(geometry_)) {
    stack_[ply].play(geometry_, answer, stack_[ply + 1]);
    const int rest = collect(ply + 1, true, !black_moves);
    if (rest < 0) return -1;
    longest = std::max(longest, rest + 1);
  }
  return longest;
}

Strategy Search::strategy(const Position& root, bool black_moves, Answer answer) {
  Strategy strategy;
  stack_[0] = root;
  const bool complete = answer.winner != 0 && collect(0, answer.winner > 0, black_moves) >= 0;
  answer.stopped = watch_.stopped();
  answer.interrupted = watch_.interrupted();
  strategy.answer = std::move(answer);
  if (!complete) return strategy;
  for (const auto& [key, record] : records_) strategy.records.push_back(record);
  std::sort(strategy.records.begin(), strategy.records.end(),
            [](const StrategyRecord& a, const StrategyRecord& b) { return a.key < b.key; });
  return strategy;
}

}  // namespace

Answer solve_by_thresholds(const Geometry& geometry, const Position& position,
                           const ThresholdOptions& options, const Progress& progress) {
  return Search(geometry, options, progress).solve(position);
}

Strategy find_strategy(const Geometry& geometry, const Position& position, bool black_moves,
                       const ThresholdOptions& options, const Progress& progress) {
  ThresholdOptions asked = options;
  asked.shortest = true;
  Search search(geometry, asked, progress);
  return search.strategy(position, black_moves, search.solve(position));
}

}  // namespace goseki::capture
