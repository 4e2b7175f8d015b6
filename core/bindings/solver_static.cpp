// Static knowledge of the small-board solver, seen from Python, where a set of points is an
// integer with bit i for point i.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <tuple>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bitboard/grid.h"
#include "life/unconditional.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Mask = std::uint64_t;

struct Stones {
  Grid<1> grid;
  Bits<1> black;
  Bits<1> white;
};

Stones checked(int columns, int rows, Mask black, Mask white) {
  const bool is_board = columns >= 1 && rows >= 1 && columns <= kMaxSide && rows <= kMaxSide;
  if (!is_board || !Grid<1>::fits(Size{columns, rows})) {
    throw BadInput("no board of at most 64 points");
  }
  const Stones stones{Grid<1>(Size{columns, rows}), {{black}}, {{white}}};
  if (stones.black.meets(stones.white)) throw BadInput("two stones on one point");
  if (!(stones.black | stones.white).is_subset_of(stones.grid.board())) {
    throw BadInput("stones off the board");
  }
  return stones;
}

}  // namespace

void bind_solver_static(nb::module_& module) {
  module.def(
      "unconditional",
      [](Int columns, Int rows, Natural black, Natural white) {
        const Stones stones = checked(columns, rows, black, white);
        const Unconditional owned = unconditional(stones.grid, stones.black, stones.white);
        const ScoreBounds bounds = score_bounds(stones.grid, owned);
        return std::tuple(owned.alive[0].words[0], owned.alive[1].words[0], owned.area[0].words[0],
                          owned.area[1].words[0], bounds.lower, bounds.upper);
      },
      "columns"_a, "rows"_a, "black"_a, "white"_a,
      "Living stones of Black and of White, areas of Black and of White, lower and upper bound.");
  module.def(
      "terminal_score",
      [](Int columns, Int rows, Natural black, Natural white, bool remove_one_liberty_blocks) {
        const Stones stones = checked(columns, rows, black, white);
        return terminal_score(stones.grid, stones.black, stones.white, remove_one_liberty_blocks);
      },
      "columns"_a, "rows"_a, "black"_a, "white"_a, "remove_one_liberty_blocks"_a,
      "Black's lead, without komi, when the game ends here.");
}

}  // namespace goseki
