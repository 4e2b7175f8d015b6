#include "features/planes.h"

#include <algorithm>
#include <cstring>

#include "board/symmetry.h"
#include "features/liberties.h"

namespace goseki {
namespace {

enum Plane {
  kBoardPlane,
  kOwnStones,
  kOtherStones = kOwnStones + 4,
  kLastMoves = kOtherStones + 4,
  kKoPlane = kLastMoves + 5,
  kLegalPlane,
  kLibertiesAfter,
  kTakes = kLibertiesAfter + 4,
  kOwnLadders = kTakes + 3,
  kOtherLadders,
  kLadderMoves,
};
static_assert(kLadderMoves + 1 == kPlanes);

constexpr int kLastMoveCount = 5;
// More than a ladder across the board needs; what takes longer is left out.
constexpr std::int64_t kLadderNodes = 2'000;
const Progress kQuiet = [](double) { return true; };

}  // namespace

void PlaneWriter::write(const Board& board, int symmetry, std::uint8_t* planes) {
  const Position& position = board.position();
  const Size size = board.size();
  const int points = size.points();
  const Color own = board.to_play();
  std::memset(planes, 0, static_cast<std::size_t>(kPlanes * points));
  const auto set = [&](int plane, Point point) {
    planes[plane * points + transform(size, symmetry, size.index(point))] = 1;
  };

  std::memset(planes, 1, static_cast<std::size_t>(points));
  const Liberties liberties(position);
  std::array<bool, kCells> seen{};
  position.for_each_point([&](Point point) {
    const Color color = position.at(point);
    if (!is_stone(color)) return;
    const int count = liberties.of(point);
    set((color == own ? kOwnStones : kOtherStones) + std::min(count, 4) - 1, point);
    const Point head = position.block(point);
    if (count > 2 || seen[head]) return;
    seen[head] = true;
    StopWatch watch({kLadderNodes, 0}, kQuiet);
    const tactics::LadderQuestion question{
        .target = point, .to_play = opponent(color), .ban = color == own ? kNoPoint : board.ko()};
    const bool wants_moves = color != own && count == 2;
    if (ladders_.read(position, question, watch, {.moves = wants_moves}) != Verdict::kProven) {
      return;
    }
    position.for_each_stone(
        point, [&](Point stone) { set(color == own ? kOwnLadders : kOtherLadders, stone); });
    if (!wants_moves) return;
    for (Point move : ladders_.moves()) {
      if (move != kPass && board.legality(move, own) == Legality::kLegal) set(kLadderMoves, move);
    }
  });

  const auto& history = board.history();
  for (int ago = 0; ago < std::min(kLastMoveCount, static_cast<int>(history.size())); ++ago) {
    const Point point = history[history.size() - 1 - static_cast<std::size_t>(ago)].point;
    if (point != kPass) set(kLastMoves + ago, point);
  }
  if (board.ko() != kNoPoint) set(kKoPlane, board.ko());
  board.for_each_legal_point(own, [&](Point point, int) {
    set(kLegalPlane, point);
    const Liberties::After after = liberties.after(point, own);
    if (after.liberties > 0) set(kLibertiesAfter + std::min(after.liberties, 4) - 1, point);
    if (after.captures > 0) set(kTakes + std::min(after.captures, 3) - 1, point);
  });
}

std::array<float, kGlobals> PlaneWriter::globals(const Board& board, double komi) {
  const auto& history = board.history();
  const double given = board.to_play() == Color::kWhite ? komi : -komi;
  return {static_cast<float>(given / 20),
          !history.empty() && history.back().point == kPass ? 1.0F : 0.0F,
          static_cast<float>((board.size().points() - 81) / 280.0)};
}

}  // namespace goseki
