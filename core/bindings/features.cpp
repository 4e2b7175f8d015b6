#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "board/symmetry.h"
#include "features/archive.h"
#include "features/planes.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

template <typename T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::vector<T> list_of(const Numbers<T>& numbers) {
  return {numbers.data(), numbers.data() + numbers.size()};
}

void check_ends(const char* name, const std::vector<std::int64_t>& ends, std::size_t games,
                std::size_t all) {
  bool sound = ends.size() == games && (games == 0 ? all == 0 : ends.back() == std::int64_t(all));
  std::int64_t last = 0;
  for (std::int64_t end : ends) {
    sound = sound && end >= last;
    last = end;
  }
  if (!sound) throw BadInput(std::string(name) + " do not fit the games");
}

Archive make_archive(Numbers<std::uint8_t> columns, Numbers<std::uint8_t> rows,
                     Numbers<std::uint16_t> stones, Numbers<std::int64_t> stone_ends,
                     Numbers<std::uint16_t> moves, Numbers<std::int64_t> move_ends) {
  if (columns.size() != rows.size()) throw BadInput("columns and rows do not fit each other");
  std::vector<Size> sizes;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    sizes.push_back(checked_size(columns.data()[i], rows.data()[i]));
  }
  check_ends("stone_ends", list_of(stone_ends), sizes.size(), stones.size());
  check_ends("move_ends", list_of(move_ends), sizes.size(), moves.size());
  return {std::move(sizes), list_of(stones), list_of(stone_ends), list_of(moves),
          list_of(move_ends)};
}

GameView checked_game(const Archive& archive, std::int64_t game) {
  return archive[checked("game", game, 0, archive.games() - 1)];
}

int checked_symmetry(Size size, int symmetry) {
  checked_int("symmetry", symmetry, 0, size.columns == size.rows ? kSymmetries - 1 : 3);
  return symmetry;
}

Board replayed(const GameView& game, int ply) {
  auto board = game.at(ply);
  if (!board) throw BadInput("a game of the archive cannot be replayed");
  return *board;
}

// Planes and globals of positions of games on boards of one size.
nb::tuple planes_of(const Archive& archive, Numbers<std::int64_t> games,
                    Numbers<std::int32_t> plies, Numbers<std::uint8_t> symmetries,
                    Numbers<float> komi) {
  const std::size_t count = games.size();
  if (count == 0) throw BadInput("no positions are asked for");
  if (plies.size() != count || symmetries.size() != count || komi.size() != count) {
    throw BadInput("games, plies, symmetries and komi are not of one length");
  }
  const Size size = checked_game(archive, games.data()[0]).size;
  for (std::size_t i = 0; i < count; ++i) {
    const GameView game = checked_game(archive, games.data()[i]);
    if (game.size != size) throw BadInput("the games are on boards of several sizes");
    checked_int("ply", plies.data()[i], 0, static_cast<int>(game.moves.size()));
    checked_symmetry(size, symmetries.data()[i]);
    checked_number("komi", komi.data()[i]);
  }
  void* planes = nullptr;
  void* globals = nullptr;
  const int positions = checked_int("positions", static_cast<int>(count), 1, 1 << 20);
  nb::object planes_array =
      make_array({positions, kPlanes, size.rows, size.columns}, Element::kUint8, &planes);
  nb::object globals_array = make_array({positions, kGlobals}, Element::kFloat32, &globals);
  {
    nb::gil_scoped_release release;
    PlaneWriter writer;
    auto* plane = static_cast<std::uint8_t*>(planes);
    auto* number = static_cast<float*>(globals);
    for (std::size_t i = 0; i < count; ++i) {
      const Board board = replayed(archive[games.data()[i]], plies.data()[i]);
      writer.write(board, symmetries.data()[i], plane);
      plane += kPlanes * size.points();
      for (float value : PlaneWriter::globals(board, komi.data()[i])) *number++ = value;
    }
  }
  return nb::make_tuple(planes_array, globals_array);
}

nb::tuple planes_of_board(const Board& board, Int symmetry, double komi) {
  const Size size = board.size();
  void* planes = nullptr;
  nb::object array = make_array({kPlanes, size.rows, size.columns}, Element::kUint8, &planes);
  PlaneWriter writer;
  writer.write(board, checked_symmetry(size, symmetry), static_cast<std::uint8_t*>(planes));
  const auto globals = PlaneWriter::globals(board, checked_number("komi", komi));
  return nb::make_tuple(array, array_of({kGlobals}, globals.data()));
}

template <std::size_t N>
std::vector<std::string> names_of(const std::array<std::string_view, N>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

void bind_features(nb::module_& module) {
  nb::class_<Archive>(module, "Archive",
                      "Very many games as arrays of moves. A move is its index, or the number of\n"
                      "points for a pass, doubled, and 1 more if it is White's.")
      .def(
          "__init__",
          [](Archive* self, Numbers<std::uint8_t> columns, Numbers<std::uint8_t> rows,
             Numbers<std::uint16_t> stones, Numbers<std::int64_t> stone_ends,
             Numbers<std::uint16_t> moves, Numbers<std::int64_t> move_ends) {
            new (self) Archive(make_archive(columns, rows, stones, stone_ends, moves, move_ends));
          },
          "columns"_a, "rows"_a, "stones"_a, "stone_ends"_a, "moves"_a, "move_ends"_a,
          "Stones that are set up are written like moves; `stone_ends` and `move_ends` say where\n"
          "the parts of each game end.")
      .def("__len__", &Archive::games)
      .def(
          "playable",
          [](const Archive& archive, Long game) { return checked_game(archive, game).playable(); },
          "game"_a,
          "How many moves of a game can be played; -1 if its stones cannot even be set up.")
      .def(
          "board",
          [](const Archive& archive, Long game, Int ply) {
            const GameView view = checked_game(archive, game);
            return replayed(view, checked_int("ply", ply, 0, static_cast<int>(view.moves.size())));
          },
          "game"_a, "ply"_a, "The board after so many moves of a game.")
      .def("planes", &planes_of, "games"_a, "plies"_a, "symmetries"_a, "komi"_a,
           nb::sig("def planes(self, games: numpy.typing.NDArray[numpy.int64], plies: "
                   "numpy.typing.NDArray[numpy.int32], symmetries: "
                   "numpy.typing.NDArray[numpy.uint8], komi: numpy.typing.NDArray[numpy.float32]) "
                   "-> tuple[numpy.typing.NDArray[numpy.uint8], "
                   "numpy.typing.NDArray[numpy.float32]]"),
           "Planes and globals of positions of games, all on boards of one size.");
  module.def("planes_of", &planes_of_board, "board"_a, "symmetry"_a, "komi"_a,
             nb::sig("def planes_of(board: Board, symmetry: int, komi: float) -> "
                     "tuple[numpy.typing.NDArray[numpy.uint8], "
                     "numpy.typing.NDArray[numpy.float32]]"),
             "What a network sees of a board, turned by a symmetry: planes and globals.");
  module.def("plane_names", [] { return names_of(kPlaneNames); });
  module.def("global_names", [] { return names_of(kGlobalNames); });
}

}  // namespace goseki
