#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/columns.h"
#include "bindings/situations.h"
#include "solvers/go/attack_search.h"
#include "solvers/go/strategy.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using go::AttackSearch;

constexpr std::int64_t kMostSpent = std::int64_t{1} << 56;
constexpr std::int64_t kMostIterations = 1000;

struct GoStrategy : StrategyColumns {
  const char* outcome;
  bool is_won;
  int passes_needed;
  int pass_weight;
};

class GoSolver {
 public:
  GoSolver(Int columns, Int rows, Long memory, std::optional<Int> file, Long offset)
      : search_(
            new AttackSearch(checked_go_size(columns, rows), table_memory(memory, file, offset))) {}

  GoAnswer prove(const Board& board, bool for_black, Int threshold, bool draw_suffices,
                 bool passes_decide, Int max_depth, Long max_nodes, double seconds,
                 bool seek_defence, const std::vector<int>& moves,
                 const std::optional<std::vector<std::int64_t>>& resume, Int threads,
                 nb::object progress) {
    const int wanted = checked_threshold(threshold);
    const go::Situation root = after(situation(board, for_black), moves);
    go::AttackOptions options;
    options.cycle = passes_decide ? go::CycleRule::kPasses : go::CycleRule::kDraw;
    options.draw_suffices = draw_suffices;
    options.max_depth = checked_int("max_depth", max_depth, 0);
    options.max_nodes = static_cast<std::uint64_t>(checked_nodes(max_nodes));
    options.seconds = checked_seconds(seconds);
    options.seek_defence = seek_defence;
    options.threads = checked_threads(threads);
    if (resume) options.resume = parse_deepening(*resume);
    bool raised = false;
    const Progress report = [&raised, inner = make_progress(std::move(progress))](double share) {
      raised = !inner(share);
      return !raised;
    };
    go::AttackResult result;
    {
      nb::gil_scoped_release release;
      result = search_->prove(root, wanted, options, report);
    }
    raise_if_stopped(raised);
    return {result.verdict, result.depth, result.line};
  }

  GoStrategy strategy(const Board& board, bool for_black, Int threshold, bool draw_suffices,
                      bool passes_decide, bool keep_table, Long max_nodes, double seconds,
                      Natural max_situations, nb::object progress) {
    const int wanted = checked_threshold(threshold);
    const go::Situation root = situation(board, for_black);
    go::StrategyOptions options;
    options.search.cycle = passes_decide ? go::CycleRule::kPasses : go::CycleRule::kDraw;
    options.search.draw_suffices = draw_suffices;
    options.search.keep_table = keep_table;
    options.search.max_nodes = static_cast<std::uint64_t>(checked_nodes(max_nodes));
    options.search.seconds = checked_seconds(seconds);
    options.ko_pass = board.rules().ko_pass;
    options.max_situations = max_situations;
    go::Strategy found;
    const auto outcome = without_gil(std::move(progress), [&](const Progress& report) {
      return find_strategy(*search_, root, wanted, options, report, found);
    });
    raise_if_stopped(outcome == go::StrategyOutcome::kStopped);
    constexpr const char* kNames[] = {"found", "undecided", "too large", "stopped", "none"};
    return {strategy_columns(found.records), kNames[static_cast<int>(outcome)], found.attacker_wins,
            root.passes_needed, found.pass_weight};
  }

  // The numbers that `resume` takes.
  std::vector<std::int64_t> deepening() const {
    const auto& [depths, spent, iterations] = search_->deepening();
    return {depths[0], depths[1], static_cast<std::int64_t>(spent[0]),
            static_cast<std::int64_t>(spent[1]), iterations};
  }
  void clear_table() { search_->clear_table(); }
  void flush() const { search_->table().flush(); }
  std::uint64_t nodes() const { return search_->nodes(); }
  std::size_t table_bytes() const { return search_->table().bytes(); }
  double table_use() const { return search_->table().share_used(); }

 private:
  static TableMemory table_memory(std::int64_t memory, std::optional<Int> file,
                                  std::int64_t offset) {
    if (!file) return TableMemory::anonymous(checked_memory(memory));
    const auto start = static_cast<std::size_t>(checked("offset", offset, 0, kMostMemory));
    checked("memory", memory, 2 * TableMemory::kLine, kMostMemory);
    try {
      return TableMemory::of_file(*file, start, static_cast<std::size_t>(memory));
    } catch (const std::runtime_error& error) {
      throw BadInput(error.what());
    }
  }

  go::Situation situation(const Board& board, bool for_black) const {
    return situation_of(board, search_->grid(), search_->digits(), for_black);
  }

  go::Situation after(go::Situation now, const std::vector<int>& moves) const {
    for (const int move : moves) {
      go::Situation next;
      const bool on_board = move >= 0 && move < search_->grid().size().points();
      if (move == go::kPass) {
        go::pass(now, next);
      } else if (!on_board || now.stones().contains(move) ||
                 go::play(search_->grid(), search_->digits(), now, move, next) < 0) {
        throw BadInput("an illegal move");
      }
      now = next;
    }
    return now;
  }

