// What stopped a proof, for those who want to know.

#include <algorithm>
#include <optional>

#include "safety/region_search.h"

namespace goseki {
namespace {

constexpr int kLongestLine = 20;

// The point of a set of one, -1 for none: what a move has added.
int point_of(LocalGame::Field stone) { return stone == 0 ? -1 : std::countr_zero(stone); }

}  // namespace

// What the search has spent on a node, 0 if it was not looked into.
std::uint32_t RegionSearch::work_at(const Node& node) const {
  const Entry* entry = table_.find(hash_of(node), node);
  return entry ? entry->cost : 0;
}

std::vector<RegionSearch::OpenAttack> RegionSearch::open_attacks() {
  const Node root{game_->start()};
  if (!game_->meets_targets(root.state)) return {};
  std::vector<Child> children;
  attacks(root, children);
  const auto is_refutation = [](const Child& child) { return child.numbers == kLost; };
  const bool is_refuted = std::any_of(children.begin(), children.end(), is_refutation);
  std::erase_if(children, [&](const Child& child) {
    return is_refuted ? !is_refutation(child)
                      : child.numbers.proof == 0 || work_at(child.node) == 0;
  });
  std::stable_sort(children.begin(), children.end(), [&](const Child& a, const Child& b) {
    return work_at(a.node) > work_at(b.node);
  });
  std::vector<OpenAttack> found;
  for (const Child& child : children) {
    found.push_back({point_of(child.node.state.attacker & ~root.state.attacker), is_refuted});
  }
  return found;
}

// Of the answers, all of which fail, the one that took the most work to refute; a pass only if
// there is nothing else.
std::optional<RegionSearch::Node> RegionSearch::last_stand(const Node& node) const {
  std::optional<Node> last;
  const auto consider = [&](const Node& next) {
    if (!game_->meets_targets(next.state)) return;
    if (!last || work_at(next) > work_at(*last)) last = next;
  };
  for (LocalGame::Field rest = choice_at(node); rest != 0; rest &= rest - 1) {
    Node next{node.state};
    if (game_->defend(next.state, std::countr_zero(rest))) consider(next);
  }
  if (!last && node.bound < 0) consider(Node{node.state});
  return last;
}

std::vector<int> RegionSearch::refutation(int attack) {
  std::vector<int> line;
  Node node{game_->start()};
  while (static_cast<int>(line.size()) < kLongestLine) {
    std::vector<Child> children;
    attacks(node, children);
    const auto point_at = [&](const Child& child) {
      return point_of(child.node.state.attacker & ~node.state.attacker);
    };
    std::erase_if(children, [&](const Child& child) {
      return child.numbers != kLost || (line.empty() && point_at(child) != attack);
    });
    const auto quickest =
        std::min_element(children.begin(), children.end(), [&](const Child& a, const Child& b) {
          const bool a_passes = point_at(a) < 0;
          return a_passes == (point_at(b) < 0) ? work_at(a.node) < work_at(b.node) : !a_passes;
        });
    if (quickest == children.end()) break;
    line.push_back(point_at(*quickest));
    const std::optional<Node> answered = last_stand(quickest->node);
    if (!answered || answered->state == node.state) break;  // nothing will change any more
    line.push_back(point_of(answered->state.defender & ~quickest->node.state.defender));
    node = *answered;
  }
  return line;
}

}  // namespace goseki
