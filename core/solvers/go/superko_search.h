// SuperkoSearch: can the attacker force a lead of at least some threshold under superko?
//
// A depth-first search in the manner of AttackSearch (attack_search.h): it has three answers, is
// deepened ply by ply, and seeks a proof or a defence. But here no situation comes back: a stone
// that would bring one back may not be played. So the value of a situation depends on everything
// that came before it, and to remember it by the situation alone is wrong (the graph-history
// interaction, van der Werf 2004, section 5.3). Two kinds of verdict may be remembered:
//
//   pure         It rests on no ban: every move that the losing side could make if there were no
//                superko is answered. It is remembered for the situation, whatever came before.
//   historical   It is remembered for the situation together with everything that came before,
//                the latter as a hash of 128 bits.
//
// Why pure verdicts may be used whatever came before. Let W be all situations that one side wins
// by force although the other side is never banned from a move. Each has a distance from the end
// of the game: the winner has a move to a nearer situation in W, and all moves of the loser lead to
// nearer situations in W. Suppose that a search takes situations of W as won wherever it meets
// them, and shows that the side wins from the root. Let that side play as the search says until the
// first situation of W comes up, and from then on always to a nearer one. Before the first there
// was no situation of W, and each later one is nearer than all before it. So no move of this
// strategy recreates an earlier situation, none is ever banned, and all moves of the loser were
// answered. (If the search did not recognize a situation as one of W, the strategy leaves its tree
// there, and wins all the same.) A side that owns enough unconditional territory passes for ever,
// and a pass is never banned.
//
// Under positional superko a stone may not bring back the stones, whoever is to move. A nearer
// situation may then still be banned, so there only territory and ends of games are pure.
//
// Under the approximate rule only the numbers of passes and captures stand for what came before,
// so the answers are guesses (section 5.3.1), and the caller must say so.
//
// At the end of a game only stones in unconditional territory are taken off: the capture of others
// might have been banned (section 5.1.3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/bit_mixer.h"
#include "progress.h"
#include "search/killers_and_history.h"
#include "search/transposition_table.h"
#include "solvers/go/ko_rule.h"
#include "solvers/go/proof_entry.h"
#include "solvers/go/situation.h"
#include "stop_watch.h"

namespace goseki::go {

struct SuperkoOptions {
  KoRule ko = KoRule::kSituational;
  int max_depth = 199;
  Limits limits;
};

struct SuperkoResult {
  Verdict verdict = Verdict::kUnknown;
  int depth = 0;  // of the last finished iteration that sought a proof
  bool interrupted = false;
  std::vector<int> line;
};

class SuperkoSearch {
 public:
  SuperkoSearch(Size size, std::size_t table_bytes);

  // Is the attacker's lead at least `threshold`, in a game that begins here? `progress` may stop
  // the search.
  SuperkoResult prove(const Situation& root, int threshold, const SuperkoOptions& options,
                      const Progress& progress);

  const Grid<1>& grid() const { return grid_; }
  const Digits& digits() const { return digits_; }
  std::int64_t nodes() const { return nodes_ + (watch_ ? watch_->nodes() : 0); }
  std::size_t table_bytes() const { return table_.bytes(); }
  double table_use() const { return table_.load(); }

 private:
  static constexpr int kMaxPly = 200;

  // A hash of everything that came before a situation; that of nothing, for pure verdicts.
  struct Way {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    auto operator<=>(const Way&) const = default;
    void add(std::uint64_t key) {
      first ^= scatter(key);
      second ^= scatter(~key);
    }
  };
  struct Name {
    std::uint64_t key;
    Way way;
    bool operator==(const Name&) const = default;
    std::uint64_t hash() const { return scatter(key ^ way.first); }
  };
  struct Entry {
    Name name;
    Verdict goal;
    Verdict verdict;
    std::uint8_t depth;
    std::uint8_t log_nodes;  // what it cost, never 0
    std::int8_t move;

    struct OfGoal {
      Name name;
      Verdict goal;
    };
    struct Deciding {
      Name name;
    };
    bool matches(const OfGoal& wanted) const { return name == wanted.name && goal == wanted.goal; }
    bool matches(const Deciding& wanted) const {
      return name == wanted.name && verdict != Verdict::kUnknown;
    }
    std::uint32_t work() const { return log_nodes; }
    std::uint64_t hash() const { return name.hash(); }
  };
  static_assert(sizeof(Entry) == 32);

  struct Outcome {
    Verdict verdict;
    bool is_pure;
  };
  struct Step {
    Situation situation;
    std::uint64_t identity;  // what must not come back
    bool may_repeat;         // whether stones were captured on the way
    int passes;
    int captures;
    std::array<Way, kSymmetries> ways;  // under each symmetry
  };
  struct Child {
    Situation situation;
    std::uint64_t key;  // canonical
    int move;
    bool captures;
    bool is_banned;
    std::int64_t order;
  };

  Outcome visit(int ply, int depth);
  Outcome search_moves(int ply, int depth, int first_move, int& best);
  int generate(int ply, int first_move, std::array<Child, kMaxPoints + 1>& children);
  void enter(int ply, const Child& child);
  std::uint64_t identity_of(const Situation& situation, int symmetry) const;
  bool is_on_path(int ply, std::uint64_t identity) const;
  // How many symmetric situations share what is known. Under the approximate rule none do: numbers
  // of passes and captures cannot tell a game from its mirror image.
  int symmetries() const { return options_.ko == KoRule::kApproximate ? 1 : digits_.symmetries(); }
  Name name_of(int ply, int& symmetry) const;
  std::uint64_t pure_key(const Situation& situation) const;
  const Entry* find_decided(const Name& name) const;
  std::optional<Verdict> statically_decided(const Situation& now) const;
  bool pure_verdicts() const { return options_.ko != KoRule::kPositional; }
  std::vector<int> principal_line(const Situation& root);
  void start_path(const Situation& root);

  Grid<1> grid_;
  Digits digits_;
  TranspositionTable<Entry> table_;
  int points_;
  int threshold_ = 0;
  SuperkoOptions options_;
  Verdict goal_ = Verdict::kProven;
  std::int64_t nodes_ = 0;
  StopWatch* watch_ = nullptr;
  std::vector<Step> path_;
  KillersAndHistory<kMaxPly + 1, kMaxPoints> cuts_;
};

}  // namespace goseki::go
