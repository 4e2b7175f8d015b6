#include "features/move_features.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "board/board.h"
#include "features/move_examples.h"
#include "features/move_net.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Vector = nb::ndarray<const float, nb::ndim<1>, nb::c_contig>;
using Matrix = nb::ndarray<const float, nb::ndim<2>, nb::c_contig>;

int radius_of(const char* name, int points) {
  for (int radius = 1; radius <= MoveFeatures::kMostRadius; ++radius) {
    if (2 * radius * (radius + 1) == points) return radius;
  }
  throw BadInput(std::string(name) +
                 " must be the points of a diamond (4, 12, 24, 40, 60 or 84), not " +
                 std::to_string(points));
}

// Empty points of a board, from indices.
std::vector<Point> empty_points(const Board& board, const std::vector<Int>& indices) {
  std::vector<Point> points;
  for (int index : indices) {
    const Point point =
        board.size().point(checked_int("a point", index, 0, board.size().points() - 1));
    if (board.position().at(point) != Color::kEmpty) throw BadInput("a stone stands there");
    points.push_back(point);
  }
  return points;
}

nb::object vectors(const MoveFeatures& features, const Board& board,
                   const std::vector<Point>& points) {
  void* data = nullptr;
  nb::object array =
      make_array({static_cast<int>(points.size()), features.count()}, Element::kFloat32, &data);
  features.write(board, points, static_cast<float*>(data));
  return array;
}

template <typename T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Positions of an archive, before moves.
std::vector<MovePlace> places(const Archive& archive, const Numbers<std::int64_t>& games,
                              const Numbers<std::int32_t>& plies) {
  if (games.size() != plies.size()) throw BadInput("games and plies are not of one length");
  std::vector<MovePlace> found;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const std::int64_t game = checked("game", games.data()[i], 0, archive.games() - 1);
    const auto moves = static_cast<int>(archive[game].moves.size());
    found.push_back({game, checked_int("ply", plies.data()[i], 0, moves - 1)});
  }
  checked("positions", static_cast<std::int64_t>(found.size()), 0, 1 << 20);
  return found;
}

nb::tuple move_pairs(const Archive& archive, const MoveFeatures& features,
                     Numbers<std::int64_t> games, Numbers<std::int32_t> plies, Int radius,
                     Natural seed) {
  const std::vector<MovePlace> all = places(archive, games, plies);
  const int count = static_cast<int>(all.size());
  const int most = checked_int("radius", radius, 1, 2 * kMaxSide);
  const std::uint64_t start = seed;
  void* data = nullptr;
  nb::object array = make_array({count, 2, features.count()}, Element::kFloat32, &data);
  std::vector<std::int32_t> found;
  {
    nb::gil_scoped_release release;
    auto* out = static_cast<float*>(data);
    const std::size_t step = 2 * static_cast<std::size_t>(features.count());
    for (int i = 0; i < count; ++i) {
      if (!write_pair(archive, all[i], features, most, start, out)) continue;
      out += step;
      found.push_back(i);
    }
    std::fill(out, static_cast<float*>(data) + step * all.size(), 0.0F);
  }
  return nb::make_tuple(array_of({static_cast<int>(found.size())}, found.data()), array);
}

nb::tuple move_choices(const Archive& archive, const MoveFeatures& features,
                       Numbers<std::int64_t> games, Numbers<std::int32_t> plies) {
  const std::vector<MovePlace> all = places(archive, games, plies);
  std::vector<float> vectors;
  std::vector<std::int32_t> points, counts, played;
  {
    nb::gil_scoped_release release;
    for (const MovePlace& place : all) {
      const MoveChoice choice = append_choice(archive, place, features, vectors);
      const Size size = archive[place.game].size;
      for (Point point : choice.points) points.push_back(size.index(point));
      counts.push_back(static_cast<std::int32_t>(choice.points.size()));
      played.push_back(choice.played);
    }
  }
  const auto list = [](const std::vector<std::int32_t>& numbers) {
    return array_of({static_cast<int>(numbers.size())}, numbers.data());
  };
  return nb::make_tuple(
      list(points), array_of({static_cast<int>(points.size()), features.count()}, vectors.data()),
      list(counts), list(played));
}

std::vector<float> numbers(const char* name, const float* data, std::size_t count) {
  std::vector<float> found(data, data + count);
  for (float number : found) checked_number(name, number);
  return found;
}

}  // namespace

