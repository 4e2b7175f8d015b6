// Bitboards seen from Python, where a set of points is an integer with bit i for point i.
// For tests: the bitboards themselves are for the core.

#include <nanobind/nanobind.h>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bitboard/grid.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

template <int Words>
Bits<Words> to_bits(const Grid<Words>& grid, nb::int_ mask) {
  Bits<Words> bits;
  nb::object rest = mask;
  for (std::uint64_t& word : bits.words) {
    word = PyLong_AsUnsignedLongLongMask(rest.ptr());
    rest = rest >> nb::int_(64);
  }
  if (!rest.equal(nb::int_(0)) || !bits.is_subset_of(grid.board())) {
    throw BadInput("the mask holds points off the board");
  }
  return bits;
}

template <int Words>
nb::object to_int(const Bits<Words>& bits) {
  nb::object result = nb::int_(0);
  for (int w = Words - 1; w >= 0; --w) {
    result = (result << nb::int_(64)) | nb::int_(bits.words[w]);
  }
  return result;
}

// Calls use(grid) with a grid of one or two words for a board.
template <typename Use>
auto with_grid(int columns, int rows, int words, Use use) {
  const Size size{columns, rows};
  const bool is_board = columns >= 1 && rows >= 1 && columns <= kMaxSide && rows <= kMaxSide;
  if (is_board && words == 1 && Grid<1>::fits(size)) return use(Grid<1>(size));
  if (is_board && words == 2 && Grid<2>::fits(size)) return use(Grid<2>(size));
  throw BadInput("no bitboard of that size");
}

}  // namespace

void bind_bitboard(nb::module_& module) {
  module.def(
      "bitboard_dilate",
      [](Int columns, Int rows, Int words, nb::int_ mask) {
        return with_grid(columns, rows, words,
                         [&](auto grid) { return to_int(grid.dilate(to_bits(grid, mask))); });
      },
      "columns"_a, "rows"_a, "words"_a, "mask"_a,
      nb::sig("def bitboard_dilate(columns: int, rows: int, words: int, mask: int) -> int"),
      "The points of a mask and their neighbours, on a bitboard of 1 or 2 words.");
  module.def(
      "bitboard_border",
      [](Int columns, Int rows, Int words, nb::int_ mask) {
        return with_grid(columns, rows, words,
                         [&](auto grid) { return to_int(grid.border(to_bits(grid, mask))); });
      },
      "columns"_a, "rows"_a, "words"_a, "mask"_a,
      nb::sig("def bitboard_border(columns: int, rows: int, words: int, mask: int) -> int"),
      "The points next to a mask that are not in it.");
  module.def(
      "bitboard_flood",
      [](Int columns, Int rows, Int words, nb::int_ seed, nb::int_ within) {
        return with_grid(columns, rows, words, [&](auto grid) {
          return to_int(grid.flood(to_bits(grid, seed), to_bits(grid, within)));
        });
      },
      "columns"_a, "rows"_a, "words"_a, "seed"_a, "within"_a,
      nb::sig("def bitboard_flood(columns: int, rows: int, words: int, seed: int, within: int) "
              "-> int"),
      "What a walk inside `within` reaches from `seed`.");
  module.def(
      "bitboard_transform",
      [](Int columns, Int rows, Int words, nb::int_ mask, Int symmetry) {
        if (symmetry < 0 || symmetry >= kSymmetries) throw BadInput("no such symmetry");
        return with_grid(columns, rows, words, [&](auto grid) {
          return to_int(grid.transform(to_bits(grid, mask), symmetry));
        });
      },
      "columns"_a, "rows"_a, "words"_a, "mask"_a, "symmetry"_a,
      nb::sig("def bitboard_transform(columns: int, rows: int, words: int, mask: int, symmetry: "
              "int) -> int"),
      "A mask as symmetry 0..7 lays it down.");
  module.def(
      "bitboard_points",
      [](Int columns, Int rows, Int words, nb::int_ mask) {
        return with_grid(columns, rows, words, [&](auto grid) {
          const auto bits = to_bits(grid, mask);
          nb::list points;
          for (int index : bits) points.append(index);
          return nb::make_tuple(bits.count(), points);
        });
      },
      "columns"_a, "rows"_a, "words"_a, "mask"_a,
      nb::sig("def bitboard_points(columns: int, rows: int, words: int, mask: int) -> "
              "tuple[int, list[int]]"),
      "How many points a mask has, and which.");
}

}  // namespace goseki
