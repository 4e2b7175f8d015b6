#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "board/board.h"
#include "life/benson.h"
#include "life/chains.h"
#include "life/coloring.h"
#include "life/eyes.h"
#include "life/regions.h"
#include "life/splits.h"
#include "life/unconditional.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Indices = std::vector<int>;

// A region; blocks are named by their first stones.
struct RegionPoints {
  Indices points, blocks, healthy, sealed;
};

Color color_of(bool black) { return black ? Color::kBlack : Color::kWhite; }

// The points of an iterable as indices in order.
template <typename Points>
Indices sorted_indices(const Board& board, const Points& points) {
  Indices indices;
  for (Point p : points) indices.push_back(board.size().index(p));
  std::sort(indices.begin(), indices.end());
  return indices;
}

// Whole blocks of the stones named.
DeadStones dead_blocks(const Board& board, const Indices& stones) {
  DeadStones dead{};
  for (int index : stones) {
    const bool on_board = index >= 0 && index < board.size().points();
    const Point stone = on_board ? board.size().point(index) : kNoPoint;
    if (!is_stone(board.position().at(stone))) throw BadInput("no stone on that point");
    board.position().for_each_stone(stone, [&](Point p) { dead[p] = true; });
  }
  return dead;
}

nb::object owner_array(const Board& board, const OwnerMap& owner) {
  return array_of({board.size().rows, board.size().columns}, owner.data());
}

std::vector<RegionPoints> regions_of(const Board& board, bool black) {
  Regions found;
  found.find(board.position(), color_of(black));
  const auto stones = [&](auto blocks) {
    std::vector<Point> points;
    for (Regions::Id block : blocks) points.push_back(found.stone(block));
    return sorted_indices(board, points);
  };
  std::vector<RegionPoints> regions;
  for (Regions::Id region = 0; region < found.regions(); ++region) {
    Indices sealed;
    for (Regions::Id block : found.healthy(region)) {
      if (found.is_sealed(region, block)) sealed.push_back(board.size().index(found.stone(block)));
    }
    std::sort(sealed.begin(), sealed.end());
    regions.push_back({sorted_indices(board, found.points(region)), stones(found.boundary(region)),
                       stones(found.healthy(region)), sealed});
  }
  return regions;
}

std::vector<Indices> chains_of(const Board& board, bool black, bool miai) {
  Regions regions;
  regions.find(board.position(), color_of(black));
  Chains found;
  found.find(regions, miai ? Link::kMiai : Link::kOptimistic);
  std::vector<Indices> chains(found.chains());
  for (Regions::Id block = 0; block < regions.blocks(); ++block) {
    chains[found.chain_of(block)].push_back(board.size().index(regions.stone(block)));
  }
  return chains;
}

std::pair<Indices, Indices> eyes_of(const Board& board, bool black) {
  std::pair<Indices, Indices> eyes;
  board.position().for_each_point([&](Point p) {
    const Eye eye = eye_at(board.position(), p, color_of(black));
    if (eye == Eye::kTrue) eyes.first.push_back(board.size().index(p));
    if (eye == Eye::kFalse) eyes.second.push_back(board.size().index(p));
  });
  return eyes;
}

std::vector<Indices> eye_spaces_of(const Board& board, bool black, const Indices& dead) {
  const DeadStones dead_stones = dead_blocks(board, dead);
  EyeSpace space;
  space.find(board.position(), color_of(black), &dead_stones);
  std::vector<Indices> pieces(space.pieces());
  board.position().for_each_point([&](Point p) {
    const int piece = space.piece_at(p);
    if (piece != EyeSpace::kNone) pieces[piece].push_back(board.size().index(p));
  });
  return pieces;
}

// The points of the mask that are cut points, resp. local splits.
Indices split_points_of(const Board& board, const Indices& indices, bool local) {
  PointSet set{};
  for (int index : indices) {
    if (index < 0 || index >= board.size().points()) throw BadInput("point off the board");
    set[board.size().point(index)] = true;
  }
  PointSet cuts;
  find_cut_points(set, cuts);
  Indices splits;
  board.position().for_each_point([&](Point p) {
    if (set[p] && (local ? is_local_split(set, p) : cuts[p])) {
      splits.push_back(board.size().index(p));
    }
  });
  return splits;
}

// Sets of points of a small board are integers with bit i for point i.
struct OwnedMasks {
  std::uint64_t black_alive, white_alive, black_area, white_area;
  int lower, upper;
};

struct Stones {
  Grid<1> grid;
  Bits<1> black;
  Bits<1> white;
};

