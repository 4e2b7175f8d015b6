// SafetySolver: searches of whole regions, alone, merged, and each for one liberty of its walls.

#include <algorithm>
#include <set>

#include "safety/solver.h"

namespace goseki {

// Searches a group of regions as one.
bool SafetySolver::prove_group(const Group& group) {
  const std::vector<int> blocks = walls_of(group);
  std::vector<LocalGame::Wall> walls;
  std::vector<std::pair<int, int>> eyes;  // block, region
  for (int block : blocks) {
    LocalGame::Wall wall{{block}, safety_.is_safe(block) ? 0 : 2};
    if (wall.target > 0 && level_ >= SafetyLevel::kM2) {
      const std::vector<int> external = external_eyes(block, group, blocks);
      wall.target = std::max(0, 2 - static_cast<int>(external.size()));
      for (int eye : external) eyes.emplace_back(block, eye);
    }
    walls.push_back(wall);
  }
  const bool proven = ask(LocalGame::field_of(land_, group), walls, true) == Verdict::kProven;
  if (!proven) return false;
  commit(group, walls, true);
  commit_eyes(eyes);
  return true;
}
bool SafetySolver::search_regions() {
  bool found = false;
  for (int region = 0; region < land_.regions() && !watch_.stopped(); ++region) {
    if (is_worth(region)) found = prove_group({region}) || found;
  }
  return found;
}

// How many unsafe walls each two regions share.
std::vector<std::vector<int>> SafetySolver::shared_walls() const {
  const int regions = land_.regions();
  std::vector<std::vector<int>> shared(regions, std::vector<int>(regions, 0));
  for (int block = 0; block < land_.blocks(); ++block) {
    if (safety_.is_safe(block)) continue;
    for (int a : land_.regions_of[block]) {
      for (int b : land_.regions_of[block]) shared[a][b] += a != b;
    }
  }
  return shared;
}

// The regions worth a search, in groups: two regions that share so many walls are in one group.
std::vector<SafetySolver::Group> SafetySolver::components(int links) const {
  const auto shared = shared_walls();
  std::vector<bool> done(land_.regions(), false);
  std::vector<Group> found;
  for (int first = 0; first < land_.regions(); ++first) {
    if (done[first] || !is_worth(first)) continue;
    Group group{first};
    done[first] = true;
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (int other = 0; other < land_.regions(); ++other) {
        if (done[other] || shared[group[i]][other] < links || !is_worth(other)) continue;
        done[other] = true;
        group.push_back(other);
      }
    }
    std::sort(group.begin(), group.end());
    if (group.size() == 1 || size_of(group) <= options_.max_merged) {
      found.push_back(group);
    } else {
      for (int region : group) found.push_back({region});
    }
  }
  return found;
}

// Groups of regions that share unsafe walls and are small enough, the smallest first: each two
// regions, each region with all that share a wall with it, and all that are connected in this way,
// by two walls or by one.
std::vector<SafetySolver::Group> SafetySolver::candidate_groups() const {
  const auto shared = shared_walls();
  std::set<Group> groups;
  const auto add = [&](const Group& group) {
    if (group.size() > 1 && size_of(group) <= options_.max_merged) groups.insert(group);
  };
  for (int a = 0; a < land_.regions(); ++a) {
    if (!is_worth(a)) continue;
    Group around;
    for (int b = 0; b < land_.regions(); ++b) {
      if (b != a && (shared[a][b] == 0 || !is_worth(b))) continue;
      around.push_back(b);
      if (b != a) add({std::min(a, b), std::max(a, b)});
    }
    add(around);
  }
  for (int links : {2, 1}) {
    for (const Group& group : components(links)) add(group);
  }
  std::vector<Group> sorted(groups.begin(), groups.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Group& a, const Group& b) { return size_of(a) < size_of(b); });
  return sorted;
}

