#include "search/energy_game.h"

#include <algorithm>
#include <deque>

namespace goseki {

EnergyGame::Node EnergyGame::add(Kind kind) {
  ties_.push_back(static_cast<Node>(kinds_.size()));
  kinds_.push_back(kind);
  steps_.emplace_back();
  return static_cast<Node>(kinds_.size() - 1);
}

std::vector<EnergyGame::Credit> EnergyGame::credits(Credit cap, StopWatch& watch) const {
  const Credit beyond = cap + 1;  // means infinite until the end
  std::vector<Credit> credits(size(), 0);
  std::vector<std::vector<Node>> parents(size());
  std::deque<Node> changed;
  std::vector<bool> waiting(size(), false);
  const auto expect_change = [&](Node node) {
    if (waiting[node] || credits[node] == beyond) return;
    waiting[node] = true;
    changed.push_back(node);
  };
  for (Node node = 0; node < size(); ++node) {
    for (const Step& step : steps_[node]) parents[step.to].push_back(node);
    if (kinds_[node] != Kind::kWon) expect_change(node);
  }
  while (!changed.empty() && !watch.count()) {
    const Node node = changed.front();
    changed.pop_front();
    waiting[node] = false;
    const bool chooses = kinds_[node] == Kind::kWinner || kinds_[node] == Kind::kLost;
    Credit needed = chooses ? beyond : 0;
    for (const Step& step : steps_[node]) {
      const Credit there = credits[step.to];
      const Credit here =
          there == beyond ? beyond : std::clamp(there - step.weight, Credit{0}, beyond);
      needed = chooses ? std::min(needed, here) : std::max(needed, here);
    }
    needed = std::max(needed, credits[ties_[node]]);
    if (needed <= credits[node]) continue;
    credits[node] = needed;
    expect_change(ties_[node]);
    for (Node parent : parents[node]) expect_change(parent);
  }
  std::replace(credits.begin(), credits.end(), beyond, kInfinite);
  return credits;
}

}  // namespace goseki
