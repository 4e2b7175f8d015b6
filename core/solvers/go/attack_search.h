// AttackSearch: can the attacker force a lead of at least some threshold?
//
// A depth-first search, deepened ply by ply, with three answers:
//
//   proven    the attacker can force it
//   held      the defender can prevent it for ever
//   unknown   not decided within the depth
//
// Each iteration has one goal: to find a proof, or to find a defence. It leaves a situation as
// soon as the side that wants to prevent the goal has one move that is not refuted. The next
// iteration has the goal that has cost less so far (much less, where the whole board is at stake).
// Both goals share what they decide.
//
// Ends of games and unconditional territory decide leaves. So does a repetition on the path, by
// the ko rule; a symmetric image of an earlier situation counts too, since its value is the same.
// What follows from a repetition holds on that path only, so every verdict carries the earliest
// ply that it depends on, and is remembered only if that is no earlier than its own ply. This makes
// it safe to remember verdicts in games with cycles (the graph-history interaction, Kishimoto &
// Müller 2004): a verdict without such a dependency is the verdict of a game that begins there.
// Such games are decided by positional strategies (Ehrenfeucht & Mycielski 1979), so the moves
// that led to a situation do not matter.
//
// A verdict carries its zone (search/relevance_zone.h): where the loser has lost after a pass, his
// moves outside the zone of that verdict need no search. A block that is unconditionally alive
// needs no liberty in the zone. A pass of the winner puts all points there while a ko makes one
// more pass necessary.
//
// A situation is *covered*, and won, if the table has it as a win without one of the loser's
// stones that is outside the zone. If the stone is inside, the winning move is tried early: most
// of what follows it will be covered (after the proofs by simulation of Kawano 1996).
//
// A situation whose predicted odds are hopeless (predictor.h) is left unknown; deeper iterations
// search it again, with more patience. The predictor also orders the moves: the side with the goal
// begins with the move that promises the least effort, the other side with the most. Where earlier
// iterations have cost much, random games have a say as well (monte_carlo_order.h). The side with
// the goal searches its first move to the full depth and later ones less and less deep: a deeper
// iteration will search them again, if the first move fails.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "life/unconditional.h"
#include "progress.h"
#include "search/killers_and_history.h"
#include "search/relevance_zone.h"
#include "solvers/go/monte_carlo_order.h"
#include "solvers/go/predictor.h"
#include "solvers/go/proof_entry.h"
#include "solvers/go/situation.h"
#include "solvers/go/team.h"
#include "stop_watch.h"

namespace goseki::go {

// What a repeated situation means (docs/rules.md): a draw, or a win for the player who passed more
// often in the cycle.
enum class CycleRule : std::uint8_t { kDraw, kPasses };

// How far the deepening of a question has come, by goal (proof, defence). With this and its table
// a search that was stopped can go on.
struct Deepening {
  std::array<int, 2> depths{};           // of the last finished iterations
  std::array<std::uint64_t, 2> spent{};  // nodes, in finished iterations
  int iterations = 0;                    // finished; 0 for a question to begin
};

struct AttackOptions {
  CycleRule cycle = CycleRule::kPasses;
  // Whether a draw by repetition gives the attacker what he asks for: with no komi, if he
  // asks for no more than 0.
  bool draw_suffices = false;
  int max_depth = 99;
  std::uint64_t max_nodes = 0;  // 0: no limit
  double seconds = 0;           // 0: no limit
  // Whether to seek defences at all, or proofs only.
  bool seek_defence = true;
  // How far a stopped search for this very question had come, if the table still holds its
  // verdicts; without it the table is cleared.
  std::optional<Deepening> resume = std::nullopt;
  // Whether to build on the verdicts of the last question, which must have had the same threshold
  // and rules.
  bool keep_table = false;
  // How many threads share the work. With more than one, a search visits other nodes in every run,
  // and looks at max_nodes only now and then.
  int threads = 1;
};

struct AttackResult {
  Verdict verdict = Verdict::kUnknown;
  int depth = 0;  // of the last finished iteration that sought a proof
  std::vector<int> line;
};

class AttackSearch {
 public:
  AttackSearch(Size size, TableMemory table_memory);
  AttackSearch(const AttackSearch&) = delete;
  AttackSearch& operator=(const AttackSearch&) = delete;

  // Is the attacker's lead at least `threshold`? `progress` may stop the search. The table
  // is cleared first, as verdicts are about one threshold, unless the options say otherwise.
  AttackResult prove(const Situation& root, int threshold, const AttackOptions& options,
                     const Progress& progress);

  const Grid<1>& grid() const { return grid_; }
  const Digits& digits() const { return digits_; }
  const ProofTable& table() const { return *table_; }
  void clear_table() { table_->clear(); }
  std::uint64_t nodes() const { return nodes_ + (team_ ? team_->nodes() : 0); }
  // Of the question asked last or at this moment.
  const Deepening& deepening() const { return deepening_; }

 private:
  static constexpr int kMaxPly = 200;
  static constexpr int kNoDependency = kMaxPly;

  struct Outcome {
    Verdict verdict;
    int dependency = kNoDependency;  // the smallest ply whose situation it rests on
    Set zone = {};
  };
  struct PathStep {
    std::uint64_t key;
    int attacker_passes;  // made before this ply
    int defender_passes;
    int move = kNoMove;  // that led here
    Set captured = {};
  };

  // What is unconditionally alive or owned.
  struct Territory {
    UnconditionalSide attackers;
    UnconditionalSide defenders;
  };

