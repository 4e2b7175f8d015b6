#include <nanobind/stl/array.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <set>
#include <string>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/situations.h"
#include "solvers/go/thesis_search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using go::Draws;
using go::ThesisOptions;
using go::ThesisSearch;
using Weights = std::array<int, 5>;

// A value fits into a table's entry, and a guess is never taken for a game that is won.
constexpr int kMostKomi = 10'000;
constexpr int kMostWeight = 9;
constexpr int kMostLiberties = 99;

class GoThesisSearch {
 public:
  GoThesisSearch(Int columns, Int rows, Long memory, const std::string& ko, Int komi_floor,
                 Int komi_ceiling, const std::string& draws, const std::set<std::string>& without,
                 const Weights& weights)
      : search_(new ThesisSearch(
            checked_go_size(columns, rows),
            options(memory, ko, komi_floor, komi_ceiling, draws, without, weights))) {}

  ThesisSearch::Iteration iterate(const Board& board, Int depth, Long nodes, double seconds,
                                  nb::object progress) {
    const int plies = checked_int("depth", depth, 0, ThesisSearch::kMaxDepth);
    const Limits limits{checked_nodes(nodes), checked_seconds(seconds)};
    const go::Situation root = situation_of(board, search_->grid(), search_->digits(), true);
    ThesisSearch::Iteration iteration = without_gil(
        std::move(progress),
        [&](const Progress& report) { return search_->iterate(root, plies, limits, report); });
    raise_if_stopped(iteration.interrupted);
    if (!root.attacker_to_move) iteration.value = -iteration.value;
    return iteration;
  }

  std::int64_t nodes() const { return search_->nodes(); }
  std::size_t table_bytes() const { return search_->table_bytes(); }

 private:
  static ThesisOptions options(std::int64_t memory, const std::string& ko, int komi_floor,
                               int komi_ceiling, const std::string& draws,
                               const std::set<std::string>& without, const Weights& weights) {
    ThesisOptions options;
    options.ko = ko_rule_of(ko);
    options.memory = checked_memory(memory);
    options.komi_floor = checked_int("komi_floor", komi_floor, -kMostKomi, kMostKomi);
    options.komi_ceiling = checked_int("komi_ceiling", komi_ceiling, -kMostKomi, kMostKomi);
    for (const int i : {0, 1, 3, 4}) checked_int("a weight", weights[i], -kMostWeight, kMostWeight);
    checked_int("the limit of liberties", weights[2], 0, kMostLiberties);
    options.draws = draws == "B" ? Draws::kBlacks : draws == "W" ? Draws::kWhites : Draws::kNobodys;
    options.weights = {weights[0], weights[1], weights[2], weights[3], weights[4]};
    const auto has = [&](const char* part) { return !without.contains(part); };
    options.table = has("tt");
    options.etc = has("etc");
    options.symmetry = has("symmetry");
    options.bounds = has("iub");
    options.history = has("history");
    options.killers = has("killers");
    options.siblings = has("sibling");
    options.territory = has("ut");
    return options;
  }

  FreedWithoutGil<ThesisSearch> search_;
};

}  // namespace

void bind_solver_go_thesis(nb::module_& module) {
  using Iteration = ThesisSearch::Iteration;
  nb::class_<Iteration>(module, "ThesisIteration", "What a search to one depth has found.")
      .def_ro("finished", &Iteration::finished)
      .def_ro("value", &Iteration::value, "For Black, on the thesis's scale.")
      .def_ro("line", &Iteration::line, "Of best play.");
  const go::HeuristicWeights best;
  nb::class_<GoThesisSearch>(module, "GoThesisSearch",
                             "The search of van der Werf 2004, chapter 5, one depth at a time.")
      .def(nb::init<Int, Int, Long, const std::string&, Int, Int, const std::string&,
                    const std::set<std::string>&, const Weights&>(),
           "columns"_a, "rows"_a, "memory"_a, "ko"_a, "komi_floor"_a = 0, "komi_ceiling"_a = 0,
           "draws"_a = "", "without"_a = std::set<std::string>{},
           "weights"_a =
               Weights{best.stones, best.liberties, best.liberty_limit, best.euler, best.edge})
      .def("iterate", &GoThesisSearch::iterate, "board"_a, "depth"_a, "nodes"_a = 0,
           "seconds"_a = 0.0, "progress"_a = nb::none(), "Search to a depth.")
      .def_prop_ro("nodes", &GoThesisSearch::nodes, "Nodes visited so far.")
      .def_prop_ro("table_bytes", &GoThesisSearch::table_bytes);
}

}  // namespace goseki
