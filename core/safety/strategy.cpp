// The answers of a proof, for those who want to write it down.

#include "safety/region_search.h"

namespace goseki {

std::optional<int> RegionSearch::proven_answer(const LocalGame::State& after, int point, int ko,
                                               const std::vector<LocalGame::State>& path) {
  int bound = point < 0 ? -1 : game_->bound_answer(point);
  if (bound >= 0 && (game_->empty(after) >> bound & 1) == 0) bound = -1;
  const Node node{after, ko, bound, false};
  path_.clear();
  for (const LocalGame::State& state : path) path_.push_back({state});
  for (const bool searched : {false, true}) {
    if (searched) {  // the table has lost it
      nodes_ = 0;
      expand(node, {}, kInfinite, kInfinite);
    }
    std::optional<int> found;
    const auto consider = [&](int answer) {
      Node next{after};
      if (answer >= 0 && !game_->defend(next.state, answer)) return false;
      if (!game_->meets_targets(next.state) || on_path(next)) return false;
      const bool settles = first_guess(next, after).proof == 0;
      if (settles || (!found && look_up(next, after).proof == 0)) found = answer;
      return settles;
    };
    for (LocalGame::Field rest = choice_at(node); rest != 0; rest &= rest - 1) {
      if (consider(std::countr_zero(rest))) break;
    }
    if (!found && bound < 0) consider(-1);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace goseki