  // A situation with its key, which is the same for all situations that are equal by symmetry, and
  // the symmetry that leads to the one that the key describes.
  struct KeyedSituation {
    Situation situation;
    std::uint64_t key;
    int symmetry;

    void find_key(const Digits& digits) { key = situation.canonical_key(digits, symmetry); }
  };
  struct Child {
    KeyedSituation next;
    int move;
    Set captured;
  };
  using Children = std::array<Child, kMaxPoints + 1>;
  // What is known of a situation in which no move has reached its goal so far.
  struct Refutation {
    bool is_complete = true;  // whether all moves tried were refuted
    int dependency = kNoDependency;
    std::uint64_t hardest = 0;  // nodes that the move which resisted longest has cost
    Set zone = {};
    Set zone_after_pass = ~Set{};

    // `best` becomes the move if it is the hardest.
    void add(const Child& child, const Outcome& outcome, std::uint64_t nodes, int& best);
    // Whether the refutation of a pass is one of this move, too.
    bool covers(const Child& child) const {
      return child.move >= 0 && child.captured.none() && !zone_after_pass.contains(child.move);
    }
  };
  // Situations without one stone of the side without the goal.
  struct SituationWithoutStone {
    std::uint64_t key;
    int symmetry;
    int stone;
  };
  struct SituationsWithoutStone {
    std::array<SituationWithoutStone, kMaxPoints> all;
    int count = 0;
  };

  // What a visit has found out about a situation before its moves are tried.
  struct MoveHints {
    int first_move = kNoMove;                  // from the table
    const Preferences* preferences = nullptr;  // by point as `symmetry` lays it down, if known
    int symmetry = 0;
    Set wins_without = {};  // moves that reach the goal if a stone of the other side is missing
  };

  class MoveOrder;

  AttackSearch(Size size, std::shared_ptr<ProofTable> table);
  Verdict iterate(const KeyedSituation& root, int depth);
  // Whether the search is over: for this thread, or since another is through.
  bool must_stop(bool says_the_watch) {
    if (says_the_watch || (team_ && team_->is_done())) stopped_ = true;
    return stopped_;
  }
  void find_helpers();
  void help(const AttackSearch& leader, const KeyedSituation& root, int depth);
  Outcome visit(const KeyedSituation& keyed, int depth, int ply, bool may_repeat);
  // `count`: how many children of this ply were made.
  Outcome search_for_goal(const Situation& now, int count, int depth, int ply, bool may_repeat,
                          const MoveHints& hints, int& best);
  Outcome search_for_refutation(const Situation& now, Set playable, int depth, int ply,
                                bool may_repeat, const MoveHints& hints, int& best);
  Outcome try_move(const Child& child, int depth, int ply, bool may_repeat);
  Outcome outcome_of(const Refutation& refutation, const Situation& now, int ply) const;
  Outcome search_last_move(const Situation& now, Set playable, int ply, const MoveHints& hints,
                           int& best);
  int make_children_without_keys(const Situation& now, Set playable, int ply);
  int make_children(const Situation& now, Set playable, int ply);
  void find_key_of(const Situation& now, Child& child) const;
  bool ends_by_pass(const Situation& now, Verdict wanted) const;
  void look_at_territory(const Situation& now, int ply);
  void look_around(const Situation& now, int ply);
  bool is_hopeless(const Situation& now, const Surroundings& around, int depth,
                   Set attacker_area) const;
  bool repetition(std::uint64_t key, int ply, Outcome& outcome) const;
  int terminal_lead(const Situation& now) const;
  Predictor& predictor() { return predictors_[goal_ == Verdict::kHeld]; }
  const Predictor& predictor() const { return predictors_[goal_ == Verdict::kHeld]; }
  std::vector<int> principal_line(const Situation& root) const;

  std::optional<ProofEntry> recall(std::uint64_t key) const;
  Outcome outcome_of(const ProofEntry& entry, int symmetry) const;
  void find_situations_without_stone(const Situation& now,
                                     SituationsWithoutStone& without_stone) const;
  bool is_covered(const SituationsWithoutStone& without_stone, Outcome& outcome, int& best,
                  MoveHints& hints) const;
  Set zone_before(const Child& winning, Set zone, Set empty) const;
  Set stored_zone(const ProofEntry& entry, int symmetry) const;
  std::uint32_t zone_to_store(Set zone, int symmetry) const;

  Grid<1> grid_;
  Digits digits_;
  std::shared_ptr<ProofTable> table_;
  int points_;
  int threshold_ = 0;
  AttackOptions options_;
  std::optional<StopWatch> watch_;
  std::uint64_t nodes_ = 0;
  // Subtracted, so that a question visits the same nodes whatever was asked before.
  std::uint64_t nodes_before_question_ = 0;
  Deepening deepening_;
  std::uint8_t iteration_ = 0;
  Verdict goal_ = Verdict::kProven;
  bool stopped_ = false;
  bool learning_ =
      false;          // whether nothing is given up for its odds, so that true results are learned
  int patience_ = 0;  // the log odds below which a situation is given up
  std::array<Predictor, 2> predictors_;
  std::vector<Children> children_;  // by ply
  std::vector<Surroundings> surroundings_;
  std::vector<Territory> territory_;
  std::array<PathStep, kMaxPly + 1> path_;
  KillersAndHistory<kMaxPly + 1, kMaxPoints> cuts_;
  MonteCarloOrder monte_carlo_order_;
  std::shared_ptr<Team> team_;                          // if there are helpers
  std::vector<std::unique_ptr<AttackSearch>> helpers_;  // one for each further thread
  std::array<int, kMaxPoints> height_{};  // of points above the edge; orders moves of equal history
};

}  // namespace goseki::go
