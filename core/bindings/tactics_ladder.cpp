#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "board/board.h"
#include "tactics/ladder.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using namespace tactics;

constexpr const char* kVerdicts[] = {"proven", "refuted", "unknown"};
constexpr int kMostThreats = 1'000'000;

struct LadderRecord {
  std::string verdict;
  std::vector<int> line, moves, zone;
  bool has_all_moves = false;
  bool met_ban = false;
  std::int64_t nodes = 0;
  bool interrupted = false;
};

LadderRecord read(const Board& board, Int target, bool black_to_play, Int ban, Int attacker_threats,
                  Int defender_threats, bool moves, bool zone, Long memory, Long nodes,
                  double seconds, nb::object progress) {
  const Size size = board.size();
  const Point stone = size.point(checked_int("target", target, 0, size.points() - 1));
  if (!is_stone(board.position().at(stone))) throw BadInput("no stone on that point");
  const Point banned = size.point(checked_int("ban", ban, -1, size.points() - 1));
  if (is_stone(board.position().at(banned))) throw BadInput("a stone stands where a ban is");
  const LadderQuestion question{
      .target = stone,
      .to_play = black_to_play ? Color::kBlack : Color::kWhite,
      .ban = banned,
      .attacker_threats =
          checked_int("attacker_threats", attacker_threats, kUnlimitedThreats, kMostThreats),
      .defender_threats =
          checked_int("defender_threats", defender_threats, kUnlimitedThreats, kMostThreats)};
  const Limits limits{checked_nodes(nodes), checked_seconds(seconds)};
  LadderReader reader(checked_memory(memory));
  bool interrupted = false;
  auto record = watched(limits, std::move(progress), interrupted, [&](StopWatch& watch) {
    LadderRecord found;
    const Verdict verdict = reader.read(board.position(), question, watch, {moves, zone});
    found.verdict = kVerdicts[static_cast<int>(verdict)];
    found.nodes = watch.nodes();
    return found;
  });
  drop_interrupt(interrupted);
  record.interrupted = interrupted;
  for (Point point : reader.line()) record.line.push_back(size.index(point));
  for (Point point : reader.moves()) record.moves.push_back(size.index(point));
  for (int index = 0; index < size.points(); ++index) {
    if (reader.zone().test(size.point(index))) record.zone.push_back(index);
  }
  record.has_all_moves = reader.has_all_moves();
  record.met_ban = reader.met_ban();
  return record;
}

}  // namespace

void bind_tactics_ladder(nb::module_& module) {
  nb::class_<LadderRecord>(module, "LadderReading", "What was read of a ladder.")
      .def_ro("verdict", &LadderRecord::verdict, "Whether the target is captured.")
      .def_ro("line", &LadderRecord::line, "How; -1 is a pass.")
      .def_ro("moves", &LadderRecord::moves, "First moves with which the side to move prevails.")
      .def_ro("has_all_moves", &LadderRecord::has_all_moves)
      .def_ro("zone", &LadderRecord::zone, "The points that a capture rests on.")
      .def_ro("met_ban", &LadderRecord::met_ban, "Whether a ko came into it.")
      .def_ro("nodes", &LadderRecord::nodes)
      .def_ro("interrupted", &LadderRecord::interrupted);
  module.def("read_ladder", &read, "board"_a, "target"_a, "black_to_play"_a, "ban"_a,
             "attacker_threats"_a, "defender_threats"_a, "moves"_a, "zone"_a, "memory"_a, "nodes"_a,
             "seconds"_a = 0.0, "progress"_a.none() = nb::none(),
             "Whether the block at a point is captured in a ladder. `ban`: where the ko rule bans\n"
             "the side to move, or -1. -1 threats: unlimited. `moves` and `zone`: whether to find\n"
             "them, too. On KeyboardInterrupt what was found is returned.");
}

}  // namespace goseki
