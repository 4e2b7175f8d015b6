// AttackSearch: can the attacker force a lead of at least some threshold?
//
// A depth-first search, deepened ply by ply, with three answers:
//
//   proven    the attacker can force it
//   held      the defender can prevent it for ever
//   unknown   not decided within the depth
//
// Each iteration has one goal: to find a proof, or to find a defence. It leaves a situation
// as soon as the side that must answer everything has one answer that is not refuted. The
// two goals take turns, whichever has cost less so far, and share what they decide.
//
// Ends of games and unconditional territory decide leaves. A repetition on the path (of a
// situation or its image under a symmetry: values are the same) decides one, too, by the ko
// rule; what follows from it holds on that path only, so every verdict
// carries the ply it depends on and is remembered only when it depends on no earlier ply
// than its own. This is what makes it safe to remember verdicts in games with cycles (the
// graph-history interaction, Kishimoto & Müller 2004): a verdict without such a dependency
// is that of a game begun there, and these games are decided by positional strategies
// (Ehrenfeucht & Mycielski 1979), so the way there does not matter.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "progress.h"
#include "solvers/go/proof_entry.h"
#include "solvers/go/situation.h"

namespace goseki::go {

// What a repeated situation means (docs/rules.md): a draw, or a win for who passed more in
// the cycle.
enum class CycleRule : std::uint8_t { kDraw, kPasses };

// How far the deepening of a question has come, by goal (proof, defence): what a search that
// was ended needs, beside its table, to go on.
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
  // How far this very question had come, if the table holds what was learned of it.
  std::optional<Deepening> resume = std::nullopt;
  // Whether to build on the verdicts about another situation: only for the same threshold and
  // rules.
  bool keep_table = false;
};

struct AttackResult {
  Verdict verdict = Verdict::kUnknown;
  int depth = 0;  // of the last finished iteration that sought a proof
  std::vector<int> line;
};

class AttackSearch {
 public:
  AttackSearch(Size size, TableMemory table_memory);

  // Is the attacker's lead at least `threshold`? `progress` may stop the search. The table
  // is cleared first, as verdicts are about one threshold, unless `options` say otherwise.
  AttackResult prove(const Situation& root, int threshold, const AttackOptions& options,
                     const Progress& progress);

  const Grid<1>& grid() const { return grid_; }
  const Digits& digits() const { return digits_; }
  const ProofTable& table() const { return table_; }
  void clear_table() { table_.clear(); }
  std::uint64_t nodes() const { return nodes_; }
  // Of the question asked last or at this moment.
  const Deepening& deepening() const { return deepening_; }
  bool was_stopped() const { return stopped_; }

 private:
  static constexpr int kMaxPly = 200;
  static constexpr int kNoDependency = kMaxPly;

  struct Outcome {
    Verdict verdict;
    int dependency;  // the smallest ply whose situation it rests on
  };
  struct PathStep {
    std::uint64_t key;
    int attacker_passes;  // made before this ply
    int defender_passes;
  };

  // A situation with its name among those equal by symmetry, and the symmetry that leads
  // there.
  struct Named {
    Situation situation;
    std::uint64_t key;
    int symmetry;

    void name(const Digits& digits) { key = situation.canonical_key(digits, symmetry); }
  };

  Outcome visit(const Named& named, int depth, int ply, bool may_repeat);
  Outcome search_moves(const Situation& now, int depth, int ply, bool may_repeat, Set playable,
                       int first_move, int& best);
  bool repetition(std::uint64_t key, int ply, Outcome& outcome) const;
  int terminal_lead(const Situation& now) const;
  bool out_of_time();
  std::vector<int> principal_line(const Situation& root) const;

  Grid<1> grid_;
  Digits digits_;
  ProofTable table_;
  int points_;
  int threshold_ = 0;
  AttackOptions options_;
  const Progress* progress_ = nullptr;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point reported_;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
  Deepening deepening_;
  std::uint8_t iteration_ = 0;
  Verdict goal_ = Verdict::kProven;
  bool stopped_ = false;
  std::array<PathStep, kMaxPly + 1> path_;
  std::array<std::array<int, 2>, kMaxPly + 1> killers_;
  std::array<std::uint32_t, kMaxPoints> history_{};
};

}  // namespace goseki::go
