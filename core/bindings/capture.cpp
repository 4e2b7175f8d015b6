#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/columns.h"
#include "board/board.h"
#include "solvers/capture/player.h"
#include "solvers/capture/thesis_search.h"
#include "solvers/capture/threshold_search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using capture::Answer;
using capture::Geometry;
using capture::Points;

struct CaptureStrategy : StrategyColumns {
  Answer answer;
};

Geometry make_geometry(int columns, int rows) {
  const bool is_board = columns >= 1 && rows >= 1 && columns <= kMaxSide && rows <= kMaxSide;
  if (!is_board || columns * rows > capture::kMaxCapturePoints) {
    throw BadInput("the capture game is solved on boards of 1 to 36 points");
  }
  return Geometry(Size{columns, rows});
}

capture::Position position_of(const Geometry& geometry, const Board& board) {
  Points black;
  Points white;
  for (int i = 0; i < board.size().points(); ++i) {
    const Color color = board.position().at(board.size().point(i));
    if (color == Color::kBlack) black.insert(i);
    if (color == Color::kWhite) white.insert(i);
  }
  const bool black_moves = board.to_play() == Color::kBlack;
  return make_position(geometry, black_moves ? black : white, black_moves ? white : black);
}

Limits limits_of(std::int64_t nodes, double seconds) {
  return {checked_nodes(nodes), checked_seconds(seconds)};
}

template <typename Solve>
Answer run(nb::object progress, Solve solve) {
  const Answer answer = without_gil(std::move(progress), solve);
  drop_interrupt(answer.interrupted);
  return answer;
}

}  // namespace

void bind_capture(nb::module_& module) {
  nb::class_<Answer>(module, "CaptureAnswer", "What a solver of the capture game proved.")
      .def_ro("winner", &Answer::winner, "+1 the player to move, -1 the other, 0 unknown.")
      .def_ro("plies", &Answer::plies, "To the end of the game with best play, or -1.")
      .def_ro("at_most", &Answer::at_most, "A bound on that, or -1.")
      .def_ro("mover_not_within", &Answer::mover_not_within)
      .def_ro("other_not_within", &Answer::other_not_within)
      .def_ro("best", &Answer::best)
      .def_ro("pv", &Answer::pv)
      .def_ro("nodes", &Answer::nodes)
      .def_ro("seconds", &Answer::seconds)
      .def_ro("stopped", &Answer::stopped, "By a limit, or interrupted.")
      .def_ro("interrupted", &Answer::interrupted)
      .def_ro("table_bytes", &Answer::table_bytes);
  nb::class_<CaptureStrategy>(module, "CaptureStrategy",
                              "A shortest win. There are no records if the search was stopped.")
      .def_ro("answer", &CaptureStrategy::answer)
      .def_ro("keys", &CaptureStrategy::keys, "Of the records, 8 bytes each.")
      .def_ro("moves", &CaptureStrategy::moves, "1 byte each: -2 the loser's turn.")
      .def_ro("credits", &CaptureStrategy::credits, "The plies left, 8 bytes each.");
  module.def(
      "solve_capture_by_thresholds",
      [](const Board& board, Long memory, Long nodes, double seconds, bool shortest,
         bool every_best, bool table, bool etc, bool history, nb::object progress) {
        const Geometry geometry = make_geometry(board.size().columns, board.size().rows);
        const capture::Position start = position_of(geometry, board);
        const capture::ThresholdOptions options{checked_memory(memory),
                                                limits_of(nodes, seconds),
                                                shortest,
                                                every_best,
                                                table,
                                                etc,
                                                history};
        return run(std::move(progress), [&](const Progress& report) {
          return solve_by_thresholds(geometry, start, options, report);
        });
      },
      "board"_a, "memory"_a, "nodes"_a = 0, "seconds"_a = 0.0, "shortest"_a = true,
      "every_best"_a = true, "table"_a = true, "etc"_a = true, "history"_a = true,
      "progress"_a = nb::none(),
      "Solve the capture game by boolean questions. Limits of 0 are none.");
  module.def(
      "solve_capture_as_thesis",
      [](const Board& board, Long memory, Long nodes, double seconds, bool heuristic, bool table,
         bool etc, bool history, bool killers, nb::object progress) {
        const Geometry geometry = make_geometry(board.size().columns, board.size().rows);
        const capture::Position start = position_of(geometry, board);
        const capture::ThesisOptions options{checked_memory(memory),
                                             limits_of(nodes, seconds),
                                             heuristic,
                                             table,
                                             etc,
                                             history,
                                             killers};
        return run(std::move(progress), [&](const Progress& report) {
          return solve_as_thesis(geometry, start, options, report);
        });
      },
      "board"_a, "memory"_a, "nodes"_a = 0, "seconds"_a = 0.0, "heuristic"_a = true,
      "table"_a = true, "etc"_a = true, "history"_a = true, "killers"_a = true,
      "progress"_a = nb::none(),
      "Solve the capture game by the search of van der Werf 2004. Limits of 0 are none.");
  module.def(
      "capture_strategy",
      [](const Board& board, Long memory, Long nodes, double seconds, bool every_best,
         nb::object progress) {
        const Geometry geometry = make_geometry(board.size().columns, board.size().rows);
        const capture::Position start = position_of(geometry, board);
        const bool black_moves = board.to_play() == Color::kBlack;
        capture::ThresholdOptions options;
        options.memory = checked_memory(memory);
        options.limits = limits_of(nodes, seconds);
        options.every_best = every_best;
        capture::Strategy found;
        run(std::move(progress), [&](const Progress& report) {
          found = find_strategy(geometry, start, black_moves, options, report);
          return found.answer;
        });
        return CaptureStrategy{strategy_columns(found.records), found.answer};
      },
      "board"_a, "memory"_a, "nodes"_a = 0, "seconds"_a = 0.0, "every_best"_a = false,
      "progress"_a = nb::none(),
      "The shortest win and a complete strategy for it, by boolean questions.");
  module.def(
      "choose_capture_move",
      [](const Board& board, Long nodes, double seconds, nb::object progress) {
        const Limits limits = limits_of(nodes, seconds);
        if (limits.nodes == 0 && limits.seconds == 0) throw BadInput("a limit is needed");
        capture::LargePoints own;
        capture::LargePoints other;
        for (int i = 0; i < board.size().points(); ++i) {
          const Color color = board.position().at(board.size().point(i));
          if (is_stone(color)) (color == board.to_play() ? own : other).insert(i);
        }
        const Size size = board.size();
        const capture::Choice choice =
            without_gil(std::move(progress), [&](const Progress& report) {
              return capture::choose_move(size, own, other, limits, report);
            });
        drop_interrupt(choice.interrupted);
        return choice.move;
      },
      "board"_a, "nodes"_a = 0, "seconds"_a = 0.0, "progress"_a = nb::none(),
      "A move in the capture game by heuristic search, -1 if there is none.");
}

}  // namespace goseki
