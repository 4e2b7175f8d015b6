// RegionSearch: the answers of a proof, for those who want to write it down.

#include <algorithm>

#include "safety/region_search.h"

namespace goseki {

std::optional<dfpn::Number> RegionSearch::rank_of(const Node& node, const Node& before) {
  if (search_.look_up(node, before).proof != 0) return std::nullopt;
  return search_.rank(node).value_or(0);
}

// A proof rests on what was proven before it. So of all proven answers the earliest is taken:
// then the ranks fall from answer to answer, and no state comes back.
std::optional<int> RegionSearch::proven_answer(const LocalGame::State& after, int point, int ko,
                                               const std::vector<LocalGame::State>& path,
                                               StopWatch& question) {
  const LocalGame& local = *game_.local;
  const Node node = game_.after_attack(after, point, ko);
  for (const bool searched : {false, true}) {
    if (searched) {  // the table has lost it
      std::vector<Node> nodes;
      for (const LocalGame::State& state : path) nodes.push_back({state});
      StopWatch watch(question, game_.options.nodes);
      search_.search_again(node, nodes, watch);
    }
    std::optional<int> found;
    std::optional<dfpn::Number> earliest;
    const auto consider = [&](int answer) {
      Node next{after};
      if (answer >= 0 && !local.defend(next.state, answer)) return false;
      if (!local.meets_targets(next.state)) return false;
      if (std::find(path.begin(), path.end(), next.state) != path.end()) return false;
      const bool settles = game_.first_numbers(next, node).numbers.proof == 0;
      const std::optional<dfpn::Number> rank = settles ? 0 : rank_of(next, node);
      if (rank && (!earliest || *rank < *earliest)) {
        found = answer;
        earliest = rank;
      }
      return settles;
    };
    for (LocalGame::Field rest = game_.choice_at(node); rest != 0; rest &= rest - 1) {
      if (consider(std::countr_zero(rest))) break;
    }
    if (node.bound < 0 && earliest != dfpn::Number{0}) consider(-1);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace goseki
