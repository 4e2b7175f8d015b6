// The answers of a proof, for those who want to write it down.

#include "safety/region_search.h"

namespace goseki {

std::optional<RegionSearch::Number> RegionSearch::rank_of(const Node& node,
                                                          const LocalGame::State& before) {
  if (look_up(node, before).proof != 0) return std::nullopt;
  const Entry* entry = table_.find(hash_of(node), node);
  return entry == nullptr ? 0 : entry->disproof_or_rank;
}

// A proof rests on what was proven before it. So of all proven answers the earliest is taken:
// then the ranks fall from answer to answer, and no state comes back.
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
    std::optional<Number> earliest;
    const auto consider = [&](int answer) {
      Node next{after};
      if (answer >= 0 && !game_->defend(next.state, answer)) return false;
      if (!game_->meets_targets(next.state) || on_path(next)) return false;
      const bool settles = first_guess(next, after).proof == 0;
      const std::optional<Number> rank = settles ? 0 : rank_of(next, after);
      if (rank && (!earliest || *rank < *earliest)) {
        found = answer;
        earliest = rank;
      }
      return settles;
    };
    for (LocalGame::Field rest = choice_at(node); rest != 0; rest &= rest - 1) {
      if (consider(std::countr_zero(rest))) break;
    }
    if (bound < 0 && earliest != Number{0}) consider(-1);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace goseki
