// RegionSearch: what stopped a proof, for those who want to know.

#include <algorithm>
#include <optional>

#include "safety/region_search.h"

namespace goseki {
namespace {

constexpr int kLongestLine = 20;

// The point of a move, -1 for a pass.
int point_of(RegionGame::Move stone) { return stone == 0 ? -1 : std::countr_zero(stone); }

}  // namespace

RegionGame::Children RegionSearch::attacks_at(const Node& node) {
  RegionGame::Children children;
  game_.list_attacks(node, children);
  for (auto& child : children) {
    if (child.numbers == dfpn::kNotAsked) child.numbers = search_.look_up(child.node, node);
  }
  return children;
}

std::vector<RegionSearch::OpenAttack> RegionSearch::open_attacks() {
  const Node root{game_.local->start()};
  if (!game_.local->meets_targets(root.state)) return {};
  RegionGame::Children children = attacks_at(root);
  const auto is_refutation = [](const auto& child) { return child.numbers == dfpn::kDisproven; };
  const bool is_refuted = std::any_of(children.begin(), children.end(), is_refutation);
  std::erase_if(children, [&](const auto& child) {
    return is_refuted ? !is_refutation(child)
                      : child.numbers.proof == 0 || search_.work(child.node) == 0;
  });
  std::stable_sort(children.begin(), children.end(), [&](const auto& a, const auto& b) {
    return search_.work(a.node) > search_.work(b.node);
  });
  std::vector<OpenAttack> found;
  for (const auto& child : children) {
    found.push_back({point_of(game_.move(root, child.node)), is_refuted});
  }
  return found;
}

// Of the answers, all of which fail, the one that took the most work to refute; a pass only if
// there is nothing else.
std::optional<RegionSearch::Node> RegionSearch::last_stand(const Node& node) const {
  std::optional<Node> last;
  const auto consider = [&](const Node& next) {
    if (!game_.local->meets_targets(next.state)) return;
    if (!last || search_.work(next) > search_.work(*last)) last = next;
  };
  for (LocalGame::Field rest = game_.choice_at(node); rest != 0; rest &= rest - 1) {
    Node next{node.state};
    if (game_.local->defend(next.state, std::countr_zero(rest))) consider(next);
  }
  if (!last && node.bound < 0) consider(Node{node.state});
  return last;
}

std::vector<int> RegionSearch::refutation(int attack) {
  std::vector<int> line;
  Node node{game_.local->start()};
  while (static_cast<int>(line.size()) < kLongestLine) {
    RegionGame::Children children = attacks_at(node);
    const auto point_at = [&](const auto& child) { return point_of(game_.move(node, child.node)); };
    std::erase_if(children, [&](const auto& child) {
      return child.numbers != dfpn::kDisproven || (line.empty() && point_at(child) != attack);
    });
    const auto quickest =
        std::min_element(children.begin(), children.end(), [&](const auto& a, const auto& b) {
          const bool a_passes = point_at(a) < 0;
          return a_passes == (point_at(b) < 0) ? search_.work(a.node) < search_.work(b.node)
                                               : !a_passes;
        });
    if (quickest == children.end()) break;
    line.push_back(point_at(*quickest));
    const std::optional<Node> answered = last_stand(quickest->node);
    if (!answered || answered->state == node.state) break;  // nothing will change any more
    line.push_back(point_of(game_.move(quickest->node, *answered)));
    node = *answered;
  }
  return line;
}

}  // namespace goseki
