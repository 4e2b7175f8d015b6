#include "phantom/player.h"

#include "phantom/flat.h"
#include "phantom/uct.h"

namespace goseki::phantom {
namespace {

Choice choose_random(const std::vector<Point>& moves, const SearchOptions& options) {
  Random random(options.seed);
  Choice choice;
  choice.move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  return choice;
}

}  // namespace

Choice choose(const Belief& belief, Method method, const SearchOptions& options,
              const Progress& progress) {
  const std::vector<Point> moves = candidates(belief);
  Choice choice;
  if (moves.empty()) return choice;
  if (moves.size() == 1) {
    choice.move = moves[0];
    return choice;
  }
  switch (method) {
    case Method::kRandom:
      return choose_random(moves, options);
    case Method::kStandard:
      return choose_standard(belief, moves, options, progress);
    case Method::kAllAsFirst:
      return choose_all_as_first(belief, moves, options, progress);
    case Method::kUctRandom:
      return choose_uct(belief, moves, UctKind::kRandom, options, progress);
    case Method::kUctProbable:
      return choose_uct(belief, moves, UctKind::kProbable, options, progress);
    case Method::kUctInfluenceMove:
      return choose_uct(belief, moves, UctKind::kInfluenceMove, options, progress);
    case Method::kUctInfluenceFill:
      return choose_uct(belief, moves, UctKind::kInfluenceFill, options, progress);
  }
  return choice;
}

}  // namespace goseki::phantom