bool SafetySolver::search_merged() {
  for (const Group& group : candidate_groups()) {
    if (watch_.stopped()) return false;
    if (prove_group(group)) return true;
  }
  return false;
}

// Benson's idea, with searches for eyes. Every unit must grant one liberty to each wall that
// touches another unit, and two to the others (with kEyesOnly there must be no others). Units that
// cannot are dropped, until all that are left can.
bool SafetySolver::search_eyes(const std::vector<Group>& units, Shares shares) {
  struct Unit {
    Group group;
    bool kept = true;
    bool territory = false;
    std::vector<LocalGame::Wall> walls;
  };
  std::vector<Unit> all;
  for (const Group& group : units) all.push_back({group, true, false, {}});
  const auto touched_by = [&](int block) {
    return std::count_if(all.begin(), all.end(), [&](const Unit& unit) {
      return unit.kept && std::any_of(unit.group.begin(), unit.group.end(), [&](int region) {
               const auto& around = land_.blocks_of[region];
               return std::find(around.begin(), around.end(), block) != around.end();
             });
    });
  };
  for (bool changed = true; changed && !watch_.stopped();) {
    changed = false;
    for (Unit& unit : all) {
      if (!unit.kept || watch_.stopped()) continue;
      unit.walls.clear();
      bool useful = false;
      bool alone = false;
      for (int block : walls_of(unit.group)) {
        const int target = safety_.is_safe(block) ? 0 : touched_by(block) >= 2 ? 1 : 2;
        unit.walls.push_back({{block}, target});
        useful = useful || target > 0;
        alone = alone || target == 2;
      }
      const BoardSet field = LocalGame::field_of(land_, unit.group);
      useful = useful && (!alone || shares == Shares::kAny);
      unit.territory = useful && ask(field, unit.walls, true) == Verdict::kProven;
      if (unit.territory) continue;
      if (useful && ask(field, unit.walls, false) == Verdict::kProven) continue;
      unit.kept = false;
      changed = true;
    }
  }
  if (watch_.stopped() || presuming_) return false;
  bool found = false;
  for (const Unit& unit : all) {
    if (!unit.kept) continue;
    commit(unit.group, unit.walls, unit.territory);
    found = true;
  }
  return found;
}

// Asks whether regions that a proof relies on can be territory at the same time.
bool SafetySolver::search_territory() {
  bool found = false;
  for (int first = 0; first < land_.regions() && !watch_.stopped(); ++first) {
    if (!safety_.committed[first] || partly_[first] || safety_.plan[first] != first) continue;
    if (safety_.region_proof[first] != RegionProof::kNone || safety_.halves[first] > 0) continue;
    Group group;
    for (int region = first; region < land_.regions(); ++region) {
      if (safety_.plan[region] == first) group.push_back(region);
    }
    if (size_of(group) > options_.max_points) continue;
    std::vector<LocalGame::Wall> walls;
    bool all_safe = true;
    for (int block : walls_of(group)) {
      int granted = 0;
      for (const auto& [served, target] : safety_.targets[first]) {
        if (served == block) granted += target;
      }
      // Others may be proven together with those that count on this field: what these are granted
      // here must stay when they are joined. Benson's blocks need nobody.
      const bool was_safe = safety_.block_proof[block] == BlockProof::kBenson;
      const int otherwise = was_safe ? 0 : LocalGame::kProvenElsewhere;
      const LocalGame::Wall wall{{block}, granted > 0 ? std::min(granted, 2) : otherwise};
      walls.push_back(wall);
      all_safe = all_safe && safety_.is_safe(block);
    }
    if (!all_safe) continue;
    if (ask(LocalGame::field_of(land_, group), walls, true) != Verdict::kProven) continue;
    for (int region : group) {
      safety_.region_proof[region] = RegionProof::kSearch;
      safety_.locked |= land_.points[region];
    }
    found = true;
  }
  return found;
}

}  // namespace goseki
