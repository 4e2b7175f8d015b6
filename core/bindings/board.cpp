#include "board/board.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "board/counting.h"
#include "board/scoring.h"
#include "board/symmetry.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Self = nb::pointer_and_handle<Board>;

template <typename Enum, std::size_t N>
Enum one_of(std::string_view text, const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == text) return static_cast<Enum>(i);
  }
  throw BadInput("unknown rule value");
}

constexpr std::array<std::string_view, 4> kKoNames = {"SIMPLE", "POSITIONAL", "SITUATIONAL",
                                                      "NONE"};
constexpr std::array<std::string_view, 3> kRepetitionNames = {"NONE", "DRAW", "PASSES"};
constexpr int kMostPrisoners = 1'000'000'000;  // there is room for a long game's more
constexpr int kDeepestPerft = 99;              // which nobody will see the end of
constexpr std::array<const char*, 5> kEndNames = {"running", "passes", "draw", "B", "W"};
constexpr std::array<const char*, 6> kReasons = {"legal",   "game over", "occupied",
                                                 "suicide", "ko",        "superko"};

const char* name(Color color) { return color == Color::kBlack ? "B" : "W"; }

Color color_of(nb::handle text, Color default_color) {
  if (text.is_none()) return default_color;
  if (PyUnicode_Check(text.ptr()) && PyUnicode_GetLength(text.ptr()) == 1) {
    const Py_UCS4 letter = PyUnicode_ReadChar(text.ptr(), 0);
    if (letter == 'B') return Color::kBlack;
    if (letter == 'W') return Color::kWhite;
  }
  // Reads 'b', 'white' and the like, and raises the right error for everything else.
  const nb::object color = nb::module_::import_("goseki.coords").attr("parse_color")(text);
  return nb::cast<std::string_view>(color) == "B" ? Color::kBlack : Color::kWhite;
}

// Index of an integer, or of whatever else the Python board can read as a point.
Point point_of(const Self& self, nb::handle move) {
  long index = 0;
  const Size size = self.p->size();
  if (PyLong_CheckExact(move.ptr())) {
    int overflow = 0;
    index = PyLong_AsLongAndOverflow(move.ptr(), &overflow);
    if (overflow == 0 && index >= -1 && index < size.points()) {
      return size.point(static_cast<int>(index));
    }
  }
  // Raises the right error for everything that is not a point of this board.
  index = nb::cast<long>(self.h.attr("index")(move));
  return size.point(static_cast<int>(checked("index", index, -1, size.points() - 1)));
}

[[noreturn]] void raise_illegal(const Self& self, Point point, Color color, Legality why) {
  nb::object vertex = nb::str(self.h.attr("point")(self.p->size().index(point)));
  nb::object error =
      nb::module_::import_("goseki.errors")
          .attr("IllegalMoveError")(name(color), vertex, kReasons[static_cast<int>(why)]);
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

std::vector<Point> points_of(const Board& board, const std::vector<int>& indices) {
  std::vector<Point> points;
  for (int index : indices) {
    if (index < 0 || index >= board.size().points()) throw BadInput("point off the board");
    points.push_back(board.size().point(index));
  }
  return points;
}

std::vector<Point> stones_of(const Board& board, const std::vector<int>& indices) {
  std::vector<Point> stones = points_of(board, indices);
  for (Point p : stones) {
    if (!is_stone(board.position().at(p))) throw BadInput("no stone on that point");
  }
  return stones;
}

Point stone_at(const Board& board, int index) { return stones_of(board, {index}).front(); }

}  // namespace

