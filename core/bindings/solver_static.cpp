// Unconditional territory of small boards, seen from Python, where a set of points is an
// integer with bit i for point i.

#include <nanobind/nanobind.h>

#include <cstdint>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bitboard/grid.h"
#include "life/unconditional.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Mask = std::uint64_t;

struct OwnedMasks {
  Mask black_alive, white_alive, black_area, white_area;
  int lower, upper;
};

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
  nb::class_<OwnedMasks>(module, "Unconditional", "Unconditional territory, and what it decides.")
      .def_ro("black_alive", &OwnedMasks::black_alive, "Stones that live.")
      .def_ro("white_alive", &OwnedMasks::white_alive)
      .def_ro("black_area", &OwnedMasks::black_area, "These stones and all other points owned.")
      .def_ro("white_area", &OwnedMasks::white_area)
      .def_ro("lower", &OwnedMasks::lower, "Black's lead, without komi, is at least this.")
      .def_ro("upper", &OwnedMasks::upper);
  module.def(
      "unconditional",
      [](Int columns, Int rows, Natural black, Natural white) {
        const Stones stones = checked(columns, rows, black, white);
        const Unconditional owned = unconditional(stones.grid, stones.black, stones.white);
        const ScoreBounds bounds = score_bounds(stones.grid, owned);
        return OwnedMasks{owned.alive[0].words[0],
                          owned.alive[1].words[0],
                          owned.area[0].words[0],
                          owned.area[1].words[0],
                          bounds.lower,
                          bounds.upper};
      },
      "columns"_a, "rows"_a, "black"_a, "white"_a,
      "What both colours own although they pass for the rest of the game.");
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
