// The safety solver, and the judge of its claims.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "board/board.h"
#include "safety/judge.h"
#include "safety/solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Indices = std::vector<int>;

constexpr const char* kBlockProofs[] = {"", "benson", "eyes", "2-vital", "linked", "search"};
constexpr const char* kRegionProofs[] = {"", "benson", "eye", "2-vital", "surrounded", "search"};

// Indices of the board, ascending.
Indices indices_of(const Landscape& land, const BoardSet& set) {
  Indices indices;
  for (int index : land.to_board(set)) indices.push_back(index);
  return indices;
}

nb::list blocks_of(const Safety& safety) {
  nb::list blocks;
  for (int block = 0; block < safety.land.blocks(); ++block) {
    blocks.append(nb::make_tuple(indices_of(safety.land, safety.land.stones[block]),
                                 kBlockProofs[static_cast<int>(safety.block_proof[block])],
                                 safety.chain[block]));
  }
  return blocks;
}

nb::list regions_of(const Safety& safety) {
  nb::list regions;
  for (int region = 0; region < safety.land.regions(); ++region) {
    const BoardSet& points = safety.land.points[region];
    std::vector<std::pair<int, int>> targets;
    for (const auto& [block, target] : safety.targets[region]) {
      targets.emplace_back(safety.land.to_board(safety.land.stones[block]).lowest(), target);
    }
    std::vector<PointPair> pairs;
    for (const PointPair& pair : safety.pairs) {
      if (points.contains(pair.first) || points.contains(pair.second)) {
        pairs.emplace_back(safety.land.board_index[pair.first],
                           safety.land.board_index[pair.second]);
      }
    }
    regions.append(nb::make_tuple(indices_of(safety.land, points),
                                  kRegionProofs[static_cast<int>(safety.region_proof[region])],
                                  targets, pairs, safety.plan[region],
                                  safety.land.blocks_of[region]));
  }
  return regions;
}

nb::list open_fields_of(const Safety& safety) {
  nb::list fields;
  for (const Safety::OpenField& field : safety.open_fields) {
    std::vector<std::pair<int, int>> targets;
    for (const auto& [block, target] : field.targets) {
      targets.emplace_back(safety.land.to_board(safety.land.stones[block]).lowest(), target);
    }
    fields.append(nb::make_tuple(indices_of(safety.land, field.points), targets));
  }
  return fields;
}

nb::tuple as_tuple(const Safety& safety) {
  return nb::make_tuple(indices_of(safety.land, safety.area()), blocks_of(safety),
                        regions_of(safety), open_fields_of(safety));
}

nb::tuple find(const Board& board, int method, int level, std::int64_t nodes, int max_points,
               int max_merged, nb::object progress, bool forced, int jobs) {
  if (method < 0 || method > 2) throw nb::value_error("no such method");
  if (level < 1 || level > 6) throw nb::value_error("no such level");
  if (nodes < 1) throw nb::value_error("nodes must be positive");
  if (jobs < 1) throw nb::value_error("jobs must be positive");
  BothSafety found(board.position());
  const Progress report = make_progress(std::move(progress));
  bool done = false;
  {
    nb::gil_scoped_release release;
    const SafetyOptions options{
        static_cast<SafetyLevel>(level), nodes, max_points, max_merged, forced, jobs};
    done = find_safety(static_cast<SafetyMethod>(method), options, report, found);
  }
  raise_if_stopped(!done);
  return nb::make_tuple(as_tuple(found.black), as_tuple(found.white), found.nodes);
}

bool is_small(int columns, int rows) {
  return columns >= 1 && rows >= 1 && columns <= kMaxSide && rows <= kMaxSide &&
         Grid<1>::fits(Size{columns, rows});
}

int judge(int columns, int rows, std::uint64_t own, std::uint64_t other, std::uint64_t stones,
          std::uint64_t area, int max_positions) {
  if (!is_small(columns, rows)) throw nb::value_error("no board of at most 64 points");
  const Grid<1> grid(Size{columns, rows});
  const SafetyClaim claim{{{own}}, {{other}}, {{stones}}, {{area}}};
  const bool on_board = (claim.own | claim.other | claim.area).is_subset_of(grid.board());
  if (!on_board || claim.own.meets(claim.other)) throw nb::value_error("no such position");
  nb::gil_scoped_release release;
  return static_cast<int>(judge_claim(grid, claim, max_positions));
}

}  // namespace

void bind_safety(nb::module_& module) {
  module.def(
      "safety", &find, "board"_a, "method"_a, "level"_a, "nodes"_a, "max_points"_a, "max_merged"_a,
      "progress"_a.none(), "forced"_a = true, "jobs"_a = 1,
      nb::sig(
          "def safety(board: Board, method: int, level: int, nodes: int, max_points: "
          "int, max_merged: int, progress: object | None, forced: bool = True, jobs: int = 1) -> "
          "tuple[typing.Any, typing.Any, int]"),
      "What is safe for Black and for White: for each the points, all blocks (stones,\n"
      "proof, chain), all regions (points, proof, targets, pairs, plan, blocks around) and open\n"
      "fields (points, targets); and the nodes searched. Methods: 0 Benson, 1 static,\n"
      "2 search. Suicide is illegal.\n"
      "`forced`: look only at answers that may save a wall; the proofs are the same.");
  module.def("judge_safety", &judge, "columns"_a, "rows"_a, "own"_a, "other"_a, "stones"_a,
             "area"_a, "max_positions"_a,
             "Tries everything against a claim; sets of points are integers with bit i for point\n"
             "i. 0: it holds, 1: it fails, 2: too many positions.");
}

}  // namespace goseki