void bind_move_features(nb::module_& module) {
  nb::class_<MoveFeatures>(module, "MoveFeatures",
                           "The raw features of moves (van der Werf 2004, section 7.2).")
      .def(
          "__init__",
          [](MoveFeatures* self, Int stones, Int liberties) {
            new (self) MoveFeatures(radius_of("stones", stones), radius_of("liberties", liberties));
          },
          "stones"_a = 60, "liberties"_a = 24,
          "`stones` and `liberties`: how many points around a move are described, a diamond each.")
      .def_prop_ro("count", &MoveFeatures::count, "Entries of a vector.")
      .def(
          "schema",
          [](const MoveFeatures& features) {
            std::vector<std::tuple<std::string, std::string, int>> entries;
            for (const MoveFeature& entry : features.schema()) {
              entries.emplace_back(entry.name, entry.kind, entry.distance);
            }
            return entries;
          },
          "Of every entry the name, the kind and the distance of the point it tells of.")
      .def(
          "legal",
          [](const MoveFeatures& features, const Board& board) {
            const std::vector<Point> points = MoveFeatures::candidates(board);
            std::vector<std::int32_t> indices;
            for (Point point : points) indices.push_back(board.size().index(point));
            return nb::make_tuple(array_of({static_cast<int>(indices.size())}, indices.data()),
                                  vectors(features, board, points));
          },
          "board"_a,
          nb::sig("def legal(self, board: Board) -> tuple[numpy.typing.NDArray[numpy.int32], "
                  "numpy.typing.NDArray[numpy.float32]]"),
          "The points where the side to move may play, and their vectors.")
      .def(
          "of",
          [](const MoveFeatures& features, const Board& board, const std::vector<Int>& points) {
            return vectors(features, board, empty_points(board, points));
          },
          "board"_a, "points"_a,
          nb::sig("def of(self, board: Board, points: Sequence[int]) -> "
                  "numpy.typing.NDArray[numpy.float32]"),
          "The vectors of empty points, for the side to move.");

  nb::class_<MoveNet>(module, "MoveNet", "A perceptron that gives a move a value.")
      .def(
          "__init__",
          [](MoveNet* self, Matrix weights, Vector hidden, Vector output, double bias) {
            const std::size_t units = hidden.shape(0);
            if (units == 0 || weights.shape(1) != units || output.shape(0) != units) {
              throw BadInput("the weights of a move net must have equally many hidden units");
            }
            new (self) MoveNet(numbers("weights", weights.data(), weights.size()),
                               numbers("hidden", hidden.data(), units),
                               numbers("output", output.data(), units),
                               static_cast<float>(checked_number("bias", bias)));
          },
          "weights"_a, "hidden"_a, "output"_a, "bias"_a,
          "`weights` has a row for every feature; `hidden` and `bias` are added before and after\n"
          "the hidden units, which count as `output` says.")
      .def(
          "values",
          [](const MoveNet& net, Matrix features) {
            if (features.shape(1) != static_cast<std::size_t>(net.inputs())) {
              throw BadInput("the move net takes " + std::to_string(net.inputs()) +
                             " features, not " + std::to_string(features.shape(1)));
            }
            std::vector<float> found;
            for (std::size_t move = 0; move < features.shape(0); ++move) {
              found.push_back(net.value(features.data() + move * features.shape(1)));
            }
            return array_of({static_cast<int>(found.size())}, found.data());
          },
          "features"_a,
          nb::sig("def values(self, features: numpy.typing.NDArray[numpy.float32]) -> "
                  "numpy.typing.NDArray[numpy.float32]"),
          "The value of each row.");

  module.def("move_pairs", &move_pairs, "archive"_a, "features"_a, "games"_a, "plies"_a, "radius"_a,
             "seed"_a,
             nb::sig("def move_pairs(archive: Archive, features: MoveFeatures, games: "
                     "numpy.typing.NDArray[numpy.int64], plies: numpy.typing.NDArray[numpy.int32], "
                     "radius: int, seed: int) -> tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.float32]]"),
             "For positions of games, the vectors of the move played and of another legal point\n"
             "within `radius` of it, drawn at random. First of the result: which positions have\n"
             "such a pair; theirs come first in the array, and zeros follow.");
  module.def("move_choices", &move_choices, "archive"_a, "features"_a, "games"_a, "plies"_a,
             nb::sig("def move_choices(archive: Archive, features: MoveFeatures, games: "
                     "numpy.typing.NDArray[numpy.int64], plies: numpy.typing.NDArray[numpy.int32]) "
                     "-> tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int32]]"),
             "All legal moves of positions of games, one position after the other: their points\n"
             "and vectors; of each position how many there are and which of them was played (-1\n"
             "if none: a pass, or a ko that is retaken too soon).");
}

}  // namespace goseki
