// The safety solver, what a colour holds of a region, and the judge of claims.

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "board/board.h"
#include "safety/exhaustion.h"
#include "safety/find_safety.h"
#include "safety/judge.h"
#include "safety/open_region.h"
#include "safety/seki.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Indices = std::vector<int>;
using Pairs = std::vector<std::pair<int, int>>;

constexpr const char* kBlockProofs[] = {"", "benson", "eyes", "2-vital", "linked", "search"};
constexpr const char* kRegionProofs[] = {"", "benson", "eye", "2-vital", "surrounded", "search"};
constexpr const char* kVerdicts[] = {"proven", "refuted", "unknown"};

constexpr std::int64_t kMostNodes = 1'000'000'000'000'000;  // ten times that must fit, too

// What Python gets to see. Points are indices of the board, ascending; blocks are given by their
// place in the list of blocks, or as targets by their first stones.
struct BlockRecord {
  Indices stones;
  std::string proof;
  int chain;
};
struct RegionRecord {
  Indices points;
  std::string proof;
  Pairs targets;
  Pairs pairs;
  int plan;
  Indices blocks;
};
struct FieldRecord {
  Indices points;
  Pairs targets;
};
struct SideRecord {
  Indices area;
  std::vector<BlockRecord> blocks;
  std::vector<RegionRecord> regions;
  std::vector<FieldRecord> open_fields;
  std::vector<FieldRecord> attempts;
};
struct SekiRecord {
  Indices black;
  Indices white;
  Indices between;
};
struct SafetyRecord {
  SideRecord black;
  SideRecord white;
  std::vector<SekiRecord> sekis;
  std::int64_t nodes = 0;
  bool interrupted = false;
};
struct MethodRecord {
  SafetyMethod method;
  SafetyOptions options;
};
struct RegionProofRecord {
  std::string stones;
  std::string territory;
  std::int64_t nodes;
  bool interrupted;
};
struct OutcomeRecord {
  bool is_complete = false;
  int attacker_first = 0;
  int defender_first = 0;
  std::map<int, int> attacks{};
  std::map<int, int> defenses{};
};
struct JudgementRecord {
  std::string verdict;
  Indices line;
  int situations;
};

Indices indices_of(const BoardSet& set) {
  Indices indices;
  for (int index : set) indices.push_back(index);
  return indices;
}

SideRecord record_of(const Safety& safety) {
  const Landscape& land = safety.land;
  const auto on_board = [&](const BoardSet& set) { return indices_of(land.to_board(set)); };
  const auto by_stone = [&](const Pairs& by_block) {
    Pairs targets;
    for (const auto& [block, target] : by_block) {
      targets.emplace_back(land.to_board(land.stones[block]).lowest(), target);
    }
    return targets;
  };
  const auto fields_of = [&](const std::vector<Safety::Fight>& fights) {
    std::vector<FieldRecord> fields;
    for (const Safety::Fight& fight : fights) {
      fields.push_back({on_board(fight.points), by_stone(fight.targets)});
    }
    return fields;
  };
  SideRecord side{
      on_board(safety.area()), {}, {}, fields_of(safety.open_fields), fields_of(safety.attempts)};
  for (int block = 0; block < land.blocks(); ++block) {
    side.blocks.push_back({on_board(land.stones[block]),
                           kBlockProofs[static_cast<int>(safety.block_proof[block])],
                           safety.chain[block]});
  }
  for (int region = 0; region < land.regions(); ++region) {
    const BoardSet& points = land.points[region];
    Pairs pairs;
    for (const auto& [first, second] : safety.pairs) {
      if (points.contains(first) || points.contains(second)) {
        pairs.emplace_back(land.board_index[first], land.board_index[second]);
      }
    }
    side.regions.push_back(
        {on_board(points), kRegionProofs[static_cast<int>(safety.region_proof[region])],
         by_stone(safety.targets[region]), pairs, safety.plan[region], land.blocks_of[region]});
  }
  return side;
}

void make_method(MethodRecord* place, Int method, Int level, Long nodes, Int max_points,
                 Int max_merged, bool forced, Int threads, bool niu_ordering, bool niu_evaluation) {
  const auto chosen = static_cast<SafetyMethod>(checked_int("method", method, 0, 2));
  const SafetyOptions options{.level = static_cast<SafetyLevel>(checked_int("level", level, 1, 6)),
                              .nodes = checked("nodes", nodes, 1, kMostNodes),
                              .max_points = checked_int("max_points", max_points, 1),
                              .max_merged = checked_int("max_merged", max_merged, 1),
                              .ordering = niu_ordering ? AnswerOrder::kNiu : AnswerOrder::kNear,
                              .evaluation = niu_evaluation ? Evaluation::kNiu : Evaluation::kPairs,
                              .forced = forced,
                              .threads = checked_threads(threads)};
  new (place) MethodRecord{chosen, options};
}

