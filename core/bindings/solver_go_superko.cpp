#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/situations.h"
#include "solvers/go/superko_search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

class SuperkoSolver {
 public:
  SuperkoSolver(Int columns, Int rows, Long memory, const std::string& ko)
      : search_(new go::SuperkoSearch(checked_go_size(columns, rows), checked_memory(memory))),
        ko_(ko_rule_of(ko)) {
    if (!go::is_superko(ko_)) throw BadInput("no superko rule");
  }

  GoAnswer prove(const Board& board, bool for_black, Int threshold, Int max_depth, Long max_nodes,
                 double seconds, nb::object progress) {
    const int wanted = checked_threshold(threshold);
    const go::Situation root = situation_of(board, search_->grid(), search_->digits(), for_black);
    const go::SuperkoOptions options{ko_,
                                     checked_int("max_depth", max_depth, 0),
                                     {checked_nodes(max_nodes), checked_seconds(seconds)}};
    const auto result = without_gil(std::move(progress), [&](const Progress& report) {
      return search_->prove(root, wanted, options, report);
    });
    raise_if_stopped(result.interrupted);
    return {result.verdict, result.depth, result.line};
  }

  std::int64_t nodes() const { return search_->nodes(); }
  std::size_t table_bytes() const { return search_->table_bytes(); }
  double table_use() const { return search_->table_use(); }

 private:
  FreedWithoutGil<go::SuperkoSearch> search_;
  go::KoRule ko_;
};

}  // namespace

void bind_solver_go_superko(nb::module_& module) {
  nb::class_<SuperkoSolver>(
      module, "SuperkoSolver",
      "Answers whether a side can force a lead under ssk, ssk-approx or psk, on boards of up to\n"
      "33 points.")
      .def(nb::init<Int, Int, Long, const std::string&>(), "columns"_a, "rows"_a, "memory"_a,
           "ko"_a)
      .def("prove", &SuperkoSolver::prove, "board"_a, "for_black"_a, "threshold"_a,
           "max_depth"_a = 199, "max_nodes"_a = 0, "seconds"_a = 0.0, "progress"_a = nb::none(),
           "Can a colour force a lead of at least `threshold`? Under ssk-approx the verdicts are\n"
           "guesses.")
      .def_prop_ro("nodes", &SuperkoSolver::nodes, "Situations visited so far.")
      .def_prop_ro("table_bytes", &SuperkoSolver::table_bytes)
      .def_prop_ro("table_use", &SuperkoSolver::table_use, "Share of the table's entries in use.");
}

}  // namespace goseki
