#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "playout/playouts.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

std::vector<std::uint32_t> by_cell(Size size, const std::vector<std::uint32_t>& by_index) {
  if (by_index.empty()) return {};
  if (by_index.size() != static_cast<std::size_t>(size.points())) {
    throw BadInput("one weight for every point of the board is needed");
  }
  std::uint64_t total = 0;
  std::vector<std::uint32_t> weights(kCells, 0);
  for (int i = 0; i < size.points(); ++i) total += weights[size.point(i)] = by_index[i];
  if (total >> 32 != 0) throw BadInput("the weights add up to more than 2^32");
  return weights;
}

// Cells to a float64 array of rows x columns, divided by `divisor`.
nb::object map_of(Size size, const std::array<std::int64_t, kCells>& sums, double divisor) {
  std::array<double, kMaxPoints> values;
  for (int i = 0; i < size.points(); ++i) {
    values[i] = static_cast<double>(sums[size.point(i)]) / divisor;
  }
  return array_of({size.rows, size.columns}, values.data());
}

PlayoutOptions make_options(Size size, std::int64_t games, double seconds, std::uint64_t seed,
                            int threads, double komi, int mercy, int longest,
                            const std::vector<std::uint32_t>& black_weights,
                            const std::vector<std::uint32_t>& white_weights, bool amaf) {
  // Workers count on beyond the last game before they stop.
  checked("games", games, 0, std::int64_t{1} << 62);
  checked_seconds(seconds);
  checked_threads(threads);
  checked_number("komi", komi);
  checked_int("mercy", mercy, 0);
  checked_int("longest", longest, 0);
  if (black_weights.empty() != white_weights.empty()) {
    throw BadInput("weights are needed for both colours or for none");
  }
  return {games,
          seconds,
          seed,
          threads,
          komi,
          mercy,
          longest,
          by_cell(size, black_weights),
          by_cell(size, white_weights),
          amaf};
}

}  // namespace

void bind_playout(nb::module_& module) {
  nb::class_<PlayoutSums>(module, "PlayoutSums", "What a run of random games adds up to.")
      .def_ro("games", &PlayoutSums::games)
      .def_ro("black_wins", &PlayoutSums::black_wins)
      .def_ro("white_wins", &PlayoutSums::white_wins)
      .def_ro("moves", &PlayoutSums::moves)
      .def_ro("lead", &PlayoutSums::lead, "Sum of Black's leads, without komi.")
      .def_ro("lead_squares", &PlayoutSums::lead_squares)
      .def_ro("ended_by_mercy", &PlayoutSums::ended_by_mercy)
      .def_ro("ended_by_length", &PlayoutSums::ended_by_length)
      .def_ro("interrupted", &PlayoutSums::interrupted)
      .def(
          "leads",
          [](const PlayoutSums& sums, const Board& board) {
            return array_of({2 * board.size().points() + 1}, sums.leads.data());
          },
          "board"_a, nb::sig("def leads(self, board: Board) -> numpy.typing.NDArray[numpy.int64]"),
          "Games by Black's lead without komi, from minus to plus the number of points.")
      .def(
          "owner",
          [](const PlayoutSums& sums, const Board& board) {
            return map_of(board.size(), sums.owner, 1.0);
          },
          "board"_a,
          nb::sig("def owner(self, board: Board) -> numpy.typing.NDArray[numpy.float64]"),
          "For every point, the games in which Black owned it minus those in which White did.")
      .def(
          "first_plays",
          [](const PlayoutSums& sums, const Board& board) {
            return map_of(board.size(), sums.first_plays, 1.0);
          },
          "board"_a,
          nb::sig("def first_plays(self, board: Board) -> numpy.typing.NDArray[numpy.float64]"),
          "Games in which the player to move was the first to play on a point.")
      .def(
          "first_play_wins",
          [](const PlayoutSums& sums, const Board& board) {
            return map_of(board.size(), sums.first_play_wins_doubled, 2.0);
          },
          "board"_a,
          nb::sig("def first_play_wins(self, board: Board) -> "
                  "numpy.typing.NDArray[numpy.float64]"),
          "Those of them that the player to move won; a draw counts a half.");
  module.def(
      "run_playouts",
      [](const Board& board, Long games, double seconds, Natural seed, Int threads, double komi,
         Int mercy, Int longest, const std::vector<std::uint32_t>& black_weights,
         const std::vector<std::uint32_t>& white_weights, bool amaf, nb::object progress) {
        const PlayoutOptions options =
            make_options(board.size(), games, seconds, seed, threads, komi, mercy, longest,
                         black_weights, white_weights, amaf);
        const Board start = board;
        const PlayoutSums sums = without_gil(std::move(progress), [&](const Progress& report) {
          return run_playouts(start, options, report);
        });
        drop_interrupt(sums.interrupted);
        return sums;
      },
      "board"_a, "games"_a, "seconds"_a = 0.0, "seed"_a = 0, "threads"_a = 1, "komi"_a = 0.0,
      "mercy"_a = 0, "longest"_a = 0, "black_weights"_a = std::vector<std::uint32_t>(),
      "white_weights"_a = std::vector<std::uint32_t>(), "amaf"_a = false, "progress"_a = nb::none(),
      "Play random games. The same seed gives the same sums on any number of threads, unless\n"
      "`seconds` cuts the run short.");
  module.def(
      "sample_playout",
      [](const Board& board, Natural seed, Natural number, Int mercy, Int longest,
         const std::vector<std::uint32_t>& black_weights,
         const std::vector<std::uint32_t>& white_weights) {
        const PlayoutOptions options = make_options(board.size(), 1, 0, seed, 1, 0, mercy, longest,
                                                    black_weights, white_weights, false);
        std::vector<int> moves;
        for (Point point : sample_playout(board, options, number)) {
          moves.push_back(board.size().index(point));
        }
        return moves;
      },
      "board"_a, "seed"_a, "number"_a, "mercy"_a = 0, "longest"_a = 0,
      "black_weights"_a = std::vector<std::uint32_t>(),
      "white_weights"_a = std::vector<std::uint32_t>(),
      "The moves (indices, -1 for a pass) of game `number` of a run with this seed.");
}

}  // namespace goseki
