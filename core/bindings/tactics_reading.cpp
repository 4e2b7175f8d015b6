#include <nanobind/nanobind.h>

#include <utility>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "board/board.h"
#include "tactics/reading.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using namespace tactics;

struct ReadingRecord {
  int proof, disproof, move;
  bool met_ko;
  bool met_snapback;
};

Point stone_of(const Board& board, Int index) {
  const Size size = board.size();
  const Point stone = size.point(checked_int("stone", index, 0, size.points() - 1));
  if (!is_stone(board.position().at(stone))) throw BadInput("no stone on that point");
  return stone;
}

Color color_of(Int sign) {
  const int number = checked_int("free", sign, -1, 1);
  return number > 0 ? Color::kBlack : number < 0 ? Color::kWhite : Color::kEmpty;
}

void check_rules(const Board& board) {
  if (board.rules().ko != Ko::kSimple || board.rules().suicide) {
    throw BadInput("fights are read under the simple ko rule, without suicide");
  }
}

ConnectionReading connection(const Board& board, Int one, Int other, int width, Color free) {
  check_rules(board);
  const Point first = stone_of(board, one);
  const Point second = stone_of(board, other);
  const Position& position = board.position();
  if (position.at(first) != position.at(second)) throw BadInput("stones of both colours");
  if (position.block(first) == position.block(second)) throw BadInput("stones of one block");
  return {board, first, second, width, free};
}

ReadingRecord read(const Board& board, Reading& reading, double seconds) {
  const Limits limits{0, checked_seconds(seconds)};
  bool interrupted = false;
  const Finding found = watched(limits, nb::none(), interrupted,
                                [&](StopWatch& watch) { return reading.read(watch); });
  raise_if_stopped(interrupted);
  return {found.numbers.proof, found.numbers.disproof, board.size().index(found.move), found.met_ko,
          found.met_snapback};
}

}  // namespace

void bind_tactics_reading(nb::module_& module) {
  nb::class_<ReadingRecord>(module, "FightReading", "What was read of a fight.")
      .def_ro("proof", &ReadingRecord::proof, "0: the goal is reached.")
      .def_ro("disproof", &ReadingRecord::disproof, "0: it is not.")
      .def_ro("move", &ReadingRecord::move, "The best first move, -1 for none.")
      .def_ro("met_ko", &ReadingRecord::met_ko)
      .def_ro("met_snapback", &ReadingRecord::met_snapback);
  module.attr("WIDEST_CAPTURE") = kWidestCapture;
  module.attr("WIDEST_CONNECTION") = kWidestConnection;
  module.def(
      "read_capture",
      [](const Board& board, Int stone, Int width, Int free, double seconds) {
        check_rules(board);
        CaptureReading reading(board, stone_of(board, stone),
                               checked_int("width", width, 0, kWidestCapture), color_of(free));
        return read(board, reading, seconds);
      },
      "board"_a, "stone"_a, "width"_a, "free"_a, "seconds"_a,
      "Whether a block is captured, read among few moves; the side to move begins. `free`: +1 if\n"
      "Black has ko threats without end, -1 if White, 0 if neither. No seconds are no limit.");
  module.def(
      "read_connection",
      [](const Board& board, Int one, Int other, Int width, Int free, double seconds) {
        ConnectionReading reading = connection(
            board, one, other, checked_int("width", width, 0, kWidestConnection), color_of(free));
        return read(board, reading, seconds);
      },
      "board"_a, "one"_a, "other"_a, "width"_a, "free"_a, "seconds"_a,
      "The same of two blocks: whether their owner joins them into one.");
  module.def(
      "is_connection_at_ease",
      [](const Board& board, Int one, Int other) {
        return connection(board, one, other, 0, Color::kEmpty).is_at_ease();
      },
      "board"_a, "one"_a, "other"_a,
      "Whether two blocks are near each other, and nothing of the opponent is.");
}

}  // namespace goseki