SafetyRecord find(const Board& board, const MethodRecord& method, double seconds,
                  nb::object progress) {
  const Limits limits{0, checked_seconds(seconds)};
  BothSafety found(board.position());
  nb::object tell = progress;
  if (!progress.is_none()) {
    tell = nb::cpp_function([&](double share) {
      const SafetyTally& tally = found.tally;
      progress(share, tally.side == Color::kBlack, static_cast<int>(tally.level), tally.nodes);
    });
  }
  bool interrupted = false;
  SafetyRecord record = watched(limits, tell, interrupted, [&](StopWatch& watch) {
    find_safety(method.method, method.options, found, watch);
    SafetyRecord answer{record_of(found.black), record_of(found.white), {}, found.tally.nodes};
    for (const Seki& seki : find_sekis(found, watch)) {
      answer.sekis.push_back(
          {indices_of(seki.black), indices_of(seki.white), indices_of(seki.between)});
    }
    return answer;
  });
  drop_interrupt(interrupted);
  record.interrupted = interrupted;
  return record;
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

JudgementRecord judge(Int columns, Int rows, Natural own, Natural other, Natural stones,
                      Natural area, Int max_situations, Natural firm, bool defender_first,
                      bool finite_kos) {
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
  bool interrupted = false;
  const Judgement found = watched({}, nb::none(), interrupted, [&](StopWatch& watch) {
    return judge_claim(grid, claim, most, watch);
  });
  raise_if_stopped(interrupted);
  return {kVerdicts[static_cast<int>(found.verdict)], found.line, found.situations};
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

RegionProofRecord prove(const Board& board, const Indices& points, bool black, bool defender_first,
                        bool defender_wins_ko, Int outside_liberties, Long nodes, double seconds,
                        nb::object progress) {
  const Region region(board, points, black, defender_first, defender_wins_ko, outside_liberties,
                      nodes);
  const Limits limits{0, checked_seconds(seconds)};
  bool interrupted = false;
  const RegionAnswer answer =
      watched(limits, std::move(progress), interrupted, [&](StopWatch& watch) {
        return prove_region(region.land, region.points, region.terms, watch);
      });
  drop_interrupt(interrupted);
  return {kVerdicts[static_cast<int>(answer.stones)], kVerdicts[static_cast<int>(answer.territory)],
          answer.nodes, interrupted};
}

OutcomeRecord exhaust(const Board& board, const Indices& points, bool black, bool defender_wins_ko,
                      Int outside_liberties, Int max_states, double seconds, nb::object progress) {
  const int most = checked_int("max_states", max_states, 0);
  const Region region(board, points, black, false, defender_wins_ko, outside_liberties, 1);
  const LocalGame game = region_game(region.land, region.points, region.terms);
  const Limits limits{0, checked_seconds(seconds)};
  bool interrupted = false;
  const auto list = [&](StopWatch& watch) {
    const Exhaustion all(game, region.terms.ko_winner, most, watch);
    OutcomeRecord found{all.is_complete()};
    if (!found.is_complete) return found;
    found.attacker_first = static_cast<int>(all.outcome(false));
    found.defender_first = static_cast<int>(all.outcome(true));
    for (int point = 0; point < game.points(); ++point) {
      if (game.board_index(point) < 0 || (game.empty(game.start()) >> point & 1) == 0) continue;
      const int index = region.land.board_index[game.board_index(point)];
      for (const bool defends : {false, true}) {
        const auto outcome = all.after(defends, point);
        if (outcome) (defends ? found.defenses : found.attacks)[index] = static_cast<int>(*outcome);
      }
    }
    return found;
  };
  const OutcomeRecord record = watched(limits, std::move(progress), interrupted, list);
  raise_if_stopped(interrupted);
  return record;
}

void bind_records(nb::module_& module) {
  nb::class_<MethodRecord>(
      module, "SafetyMethod",
      "How the safety solver goes to work. Methods: 0 Benson, 1 static rules,\n"
      "2 search. `nodes` is the limit of each search.\n"
      "`forced`: look only at answers that may save a wall; the proofs are the\n"
      "same.")
      .def("__init__", &make_method, "method"_a, "level"_a, "nodes"_a, "max_points"_a,
           "max_merged"_a, "forced"_a = true, "threads"_a = 1, "niu_ordering"_a = false,
           "niu_evaluation"_a = false);
  nb::class_<BlockRecord>(module, "SafetyBlock", "A block of one colour.")
      .def_ro("stones", &BlockRecord::stones)
      .def_ro("proof", &BlockRecord::proof, "Why it is safe; empty if it is not proven.")
      .def_ro("chain", &BlockRecord::chain, "The place of the first block of its chain.");
  nb::class_<RegionRecord>(module, "SafetyRegion", "A region that blocks of a colour enclose.")
      .def_ro("points", &RegionRecord::points)
      .def_ro("proof", &RegionRecord::proof, "Why it is territory; empty if it is not proven.")
      .def_ro("targets", &RegionRecord::targets,
              "The blocks that rely on it, by their first stones, and on how many liberties.")
      .def_ro("pairs", &RegionRecord::pairs, "The answer to one point is the other.")
      .def_ro("plan", &RegionRecord::plan, "The first of the regions that were searched as one.")
      .def_ro("blocks", &RegionRecord::blocks, "The places of the blocks that touch it.");
  nb::class_<FieldRecord>(module, "SafetyField",
                          "Points in which blocks are to have liberties, by their first stones.")
      .def_ro("points", &FieldRecord::points)
      .def_ro("targets", &FieldRecord::targets);
  nb::class_<SideRecord>(module, "SafetySide", "What is proven for one colour.")
      .def_ro("area", &SideRecord::area, "The points that belong to it.")
      .def_ro("blocks", &SideRecord::blocks)
      .def_ro("regions", &SideRecord::regions)
      .def_ro("open_fields", &SideRecord::open_fields)
      .def_ro("attempts", &SideRecord::attempts, "Searches that found no proof.");
  nb::class_<SekiRecord>(module, "SafetySeki", "Stones that live because of each other.")
      .def_ro("black", &SekiRecord::black)
      .def_ro("white", &SekiRecord::white)
      .def_ro("between", &SekiRecord::between);
  nb::class_<SafetyRecord>(module, "SafetyAnswer", "What is safe for both colours.")
      .def_ro("black", &SafetyRecord::black)
      .def_ro("white", &SafetyRecord::white)
      .def_ro("sekis", &SafetyRecord::sekis)
      .def_ro("nodes", &SafetyRecord::nodes)
      .def_ro("interrupted", &SafetyRecord::interrupted);
  nb::class_<RegionProofRecord>(module, "RegionAnswer", "What is proven of a region.")
      .def_ro("stones", &RegionProofRecord::stones,
              nb::for_getter(nb::sig("def stones(self) -> "
                                     "typing.Literal['proven', 'refuted', 'unknown']")),
              "Whether no stone in or beside it is lost: proven, refuted or unknown.")
      .def_ro("territory", &RegionProofRecord::territory,
              nb::for_getter(nb::sig("def territory(self) -> "
                                     "typing.Literal['proven', 'refuted', 'unknown']")),
              "Whether it is territory.")
      .def_ro("nodes", &RegionProofRecord::nodes)
      .def_ro("interrupted", &RegionProofRecord::interrupted);
  nb::class_<OutcomeRecord>(module, "RegionOutcomes",
                            "What a colour can force in a region: 0 its stones are lost, 1 they\n"
                            "stay, 2 it is territory.")
      .def_ro("is_complete", &OutcomeRecord::is_complete,
              "Whether all was listed; if not the rest means nothing.")
      .def_ro("attacker_first", &OutcomeRecord::attacker_first)
      .def_ro("defender_first", &OutcomeRecord::defender_first)
      .def_ro("attacks", &OutcomeRecord::attacks, "By the attacker's first move.")
      .def_ro("defenses", &OutcomeRecord::defenses, "By the defender's first move.");
  nb::class_<JudgementRecord>(module, "SafetyJudgement", "What trying everything has shown.")
      .def_ro("verdict", &JudgementRecord::verdict,
              nb::for_getter(nb::sig("def verdict(self) -> "
                                     "typing.Literal['proven', 'refuted', 'unknown']")),
              "proven, refuted, or unknown: there were too many situations.")
      .def_ro("line", &JudgementRecord::line, "How the claim is refuted; -1 is a pass.")
      .def_ro("situations", &JudgementRecord::situations, "How many were listed.");
}

}  // namespace

void bind_safety(nb::module_& module) {
  bind_records(module);
  module.def(
      "safety", &find, "board"_a, "method"_a, "seconds"_a = 0.0, "progress"_a.none() = nb::none(),
      "What is safe for Black and for White. Suicide is illegal. 0 seconds: no limit.\n"
      "`progress` is called with the share done, whether Black is looked at, the level and the\n"
      "nodes so far. On KeyboardInterrupt what was found is returned.");
  module.def(
      "prove_region", &prove, "board"_a, "points"_a, "black"_a, "defender_first"_a,
      "defender_wins_ko"_a, "outside_liberties"_a, "nodes"_a, "seconds"_a = 0.0,
      "progress"_a.none() = nb::none(),
      "Whether a colour keeps its stones in and beside a region, and whether the region is its\n"
      "territory. -1 outside liberties: never short of them. `nodes` is the limit of each of the\n"
      "two searches. On KeyboardInterrupt what was found is returned.");
  module.def("exhaust_region", &exhaust, "board"_a, "points"_a, "black"_a, "defender_wins_ko"_a,
             "outside_liberties"_a, "max_states"_a, "seconds"_a = 0.0,
             "progress"_a.none() = nb::none(),
             "What a colour can force in a region, found by listing everything.");
  module.def("judge_safety", &judge, "columns"_a, "rows"_a, "own"_a, "other"_a, "stones"_a,
             "area"_a, "max_situations"_a, "firm"_a = 0, "defender_first"_a = false,
             "finite_kos"_a = false,
             nb::sig("def judge_safety(columns: int, rows: int, own: int, other: int, "
                     "stones: int, area: int, max_situations: int, firm: int = 0, "
                     "defender_first: bool = False, finite_kos: bool = False) -> SafetyJudgement"),
             "Tries everything against a claim; sets of points are integers with bit i for point\n"
             "i. With `finite_kos` the attacker takes kos finitely often only.");
}

}  // namespace goseki
