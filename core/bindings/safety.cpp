// The safety solver, and the judge of its claims.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "board/board.h"
#include "safety/exhaustion.h"
#include "safety/judge.h"
#include "safety/open_region.h"
#include "safety/seki.h"
#include "safety/solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Indices = std::vector<int>;

constexpr const char* kBlockProofs[] = {"", "benson", "eyes", "2-vital", "linked", "search"};
constexpr const char* kRegionProofs[] = {"", "benson", "eye", "2-vital", "surrounded", "search"};

constexpr std::int64_t kMostNodes = 1'000'000'000'000'000;  // ten times that must fit, too
constexpr int kMostJobs = 1024;

// Ascending.
Indices indices_of(const BoardSet& set) {
  Indices indices;
  for (int index : set) indices.push_back(index);
  return indices;
}

// As indices of the board.
Indices indices_of(const Landscape& land, const BoardSet& set) {
  return indices_of(land.to_board(set));
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

nb::list as_list(const Safety& safety, const std::vector<Safety::Fight>& fights) {
  nb::list fields;
  for (const Safety::Fight& field : fights) {
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
                        regions_of(safety), as_list(safety, safety.open_fields),
                        as_list(safety, safety.attempts));
}

// A point that both colours own is a fault of ours, which must not be hidden by one of them.
void refuse_double_claims(const Board& board, const Indices& black, const Indices& white) {
  nb::list both;
  for (int index : black) {
    if (std::find(white.begin(), white.end(), index) != white.end()) both.append(index);
  }
  if (both.size() == 0) return;
  const nb::object error =
      nb::module_::import_("goseki.errors")
          .attr("DoubleClaimError")(board.size().columns, board.size().rows, both);
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

nb::tuple find(const Board& board, Int method, Int level, Long nodes, Int max_points,
               Int max_merged, nb::object progress, bool forced, Int jobs, bool niu_ordering,
               bool niu_evaluation) {
  const int chosen_method = checked_int("method", method, 0, 2);
  const int chosen_level = checked_int("level", level, 1, 6);
  BothSafety found(board.position());
  const Progress report = make_progress(std::move(progress));
  bool done = false;
  std::vector<std::vector<Indices>> sekis;
  {
    nb::gil_scoped_release release;
    SafetyOptions options{.level = static_cast<SafetyLevel>(chosen_level),
                          .nodes = checked("nodes", nodes, 1, kMostNodes),
                          .max_points = checked_int("max_points", max_points, 1),
                          .max_merged = checked_int("max_merged", max_merged, 1),
                          .forced = forced,
                          .jobs = checked_int("jobs", jobs, 1, kMostJobs)};
    if (niu_ordering) options.ordering = AnswerOrder::kNiu;
    if (niu_evaluation) options.evaluation = Evaluation::kNiu;
    done = find_safety(static_cast<SafetyMethod>(chosen_method), options, report, found);
    for (const Seki& seki : find_sekis(found)) {
      sekis.push_back({indices_of(seki.black), indices_of(seki.white), indices_of(seki.between)});
    }
  }
  raise_if_stopped(!done);
  refuse_double_claims(board, indices_of(found.black.land, found.black.area()),
                       indices_of(found.white.land, found.white.area()));
  return nb::make_tuple(as_tuple(found.black), as_tuple(found.white), found.nodes, sekis);
}

bool is_small(int columns, int rows) {
  return columns >= 1 && rows >= 1 && columns <= kMaxSide && rows <= kMaxSide &&
         Grid<1>::fits(Size{columns, rows});
}

bool all_have_liberties(const Grid<1>& grid, const Bits<1>& mine, const Bits<1>& yours) {
  for (Bits<1> rest = mine; rest.any();) {
    const Bits<1> block = grid.flood(Bits<1>::of(rest.lowest()), rest);
    if ((grid.border(block) & ~yours).none()) return false;
    rest &= ~block;
  }
  return true;
}

nb::tuple judge(Int columns, Int rows, Natural own, Natural other, Natural stones, Natural area,
                Int max_situations, Natural firm, bool defender_first, bool finite_kos) {
  if (!is_small(columns, rows)) throw BadInput("no board of at most 64 points");
  const Grid<1> grid(Size{columns, rows});
  const SafetyClaim claim{{{own}},
                          {{other}},
                          {{stones}},
                          {{area}},
                          {{firm}},
                          defender_first,
                          finite_kos ? Finite::kKoCaptures : Finite::kLifts};
  const bool on_board = (claim.own | claim.other | claim.area).is_subset_of(grid.board());
  if (!on_board || claim.own.meets(claim.other) || !claim.stones.is_subset_of(claim.own) ||
      !claim.firm.is_subset_of(claim.other) || !all_have_liberties(grid, claim.own, claim.other) ||
      !all_have_liberties(grid, claim.other, claim.own)) {
    throw BadInput("no such position");
  }
  const int most = checked_int("max_situations", max_situations, 0);
  Judgement found;
  {
    nb::gil_scoped_release release;
    found = judge_claim(grid, claim, most);
  }
  return nb::make_tuple(static_cast<int>(found.verdict), found.line, found.situations);
}

// A region of the board as one colour defends it, on given terms.
struct Region {
  Region(const Board& board, const Indices& indices, bool black, bool defender_first,
         bool defender_wins_ko, int outside_liberties, std::int64_t nodes)
      : land(board.position(), black ? Color::kBlack : Color::kWhite),
        terms{defender_first, defender_wins_ko ? KoWinner::kDefender : KoWinner::kAttacker,
              outside_liberties, nodes} {
    BoardSet set;
    for (int index : indices) {
      if (index < 0 || index >= board.size().points()) throw BadInput("no such point");
      set.insert(index);
    }
    points = land.from_board(set);
    checked_int("outside_liberties", outside_liberties, RegionTerms::kNeverShort,
                LocalGame::kMaxPoints);
    checked("nodes", nodes, 1, kMostNodes);
    if (!region_fits(land, points, terms)) throw BadInput("too large");
  }

  Landscape land;
  RegionTerms terms;
  BoardSet points;
};

nb::tuple prove(const Board& board, const Indices& points, bool black, bool defender_first,
                bool defender_wins_ko, Int outside_liberties, Long nodes) {
  const Region region(board, points, black, defender_first, defender_wins_ko, outside_liberties,
                      nodes);
  RegionAnswer answer;
  {
    nb::gil_scoped_release release;
    answer = prove_region(region.land, region.points, region.terms);
  }
  return nb::make_tuple(static_cast<int>(answer.stones), static_cast<int>(answer.territory),
                        answer.nodes);
}

nb::object exhaust(const Board& board, const Indices& points, bool black, bool defender_wins_ko,
                   Int outside_liberties, Int max_states) {
  const int most = checked_int("max_states", max_states, 0);
  const Region region(board, points, black, false, defender_wins_ko, outside_liberties, 1);
  const LocalGame game = region_game(region.land, region.points, region.terms);
  const Exhaustion all(game, region.terms.ko_winner, most);
  if (!all.is_complete()) return nb::none();
  nb::list sides;
  for (const bool defender_first : {false, true}) {
    nb::dict moves;
    for (int point = 0; point < game.points(); ++point) {
      if (game.board_index(point) < 0 || (game.empty(game.start()) >> point & 1) == 0) continue;
      const auto outcome = all.after(defender_first, point);
      const int index = region.land.board_index[game.board_index(point)];
      if (outcome) moves[nb::int_(index)] = static_cast<int>(*outcome);
    }
    sides.append(nb::make_tuple(static_cast<int>(all.outcome(defender_first)), moves));
  }
  return nb::tuple(sides);
}

}  // namespace

void bind_safety(nb::module_& module) {
  module.def(
      "safety", &find, "board"_a, "method"_a, "level"_a, "nodes"_a, "max_points"_a, "max_merged"_a,
      "progress"_a.none(), "forced"_a = true, "jobs"_a = 1, "niu_ordering"_a = false,
      "niu_evaluation"_a = false,
      nb::sig("def safety(board: Board, method: int, level: int, nodes: int, max_points: "
              "int, max_merged: int, progress: object | None, forced: bool = True, jobs: int = 1, "
              "niu_ordering: bool = False, niu_evaluation: bool = False) -> "
              "tuple[typing.Any, typing.Any, int, list[list[list[int]]]]"),
      "What is safe for Black and for White: for each the points, all blocks (stones,\n"
      "proof, chain), all regions (points, proof, targets, pairs, plan, blocks around), open\n"
      "fields and failed searches (points, targets); the nodes searched; and the sekis (Black's\n"
      "stones, White's, the empty points between). Methods: 0 Benson, 1 static, 2 search. Suicide\n"
      "is illegal.\n"
      "`forced`: look only at answers that may save a wall; the proofs are the same.");
  module.def("refuse_double_claims", &refuse_double_claims, "board"_a, "black"_a, "white"_a,
             "Raise a DoubleClaimError if the points of Black's and of White's claims meet, as\n"
             "`safety` does.");
  module.def(
      "prove_region", &prove, "board"_a, "points"_a, "black"_a, "defender_first"_a,
      "defender_wins_ko"_a, "outside_liberties"_a, "nodes"_a,
      nb::sig("def prove_region(board: Board, points: Sequence[int], black: bool, "
              "defender_first: bool, defender_wins_ko: bool, outside_liberties: int, "
              "nodes: int) -> tuple[int, int, int]"),
      "Whether a colour keeps its stones in and beside a region, and whether the region is its\n"
      "territory: 0 proven, 1 refuted, 2 unknown; and the nodes searched. -1 outside liberties:\n"
      "never short of them.");
  module.def(
      "exhaust_region", &exhaust, "board"_a, "points"_a, "black"_a, "defender_wins_ko"_a,
      "outside_liberties"_a, "max_states"_a,
      nb::sig("def exhaust_region(board: Board, points: Sequence[int], black: bool, "
              "defender_wins_ko: bool, outside_liberties: int, max_states: int) -> "
              "tuple[tuple[int, dict[int, int]], tuple[int, dict[int, int]]] | None"),
      "What a colour can force in a region if the attacker begins and if it does: 0 its stones "
      "are\n"
      "lost, 1 they stay, 2 it is territory; and the same after each first move. None if there is\n"
      "too much to list.");
  module.def(
      "judge_safety", &judge, "columns"_a, "rows"_a, "own"_a, "other"_a, "stones"_a, "area"_a,
      "max_situations"_a, "firm"_a = 0, "defender_first"_a = false, "finite_kos"_a = false,
      nb::sig("def judge_safety(columns: int, rows: int, own: int, other: int, "
              "stones: int, area: int, max_situations: int, firm: int = 0, "
              "defender_first: bool = False, finite_kos: bool = False) -> "
              "tuple[int, list[int], int]"),
      "Tries everything against a claim; sets of points are integers with bit i for point\n"
      "i. 0: it holds, 1: it fails, 2: too many situations; how it fails; and how many were\n"
      "listed. With `finite_kos` the attacker takes kos finitely often only.");
}

}  // namespace goseki
