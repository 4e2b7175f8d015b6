// Go solved as MIGOS did (van der Werf 2004, chapter 5): iterative-deepening principal-variation
// search on scored values. It serves to compare with the thesis, and with each part switched off.
//
// A value is for the player to move (section 5.1.2). kWon + n means that he wins by at least n
// points, -kWon - n that he loses by at least n; values between are a draw or unknown, and are told
// apart by a heuristic. So a won value is a lower bound of the score and a lost one an upper bound,
// at any depth. The other bound takes a search with another komi: one that turns the loss into a
// win by one point.
//
// The heuristic (5.1.1) adds up, own minus the opponent's: stones; liberties of the whole board,
// their difference limited; stones at the edge; Euler numbers, which fall with connections and
// eyes. The thesis does not give its weights. Those of HeuristicWeights were tuned on the empty
// 4x4 board under the cycle rule, by the nodes that the first search takes to find +2: about 150
// choices, drawn at random and changed by small steps, under other ways to gain in the history
// table, and 22 more around the best of them under the present one. They take 737,548 nodes; the
// capture game's 1, 1, 3, -4, with -1 for the edge, take 1,085,600. It is a fit to that one board.
//
// Repetition on the path is a draw, or, under the cycle rule, a win for the player who passed more
// often. What a win by repetition proves holds on the path only, so such values are not remembered
// unless the situation that is repeated is their own (see attack_search.h); the thesis mentions no
// such care. Draws need no care, since they prove nothing, unless `draws` makes them wins of a
// side. What a deeper search has left undecided then may be decided by a repetition on this path,
// so values that are neither won nor lost are used again at the same depth only (the thesis's
// remedy for the shifting-depth variant, 5.3.1).
//
// Under superko a table entry is about a situation and a hash of the way there: all its situations
// (full SSK), or the numbers of passes and captures (approximate). Symmetry then only orders moves
// and nothing is pruned in unconditional territory (5.2.3, 5.2.4).
//
// Where the thesis is silent: a move that cuts, or is best with a value inside the window, gains
// 2^depth in the history table, in which passes have a place, too (gaining by cuts alone takes 4x4
// 1.7 times the nodes, gaining depth^2 1.2 times); two passes end the game, three after a ko was
// taken. Unlike the thesis, results of unconditional territory are not kept for a position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "life/unconditional.h"
#include "progress.h"
#include "search/killers_and_history.h"
#include "search/two_deep_table.h"
#include "solvers/go/ko_rule.h"
#include "solvers/go/situation.h"
#include "stop_watch.h"

namespace goseki::go {

inline constexpr int kWon = 1000;

struct HeuristicWeights {
  int stones = 5;
  int liberties = 5;
  int liberty_limit = 8;
  int euler = -6;
  int edge = -1;
};

// Who wins a repetition that is a draw: nobody, or, in a search for the other bound, Black or
// White.
enum class Draws : std::uint8_t { kNobodys, kBlacks, kWhites };

struct ThesisOptions {
  KoRule ko = KoRule::kCycle;
  // Black has won if he leads by more than `komi_floor` points, White if by less than
  // `komi_ceiling`: the same for whole komi.
  int komi_floor = 0;
  int komi_ceiling = 0;
  Draws draws = Draws::kNobodys;
  HeuristicWeights weights;
  std::size_t memory = std::size_t{256} << 20;  // bytes for the table
  bool table = true;
  bool etc = true;
  bool symmetry = true;
  bool bounds = true;  // internal unconditional bounds
  bool history = true;
  bool killers = true;
  bool siblings = true;
  bool territory = true;  // unconditional territory: at leaves, as bounds, to prune moves
};

// The search of one position under one komi, iteration by iteration. Black attacks.
class ThesisSearch {
 public:
  static constexpr int kMaxDepth = 100;

  struct Iteration {
    bool finished = false;
    bool interrupted = false;
    int value = 0;  // for the player to move
    std::vector<int> line;
  };

  ThesisSearch(Size size, const ThesisOptions& options);

  const Grid<1>& grid() const { return grid_; }
  const Digits& digits() const { return digits_; }
  std::int64_t nodes() const { return nodes_; }
  std::size_t table_bytes() const { return table_.bytes(); }

  // Searches `depth` plies, with what earlier calls have left in the tables. The root should be
  // the same. Precondition: 0 <= depth <= kMaxDepth.
  Iteration iterate(const Situation& root, int depth, const Limits& limits,
                    const Progress& progress);

 private:
  static constexpr int kMaxPly = kMaxDepth + 2;
  static constexpr int kNoDependency = kMaxPly;
  static constexpr int kKillerReach = 2;

  enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };
  struct Slot {
    std::uint64_t key;
    std::uint64_t way;  // a hash of its history, as far as the ko rule asks
    std::int16_t value;
    std::int8_t depth;
    Bound bound;
    std::int8_t move;

    bool is_free() const { return bound == Bound::kNone; }
    bool same_position(const Slot& other) const { return key == other.key && way == other.way; }
    std::uint64_t hash() const;
  };
  struct Window {
    int alpha;
    int beta;
    bool is_empty() const { return alpha >= beta; }
  };
  struct Value {
    int value;
    int dependency;  // the first ply whose situation it rests on
  };
  // What is known at a ply of the path.
  struct Step {
    Situation situation;
    std::uint64_t key;
    std::uint64_t way;
    std::array<int, 2> passes;    // by Black, by White, since the root
    std::array<int, 2> captures;  // by Black, by White, since the root
    bool may_repeat;              // whether stones were captured on the way
    int best;                     // the move found best there
  };
  class MoveOrder;

  Value search(int ply, int depth, Window window);
  Value search_moves(int ply, int depth, Window window, Set playable, int first_move);
  // Puts the situation after a move on the path, if it is legal.
  bool enter(int ply, int move);
  bool is_banned(int ply) const;
  bool ends_by_repetition(int ply, Value& value) const;
  const Slot* find(std::uint64_t key, std::uint64_t way) const;
  // Narrows the window by what the table knows; returns the move it suggests.
  int look_up(int ply, int depth, Window& window) const;
  void look_up_symmetric(int ply, int depth, Window& window, int& move) const;
  // Whether a slot's bounds hold for a search to this depth: what is won or lost, for any.
  bool lower_holds(const Slot& slot, int depth) const;
  bool upper_holds(const Slot& slot, int depth) const;
  bool is_deep_enough(const Slot& slot, int depth) const;
  void narrow(const Slot& slot, int depth, Window& window) const;
  bool cut_from_successors(int ply, int depth, Set playable, int beta, int& value);
  void remember(int ply, int depth, const Value& value, int alpha, int beta);
  void praise(int move, int depth);
  void note_cut(int ply, int depth, int move);
  // The values that a lead of Black's, or bounds of it, have for the player to move.
  int value_of(const Situation& now, int lead) const;
  Window values_of(const Situation& now, const ScoreBounds& leads) const;
  int heuristic(const Situation& now) const;
  void find_symmetries(const Situation& root);

  Grid<1> grid_;
  Digits digits_;
  ThesisOptions options_;
  TwoDeepTable<Slot> table_;
  int points_;
  Set edge_;
  std::int64_t nodes_ = 0;
  StopWatch* watch_ = nullptr;
  std::vector<int> symmetries_;  // that the root has
  std::vector<int> exchanges_;   // that it has if the sides are exchanged
  std::vector<Step> path_;
  Killers<kMaxPly + kKillerReach + 1> killers_;
  History<std::int64_t, kMaxPoints + 1> history_;  // the pass is last
};

}  // namespace goseki::go