  static go::Deepening parse_deepening(const std::vector<std::int64_t>& numbers) {
    const auto fits = [](std::int64_t number) { return number >= -1 && number <= kMostSpent; };
    if (numbers.size() != 5 || !std::all_of(numbers.begin(), numbers.end(), fits) ||
        std::max({numbers[0], numbers[1], numbers[4]}) > kMostIterations) {
      throw BadInput("not the state of a search");
    }
    return {{static_cast<int>(numbers[0]), static_cast<int>(numbers[1])},
            {static_cast<std::uint64_t>(numbers[2]), static_cast<std::uint64_t>(numbers[3])},
            static_cast<int>(numbers[4])};
  }

  FreedWithoutGil<AttackSearch> search_;
};

}  // namespace

void bind_solver_go(nb::module_& module) {
  nb::class_<GoAnswer>(module, "GoAnswer", "What a search says to a question about a lead.")
      .def_prop_ro(
          "verdict", [](const GoAnswer& answer) { return answer.verdict; },
          nb::for_getter(
              nb::sig("def verdict(self) -> typing.Literal['proven', 'refuted', 'unknown']")),
          "'refuted': the other side can prevent it.")
      .def_ro("depth", &GoAnswer::depth, "How far it was searched, in plies.")
      .def_ro("line", &GoAnswer::line, "A line of play.");
  nb::class_<GoStrategy>(module, "GoStrategy", "A complete strategy of whoever wins a question.")
      .def_ro("outcome", &GoStrategy::outcome, "'found', 'undecided', 'too large' or 'none'.")
      .def_ro("is_won", &GoStrategy::is_won, "Whether the colour that was asked about wins.")
      .def_ro("passes_needed", &GoStrategy::passes_needed, "How many passes end the game.")
      .def_ro("pass_weight", &GoStrategy::pass_weight)
      .def_ro("keys", &GoStrategy::keys, "Of the records, 8 bytes each.")
      .def_ro("moves", &GoStrategy::moves, "1 byte each: -1 a pass, -2 the loser's turn.")
      .def_ro("credits", &GoStrategy::credits, "8 bytes each.");
  nb::class_<GoSolver>(module, "GoSolver",
                       "Answers whether a side can force a lead, on boards of up to 33 points.")
      .def(nb::init<Int, Int, Long, std::optional<Int>, Long>(), "columns"_a, "rows"_a, "memory"_a,
           "file"_a = nb::none(), "offset"_a = 0,
           "The table takes `memory` bytes: its own, or those of `file` (a descriptor) from\n"
           "`offset` on.")
      .def("prove", &GoSolver::prove, "board"_a, "for_black"_a, "threshold"_a, "draw_suffices"_a,
           "passes_decide"_a, "max_depth"_a = 199, "max_nodes"_a = 0, "seconds"_a = 0.0,
           "seek_defence"_a = true, "moves"_a = std::vector<int>{}, "resume"_a = nb::none(),
           "threads"_a = 1, "progress"_a = nb::none(),
           "Can a colour force a lead of at least `threshold`?\n"
           "\n"
           "`moves` are made first. The table is cleared unless `resume` is given: how far the\n"
           "`deepening` of the very question that the table is about had come. With several\n"
           "`threads` the course varies from run to run, and max_nodes is only looked at now and\n"
           "then.")
      .def(
          "strategy", &GoSolver::strategy, "board"_a, "for_black"_a, "threshold"_a,
          "draw_suffices"_a, "passes_decide"_a, "keep_table"_a = false, "max_nodes"_a = 0,
          "seconds"_a = 0.0, "max_situations"_a = 0, "progress"_a = nb::none(),
          "The same question with a complete strategy. `progress` is called with the number of\n"
          "situations collected. `keep_table` builds on a table that is about this very question;\n"
          "limits are for all that is asked.")
      .def("clear_table", &GoSolver::clear_table, nb::call_guard<nb::gil_scoped_release>())
      .def("flush", &GoSolver::flush, nb::call_guard<nb::gil_scoped_release>(),
           "Returns when a table in a file is on its disk.")
      .def_prop_ro("deepening", &GoSolver::deepening,
                   "Of the last question: the depths reached in search of a proof and of a\n"
                   "defence, the nodes each has cost, and the iterations finished.")
      .def_prop_ro("nodes", &GoSolver::nodes, "Situations visited so far.")
      .def_prop_ro("table_bytes", &GoSolver::table_bytes)
      .def_prop_ro("table_use", &GoSolver::table_use, "Share of the table's entries in use.");
  module.attr("PROOF_ENTRY_VERSION") = go::kProofEntryVersion;
}

}  // namespace goseki
