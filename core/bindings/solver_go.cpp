#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/situations.h"
#include "solvers/go/attack_search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using go::AttackSearch;

class GoSolver {
 public:
  GoSolver(int columns, int rows, std::size_t memory)
      : search_(checked_go_size(columns, rows), memory) {}

  nb::tuple prove(const Board& board, bool for_black, int threshold, bool draw_suffices,
                  bool passes_decide, int max_depth, std::uint64_t max_nodes, double seconds,
                  bool seek_defence, nb::object progress) {
    const go::Situation root = situation_of(board, search_.grid(), search_.digits(), for_black);
    go::AttackOptions options;
    options.cycle = passes_decide ? go::CycleRule::kPasses : go::CycleRule::kDraw;
    options.draw_suffices = draw_suffices;
    options.max_depth = max_depth;
    options.max_nodes = max_nodes;
    options.seconds = seconds;
    options.seek_defence = seek_defence;
    bool raised = false;
    const Progress report = [&raised, inner = make_progress(std::move(progress))](double share) {
      raised = !inner(share);
      return !raised;
    };
    go::AttackResult result;
    {
      nb::gil_scoped_release release;
      result = search_.prove(root, threshold, options, report);
    }
    raise_if_stopped(raised);
    constexpr const char* kNames[] = {"unknown", "proven", "held"};
    return nb::make_tuple(kNames[static_cast<int>(result.verdict)], result.depth, result.line);
  }

  std::uint64_t nodes() const { return search_.nodes(); }
  std::size_t table_bytes() const { return search_.table().bytes(); }
  double table_use() const { return search_.table().share_used(); }

 private:
  AttackSearch search_;
};

}  // namespace

void bind_solver_go(nb::module_& module) {
  nb::class_<GoSolver>(module, "GoSolver",
                       "Answers whether a side can force a lead, on boards of up to 33 points.")
      .def(nb::init<int, int, std::size_t>(), "columns"_a, "rows"_a, "memory"_a)
      .def("prove", &GoSolver::prove, "board"_a, "for_black"_a, "threshold"_a, "draw_suffices"_a,
           "passes_decide"_a, "max_depth"_a = 199, "max_nodes"_a = 0, "seconds"_a = 0.0,
           "seek_defence"_a = true, "progress"_a = nb::none(),
           nb::sig("def prove(self, board: Board, for_black: bool, threshold: int, draw_suffices: "
                   "bool, passes_decide: bool, max_depth: int = 199, max_nodes: int = 0, seconds: "
                   "float = 0.0, seek_defence: bool = True, progress: object | None = None) -> "
                   "tuple[str, int, list[int]]"),
           "Can a colour force a lead of at least `threshold`? Returns 'proven', 'held' (the\n"
           "other can prevent it) or 'unknown', the depth searched, and a line of play.")
      .def_prop_ro("nodes", &GoSolver::nodes, "Situations visited so far.")
      .def_prop_ro("table_bytes", &GoSolver::table_bytes)
      .def_prop_ro("table_use", &GoSolver::table_use, "Share of the table's entries in use.");
}

}  // namespace goseki