void bind_board(nb::module_& module) {
  nb::class_<Board>(module, "Board",
                    "A game of Go on any rectangle up to 19x19. goseki.Board adds the words.")
      .def(
          "__init__",
          [](Board* self, Int columns, Int rows, std::string_view ko, std::string_view repetition,
             Int passes_to_end, bool ko_pass, bool suicide, bool territory_scoring, bool seki_tax) {
            new (self) Board(
                checked_size(columns, rows),
                Rules{one_of<Ko>(ko, kKoNames), one_of<Repetition>(repetition, kRepetitionNames),
                      checked_int("passes_to_end", passes_to_end, 1, 4), ko_pass, suicide,
                      territory_scoring, seki_tax});
          },
          "columns"_a, "rows"_a, "ko"_a, "repetition"_a, "passes_to_end"_a, "ko_pass"_a,
          "suicide"_a, "territory_scoring"_a, "seki_tax"_a)
      .def(nb::init<const Board&>(), "other"_a)
      .def_prop_rw(
          "to_play", [](const Board& b) { return name(b.to_play()); },
          [](Board& b, nb::object color) { b.set_to_play(color_of(color, Color::kBlack)); },
          nb::for_getter(nb::sig("def to_play(self) -> typing.Literal['B', 'W']")),
          nb::for_setter(nb::sig("def to_play(self, color: str, /) -> None")),
          "Whose turn it is: 'B' or 'W'.")
      .def_prop_ro(
          "ko_index", [](const Board& b) { return b.size().index(b.ko()); },
          "The point where simple ko forbids to play now, or -1.")
      .def_prop_ro("passes", &Board::passes, "Number of passes just made in a row.")
      .def_prop_ro("passes_needed", &Board::passes_needed,
                   "Number of passes in a row that would end the game now.")
      .def_prop_ro(
          "end", [](const Board& b) { return kEndNames[static_cast<int>(b.end())]; },
          "'running', or how the game ended: 'passes', or by repetition 'draw', 'B' or 'W'.")
      .def_prop_ro("hash", &Board::hash, "64 bits that name the situation.")
      .def_prop_ro("position_hash", &Board::position_hash, "64 bits that name the stones.")
      .def_prop_ro(
          "ply", [](const Board& b) { return b.history().size(); }, "Number of moves so far.")
      .def(
          "play",
          [](Self self, nb::object move, nb::object color_text) {
            const Color color = color_of(color_text, self.p->to_play());
            const Point point = point_of(self, move);
            const Legality why = self.p->legality(point, color);
            if (why != Legality::kLegal) raise_illegal(self, point, color, why);
            self.p->play_assume_legal(point, color);
          },
          "move"_a.none(), "color"_a = nb::none(),
          nb::sig("def play(self, move: int | str | tuple[int, int], color: str | None = None) "
                  "-> None"),
          "Play a legal move: a Point, a vertex such as 'D4', 'pass', or an index (-1: pass).\n\n"
          "Raises IllegalMoveError with the reason, and leaves the board as it was.")
      .def(
          "play_assume_legal",
          [](Board& b, Int index) {
            const Point point =
                b.size().point(checked_int("index", index, -1, b.size().points() - 1));
            if (point != kPass && b.position().at(point) != Color::kEmpty) {
              throw BadInput("not an empty point of the board");
            }
            b.play_assume_legal(point, b.to_play());
          },
          "index"_a,
          "Play without asking the rules. The move must be legal: the caller has checked.")
      .def(
          "play_recorded",
          [](Self self, nb::object move, nb::object color_text) {
            const Color color = color_of(color_text, self.p->to_play());
            const Point point = point_of(self, move);
            const Legality why = self.p->record_legality(point, color);
            if (why != Legality::kLegal) raise_illegal(self, point, color, why);
            self.p->play_assume_legal(point, color);
          },
          "move"_a.none(), "color"_a = nb::none(),
          nb::sig("def play_recorded(self, move: int | str | tuple[int, int], color: str | None = "
                  "None) -> None"),
          "Play what a game record says. Only an occupied point or suicide is refused: records\n"
          "run over ko rules and finished games.")
      .def(
          "undo",
          [](Board& b, Int moves) {
            const int count = moves;
            if (count < 0 || static_cast<std::size_t>(count) > b.history().size()) {
              throw BadInput("cannot take back " + std::to_string(count) + " of " +
                             std::to_string(b.history().size()) + " moves");
            }
            for (int i = 0; i < count; ++i) b.undo();
          },
          "moves"_a.none() = 1, nb::sig("def undo(self, moves: int = 1) -> None"),
          "Take back the last move, or several.")
      .def(
          "legal_points",
          [](const Board& b, nb::object color) {
            std::array<std::int32_t, kMaxPoints> indices;
            int count = 0;
            b.for_each_legal_point(color_of(color, b.to_play()),
                                   [&](Point, int index) { indices[count++] = index; });
            return array_of({count}, indices.data());
          },
          "color"_a = nb::none(),
          nb::sig("def legal_points(self, color: str | None = None) -> "
                  "numpy.typing.NDArray[numpy.int32]"),
          "Indices of the points where a colour (default: to play) may play, in order; passing\n"
          "is not among them.")
      .def(
          "why_illegal",
          [](Self self, nb::object move, nb::object color_text) -> nb::object {
            const Color color = color_of(color_text, self.p->to_play());
            const Legality why = self.p->legality(point_of(self, move), color);
            if (why == Legality::kLegal) return nb::none();
            return nb::str(kReasons[static_cast<int>(why)]);
          },
          "move"_a.none(), "color"_a = nb::none(),
          nb::sig("def why_illegal(self, move: int | str | tuple[int, int], color: str | None = "
                  "None) -> str | None"),
          "None where the move is legal, else the reason: 'game over', 'occupied', 'suicide',\n"
          "'ko' or 'superko'.")
      .def(
          "color_at",
          [](const Board& b, Int index) {
            return sign(b.position().at(points_of(b, {index}).front()));
          },
          "index"_a, "+1 for a black stone, -1 for a white one, 0 for an empty point.")
      .def(
          "to_array",
          [](const Board& b) {
            std::array<std::int8_t, kMaxPoints> signs;
            int index = 0;
            b.position().for_each_point([&](Point p) {
              signs[index++] = static_cast<std::int8_t>(sign(b.position().at(p)));
            });
            return array_of({b.size().rows, b.size().columns}, signs.data());
          },
          nb::sig("def to_array(self) -> numpy.typing.NDArray[numpy.int8]"),
          "Stones as an array of rows x columns, top row first: +1 Black, -1 White, 0 empty.")
      .def(
          "block_points",
          [](const Board& b, Int index) {
            std::vector<int> stones;
            b.position().for_each_stone(stone_at(b, index),
                                        [&](Point p) { stones.push_back(b.size().index(p)); });
            std::sort(stones.begin(), stones.end());
            return stones;
          },
          "index"_a, "Indices of the stones connected to this one.")
      .def(
          "block_liberties",
          [](const Board& b, Int index) {
            std::vector<int> liberties;
            b.position().for_each_stone(stone_at(b, index), [&](Point p) {
              for (Point n : neighbors(p)) {
                if (b.position().at(n) == Color::kEmpty) liberties.push_back(b.size().index(n));
              }
            });
            std::sort(liberties.begin(), liberties.end());
            liberties.erase(std::unique(liberties.begin(), liberties.end()), liberties.end());
            return liberties;
          },
          "index"_a, "Indices of the liberties of the block of this stone.")
      .def(
          "prisoner_counts",
          [](const Board& b) {
            return nb::make_tuple(b.prisoners(Color::kBlack), b.prisoners(Color::kWhite));
          },
          nb::sig("def prisoner_counts(self) -> tuple[int, int]"),
          "Stones taken by Black and by White.")
      .def(
          "move_list",
          [](const Board& b) {
            nb::list moves;
            for (const MoveRecord& move : b.history()) {
              moves.append(nb::make_tuple(name(move.color), b.size().index(move.point)));
            }
            return moves;
          },
          nb::sig("def move_list(self) -> list[tuple[typing.Literal['B', 'W'], int]]"),
          "The moves since the last setup, as colour and index.")
      .def(
          "set_up",
          [](Board& b, nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig> signs,
             Int taken_by_black, Int taken_by_white) {
            const int black_prisoners = checked_int("prisoners", taken_by_black, 0, kMostPrisoners);
            const int white_prisoners = checked_int("prisoners", taken_by_white, 0, kMostPrisoners);
            if (signs.shape(0) != static_cast<std::size_t>(b.size().rows) ||
                signs.shape(1) != static_cast<std::size_t>(b.size().columns)) {
              throw BadInput("the array does not have the shape of the board");
            }
            std::array<Color, kMaxPoints> colors;
            for (int i = 0; i < b.size().points(); ++i) {
              const int value = signs.data()[i];
              colors[i] = value > 0 ? Color::kBlack : value < 0 ? Color::kWhite : Color::kEmpty;
            }
            const Point breathless = b.set_up(colors.data());
            if (breathless == kNoPoint) b.set_prisoners(black_prisoners, white_prisoners);
            return b.size().index(breathless);
          },
          "signs"_a, "taken_by_black"_a, "taken_by_white"_a,
          nb::sig("def set_up(self, signs: numpy.typing.NDArray[numpy.int8], taken_by_black: int, "
                  "taken_by_white: int) -> int"),
          "Replace the stones and forget the history. Returns -1, or a stone of a block without\n"
          "a liberty, in which case nothing changed.")
      .def(
          "count",
          [](const Board& b, const std::vector<int>& dead,
             const std::optional<std::vector<int>>& seki) {
            std::optional<std::vector<Point>> seki_stones;
            if (seki) seki_stones = stones_of(b, *seki);
            const Score result = score(b, stones_of(b, dead), seki_stones);
            return nb::make_tuple(result.black, result.white,
                                  array_of({b.size().rows, b.size().columns}, result.owner.data()));
          },
          "dead"_a, "seki"_a = nb::none(),
          nb::sig("def count(self, dead: list[int], seki: list[int] | None = None) -> tuple[int, "
                  "int, numpy.typing.NDArray[numpy.int8]]"),
          "Black's points, White's points (without komi) and the owner map.")
      .def(
          "is_same_situation", [](const Board& a, const Board& b) { return a == b; }, "other"_a,
          "Same size, stones, turn, ko and passes.")
      .def(
          "perft",
          [](const Board& b, Int depth, nb::object progress) {
            Board scratch = b;
            const int plies = checked_int("depth", depth, 0, kDeepestPerft);
            bool stopped = false;
            const auto leaves = watched({}, std::move(progress), stopped, [&](StopWatch& watch) {
              return perft(scratch, plies, watch);
            });
            raise_if_stopped(stopped);
            return leaves;
          },
          "depth"_a.none(), "progress"_a = nb::none(),
          nb::sig("def perft(self, depth: int, progress: object | None = None) -> int"),
          "Number of games of `depth` moves from here; one that ends earlier counts as one.");

  module.def(
      "count_legal_positions",
      [](Int columns, Int rows, nb::object progress) {
        const Size size = checked_size(columns, rows);
        bool stopped = false;
        const auto legal = watched({}, std::move(progress), stopped, [&](StopWatch& watch) {
          return count_legal_positions(size, watch);
        });
        raise_if_stopped(stopped);
        return legal;
      },
      "columns"_a, "rows"_a, "progress"_a = nb::none(),
      "Number of positions in which every block has a liberty.");
  module.def(
      "symmetry_map",
      [](Int columns, Int rows, Int symmetry) {
        if (symmetry < 0 || symmetry >= kSymmetries) throw BadInput("no such symmetry");
        const Size size = checked_size(columns, rows);
        std::vector<int> map;
        for (int i = 0; i < size.points(); ++i) map.push_back(transform(size, symmetry, i));
        return map;
      },
      "columns"_a, "rows"_a, "symmetry"_a,
      "For every index, where symmetry 0..7 moves it. Bits: mirror left-right, mirror\n"
      "top-bottom, then swap the axes.");
}

}  // namespace goseki