Stones checked_stones(int columns, int rows, std::uint64_t black, std::uint64_t white) {
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

void bind_life(nb::module_& module) {
  module.def(
      "benson",
      [](const Board& board) {
        Benson benson;
        OwnerMap owner;
        benson_map(board.position(), board.rules().suicide, benson, owner);
        return owner_array(board, owner);
      },
      "board"_a, nb::sig("def benson(board: Board) -> numpy.typing.NDArray[numpy.int8]"),
      "Unconditionally alive blocks and their territory: +1 Black, -1 White, 0 not proven.");
  module.def(
      "benson_repeat",
      [](const Board& board, Int times) {
        const int count = checked_int("times", times, 0, 1'000'000);
        Benson benson;
        OwnerMap owner;
        std::int64_t proven = 0;
        bool stopped = false;
        watched({}, nb::none(), stopped, [&](StopWatch& watch) {
          for (int i = 0; i < count && !watch.count(); ++i) {
            proven += benson_map(board.position(), board.rules().suicide, benson, owner);
          }
          return proven;
        });
        raise_if_stopped(stopped);
        return proven;
      },
      "board"_a, "times"_a,
      "Runs `benson` many times in the core, for timing; returns the sum of points proven.");
  module.def(
      "benson_blocks",
      [](const Board& board, bool black) {
        Benson benson;
        benson.prove(board.position(), color_of(black), board.rules().suicide);
        Indices stones;
        for (Regions::Id block = 0; block < benson.regions().blocks(); ++block) {
          if (benson.is_alive(block)) {
            stones.push_back(board.size().index(benson.regions().stone(block)));
          }
        }
        return stones;
      },
      "board"_a, "black"_a, "The first stone of each unconditionally alive block of a colour.");
  nb::class_<RegionPoints>(module, "Region", "A region. Blocks are named by their first stones.")
      .def_ro("points", &RegionPoints::points)
      .def_ro("blocks", &RegionPoints::blocks, "Those that touch it.")
      .def_ro("healthy", &RegionPoints::healthy, "Those that it is healthy for.")
      .def_ro("sealed", &RegionPoints::sealed, "Those that it is sealed by.");
  module.def("regions", &regions_of, "board"_a, "black"_a, "The regions of a colour.");
  module.def("chains", &chains_of, "board"_a, "black"_a, "miai"_a,
             "The chains of a colour, each a list of blocks named by their first stones.");
  module.def("eyes", &eyes_of, "board"_a, "black"_a,
             "The true and the false single-point eyes of a colour.");
  module.def("eye_spaces", &eye_spaces_of, "board"_a, "black"_a, "dead"_a,
             "The connected pieces of the eye space of a colour.");
  module.def(
      "color_by_flood",
      [](const Board& board, const Indices& dead) {
        const DeadStones dead_stones = dead_blocks(board, dead);
        OwnerMap owner;
        color_by_flood(board.position(), &dead_stones, owner);
        return owner_array(board, owner);
      },
      "board"_a, "dead"_a,
      nb::sig("def color_by_flood(board: Board, dead: list[int]) -> "
              "numpy.typing.NDArray[numpy.int8]"),
      "Who owns each point when an empty region goes to the only colour that touches it.");
  module.def(
      "color_by_nearest_stone",
      [](const Board& board, const Indices& dead) {
        const DeadStones dead_stones = dead_blocks(board, dead);
        OwnerMap owner;
        color_by_nearest_stone(board.position(), &dead_stones, owner);
        return owner_array(board, owner);
      },
      "board"_a, "dead"_a,
      nb::sig("def color_by_nearest_stone(board: Board, dead: list[int]) -> "
              "numpy.typing.NDArray[numpy.int8]"),
      "Who owns each point when it goes to the colour of the nearer stone.");
  module.def("split_points", &split_points_of, "board"_a, "points"_a, "local"_a,
             "The points whose loss takes a set apart, as a whole or in their 3x3 windows.");
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
        const Stones stones = checked_stones(columns, rows, black, white);
        const Unconditional owned = unconditional(stones.grid, stones.black, stones.white);
        const ScoreBounds bounds = score_bounds(stones.grid, owned);
        const auto& [alive, area] = owned;
        return OwnedMasks{alive[0].words[0], alive[1].words[0], area[0].words[0],
                          area[1].words[0],  bounds.lower,      bounds.upper};
      },
      "columns"_a, "rows"_a, "black"_a, "white"_a,
      "What both colours own although they pass for the rest of the game.");
  module.def(
      "terminal_score",
      [](Int columns, Int rows, Natural black, Natural white, bool remove_one_liberty_blocks) {
        const Stones stones = checked_stones(columns, rows, black, white);
        return terminal_score(stones.grid, stones.black, stones.white, remove_one_liberty_blocks);
      },
      "columns"_a, "rows"_a, "black"_a, "white"_a, "remove_one_liberty_blocks"_a,
      "Black's lead, without komi, when the game ends here.");
}

}  // namespace goseki
