#include "bindings/situations.h"

#include <nanobind/nanobind.h>

#include "bindings/checks.h"

namespace nb = nanobind;

namespace goseki {
namespace {

constexpr int kMostLead = 1'000'000;  // far beyond every board, as komi may be

}  // namespace

Size checked_go_size(int columns, int rows) {
  if (columns < 1 || rows < 1 || columns > kMaxSide || rows > kMaxSide ||
      columns * rows > go::kMaxPoints) {
    throw BadInput("the Go solver takes boards of up to 33 points");
  }
  return {columns, rows};
}

go::Situation situation_of(const Board& board, const Grid<1>& grid, const go::Digits& digits,
                           bool black_attacks) {
  if (!(board.size() == grid.size())) throw BadInput("another board size");
  go::Set stones[2];
  board.position().for_each_point([&](Point point) {
    const Color color = board.position().at(point);
    if (is_stone(color)) stones[color == Color::kWhite].insert(board.size().index(point));
  });
  const bool black_to_play = board.to_play() == Color::kBlack;
  go::Situation root = go::make_situation(
      digits, stones[black_attacks ? 0 : 1], stones[black_attacks ? 1 : 0],
      black_to_play == black_attacks, board.size().index(board.ko()), board.rules().ko_pass);
  // A ko that has just appeared asks for one more pass (van der Werf 2004, A.5).
  const bool new_ko = root.ko != go::kNoKo && board.passes_needed() > board.rules().passes_to_end;
  if (new_ko) ++root.passes_needed;
  return root;
}

int checked_threshold(int threshold) {
  return checked_int("threshold", threshold, -kMostLead, kMostLead);
}

go::KoRule ko_rule_of(const std::string& name) {
  constexpr const char* kNames[] = {"basic", "cycle", "ssk", "ssk-approx", "psk"};
  for (int i = 0; i < 5; ++i) {
    if (name == kNames[i]) return static_cast<go::KoRule>(i);
  }
  throw BadInput("no such ko rule");
}

}  // namespace goseki
