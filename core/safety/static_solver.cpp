#include "safety/static_solver.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "life/eye_room.h"
#include "safety/region_search.h"

namespace goseki {

Safety::Safety(const Position& position, Color defender)
    : land(position, defender),
      block_proof(land.blocks(), BlockProof::kNone),
      region_proof(land.regions(), RegionProof::kNone),
      halves(land.regions(), 0),
      committed(land.regions(), false),
      chain(land.blocks()),
      targets(land.regions()),
      plan(land.regions()) {
  std::iota(chain.begin(), chain.end(), 0);
  std::iota(plan.begin(), plan.end(), 0);
}

BoardSet Safety::area() const {
  BoardSet all = safe_stones;
  for (int region = 0; region < land.regions(); ++region) {
    if (region_proof[region] != RegionProof::kNone) all |= land.points[region];
  }
  for (int block = 0; block < land.blocks(); ++block) {
    // A block inside proven territory: the point is the defender's even if the stones are lost.
    const auto& around = land.regions_of[block];
    if (around.size() == 1 && region_proof[around[0]] != RegionProof::kNone) {
      all |= land.stones[block];
    }
  }
  return all;
}

namespace {

constexpr int kMaxPairTrials = 2'000;
constexpr int kTinyPoints = 6;
constexpr int kCorridorPoints = 20;
constexpr int kTinyNodes = 5'000;

class StaticProver {
 public:
  StaticProver(Safety& safety, const StaticRules& rules)
      : safety_(safety),
        land_(safety.land),
        rules_(rules),
        chain_(safety.chain),
        halves_(safety.halves),
        locked_(safety.locked) {}

  void prove_benson() { find_eyes(BlockProof::kBenson, RegionProof::kBenson); }

  void prove() {
    prove_benson();
    if (rules_.two_vital) find_two_vital();
    for (bool changed = true; changed;) {
      changed = find_eyes(BlockProof::kEyes, RegionProof::kEye);
      if (!rules_.chains) continue;
      changed = link_to_safe() || changed;
      changed = try_links(&StaticProver::link_in_small_regions) || changed;
      changed = try_links(&StaticProver::link_anywhere) || changed;
      if (rules_.two_vital) changed = find_two_vital() || changed;
    }
    find_sure_territory();
    if (rules_.surrounded) find_surrounded();
  }

 private:
  BoardSet chain_liberties(int chain) const {
    BoardSet all;
    for (int block = 0; block < land_.blocks(); ++block) {
      if (chain_[block] == chain) all |= land_.liberties[block];
    }
    return all;
  }

  bool is_safe_chain(int chain) const {
    for (int block = 0; block < land_.blocks(); ++block) {
      if (chain_[block] == chain) return safety_.is_safe(block);
    }
    return false;
  }

  // The chains that touch a region, each once.
  std::vector<int> chains_of(int region) const {
    std::vector<int> found;
    for (int block : land_.blocks_of[region]) found.push_back(chain_[block]);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // The points next to a chain, attackers on them or not.
  BoardSet chain_touches(int chain) const {
    BoardSet stones;
    for (int block = 0; block < land_.blocks(); ++block) {
      if (chain_[block] == chain) stones |= land_.stones[block];
    }
    return land_.grid.neighbors(stones);
  }

  // The points of a region that no stone of the defender touches.
  BoardSet interior(int region) const {
    return land_.points[region] & ~land_.grid.neighbors(land_.own);
  }

  // Where a pair may still be placed.
  BoardSet free_points() const { return land_.empty & ~safety_.reserved & ~locked_; }

  void reserve(const PointPair& pair) {
    safety_.pairs.push_back(pair);
    safety_.reserved.insert(pair.first);
    safety_.reserved.insert(pair.second);
  }

  void mark_safe(int block, BlockProof proof) {
    safety_.block_proof[block] = proof;
    safety_.safe_stones |= land_.stones[block];
  }

  // Gives each of `wanted` a pair of its own among `liberties` next to it. Tries all ways, up
  // to a limit.
  std::optional<std::vector<PointPair>> private_pairs(BoardSet wanted, BoardSet liberties) const {
    std::vector<PointPair> pairs;
    int trials = 0;
    if (!place_pairs(wanted, liberties, pairs, trials)) return std::nullopt;
    return pairs;
  }

  bool place_pairs(BoardSet wanted, BoardSet liberties, std::vector<PointPair>& pairs,
                   int& trials) const {
    if (wanted.none()) return true;
    if (++trials > kMaxPairTrials) return false;
    int hardest = -1;
    int fewest = 5;
    for (int point : wanted) {
      const int near = (land_.grid.neighbors(BoardSet::of(point)) & liberties).count();
      if (near < fewest) {
        fewest = near;
        hardest = point;
      }
    }
    if (fewest < 2) return false;
    const BoardSet near = land_.grid.neighbors(BoardSet::of(hardest)) & liberties;
    wanted.erase(hardest);
    for (int first : near) {
      for (int second : near) {
        if (second <= first) continue;
        BoardSet rest = liberties;
        rest.erase(first);
        rest.erase(second);
        pairs.emplace_back(first, second);
        if (place_pairs(wanted, rest, pairs, trials)) return true;
        pairs.pop_back();
      }
    }
    return false;
  }

  // -- eyes: Benson's algorithm on chains ----------------------------------------------------

  struct Eye {
    int region;
    int chain;
    std::vector<PointPair> pairs;
    bool keeps_pairs_out = false;
    bool territory = true;
  };
  enum class SureEye { kNo, kYes, kWithTerritory };

  std::vector<Eye> possible_eyes(bool with_guards) const {
    std::vector<Eye> eyes;
    for (int region = 0; region < land_.regions(); ++region) {
      if (halves_[region] > 0 || locked_.meets(land_.points[region])) continue;
      const std::vector<int> chains = chains_of(region);
      const BoardSet empty = land_.points[region] & land_.empty;
      const SureEye sure = with_guards ? sure_eye(region, chains) : SureEye::kNo;
      const bool full = std::any_of(chains.begin(), chains.end(), [&](int chain) {
        return land_.points[region].is_subset_of(chain_touches(chain));
      });
      const bool quiet = !safety_.reserved.meets(land_.points[region]) && !is_owned(region);
      for (int chain : chains) {
        const BoardSet touches = chain_touches(chain);
        const bool healthy = empty.is_subset_of(touches);
        std::optional<std::vector<PointPair>> pairs;
        if (with_guards && chains.size() == 1 && !full) {
          pairs = private_pairs(land_.points[region] & ~touches, empty & touches & free_points());
        }
        if (full && healthy) {
          eyes.push_back({region, chain, {}});
        } else if (sure == SureEye::kWithTerritory) {
          eyes.push_back({region, chain, {}, true, true});
        } else if (pairs) {
          eyes.push_back({region, chain, *pairs});
        } else if (quiet && (healthy || sure == SureEye::kYes)) {
          eyes.push_back({region, chain, {}, true, false});
        }
      }
    }
    return eyes;
  }

  // Whether the defender will clear a region: a merely healthy eye would not last then.
  bool is_owned(int region) const { return safety_.region_proof[region] != RegionProof::kNone; }

  // Whether a region is two empty points that are a pair. The answer to an attack captures it
  // and joins all that touch the answer to the point that is empty again: an eye of all around.
  bool is_pair_eye(int region) const {
    const BoardSet& points = land_.points[region];
    return points.count() == 2 && points.is_subset_of(safety_.reserved & land_.empty);
  }

  // Whether a small region or a corridor is an eye of each chain that touches it because every
  // line of play in it says so.
  SureEye sure_eye(int region, const std::vector<int>& chains) const {
    const BoardSet& points = land_.points[region];
    if (rules_.corridors && is_pair_eye(region)) return SureEye::kWithTerritory;
    const bool tiny = rules_.tiny && points.count() <= kTinyPoints;
    const bool corridor = rules_.corridors && points.count() <= kCorridorPoints;
    if (!tiny && !(corridor && is_corridor(points))) return SureEye::kNo;
    if (safety_.reserved.meets(points)) return SureEye::kNo;
    if (chains.size() > LocalGame::kMaxWalls) return SureEye::kNo;
    std::vector<LocalGame::Wall> walls;
    for (int chain : chains) {
      LocalGame::Wall wall{{}, 1};
      for (int block : land_.blocks_of[region]) {
        if (chain_[block] == chain) wall.blocks.push_back(block);
      }
      walls.push_back(wall);
    }
    const LocalGame game(land_, LocalGame::field_of(land_, {region}), walls);
    RegionSearch search(1 << 20);
    SearchOptions options;
    options.nodes = kTinyNodes;
    if (search.prove(game, options) == SearchAnswer::kProven) return SureEye::kWithTerritory;
    options.territory = false;
    return search.prove(game, options) == SearchAnswer::kProven ? SureEye::kYes : SureEye::kNo;
  }

  // Whether each point of a region has at most two neighbours in it, and a stone beside it.
  bool is_corridor(const BoardSet& points) const {
    if (!points.is_subset_of(land_.grid.neighbors(land_.own))) return false;
    for (int point : points) {
      if ((land_.grid.neighbors(BoardSet::of(point)) & points).count() > 2) return false;
    }
    return true;
  }

  // Marks the chains with two eyes all of whose neighbours have two, too. Returns whether
  // there are new ones.
  bool find_eyes(BlockProof block_proof, RegionProof region_proof) {
    const bool with_guards = block_proof != BlockProof::kBenson && rules_.guarded_eyes;
    const std::vector<Eye> eyes = possible_eyes(with_guards);
    std::vector<bool> alive(land_.blocks(), true);
    std::vector<bool> kept(land_.regions(), true);
    for (bool dropped = true; dropped;) {
      for (int region = 0; region < land_.regions(); ++region) {
        for (int block : land_.blocks_of[region]) kept[region] = kept[region] && alive[block];
      }
      std::vector<int> count(land_.blocks(), 0);  // by chain
      for (const Eye& eye : eyes) count[eye.chain] += kept[eye.region];
      dropped = false;
      for (int block = 0; block < land_.blocks(); ++block) {
        if (!alive[block] || count[chain_[block]] >= 2 || safety_.is_safe(block)) continue;
        alive[block] = false;
        dropped = true;
      }
    }
    bool found = false;
    for (int block = 0; block < land_.blocks(); ++block) {
      if (!alive[block] || safety_.is_safe(block)) continue;
      mark_safe(block, block_proof);
      found = true;
    }
    const std::vector<bool> was_committed = safety_.committed;
    std::vector<bool> is_territory(land_.regions(), true);
    for (const Eye& eye : eyes) {
      if (was_committed[eye.region] || !kept[eye.region] || !commit_eye(eye, alive)) continue;
      if (!eye.territory) is_territory[eye.region] = false;
    }
    for (const Eye& eye : eyes) {
      const int region = eye.region;
      if (was_committed[region] || !safety_.committed[region]) continue;
      if (is_territory[region]) safety_.region_proof[region] = region_proof;
    }
    lock_eyes(eyes);
    return found;
  }

  // Returns whether a living chain relies on the eye.
  bool commit_eye(const Eye& eye, const std::vector<bool>& alive) {
    std::vector<std::pair<int, int>>& targets = safety_.targets[eye.region];
    const std::size_t before = targets.size();
    for (int block : land_.blocks_of[eye.region]) {
      if (alive[block] && chain_[block] == eye.chain) targets.emplace_back(block, 1);
    }
    if (targets.size() == before) return false;
    safety_.committed[eye.region] = true;
    for (const PointPair& pair : eye.pairs) reserve(pair);
    if (!eye.pairs.empty()) locked_ |= land_.points[eye.region];
    return true;
  }

  // A sure or merely healthy eye that some living chain needs as such keeps pairs out.
  void lock_eyes(const std::vector<Eye>& eyes) {
    for (const Eye& eye : eyes) {
      if (eye.keeps_pairs_out && safety_.committed[eye.region]) {
        locked_ |= land_.points[eye.region];
      }
    }
  }

  // -- links -----------------------------------------------------------------------------

  // Two free points out of `common`: in one region, or in two that are nobody's eye.
  std::optional<PointPair> pair_among(const BoardSet& common) const {
    if (common.count() < 2) return std::nullopt;
    for (const BoardSet& region : land_.points) {
      const BoardSet here = common & region;
      if (here.count() < 2) continue;
      BoardSet rest = here;
      const int first = rest.lowest();
      rest.erase(first);
      return PointPair{first, rest.lowest()};
    }
    BoardSet loose;
    for (int region = 0; region < land_.regions(); ++region) {
      if (!safety_.committed[region]) loose |= common & land_.points[region];
    }
    if (loose.count() < 2) return std::nullopt;
    const int first = loose.lowest();
    loose.erase(first);
    return PointPair{first, loose.lowest()};
  }

  int region_at(int point) const {
    for (int region = 0; region < land_.regions(); ++region) {
      if (land_.points[region].contains(point)) return region;
    }
    return -1;
  }

  void place_link(const PointPair& pair) {
    reserve(pair);
    const int first = region_at(pair.first);
    const int second = region_at(pair.second);
    if (first == second) return;
    ++halves_[first];
    ++halves_[second];
  }

  // Links blocks, chain by chain, to the safe stones. Returns whether any was.
  bool link_to_safe() {
    bool found = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (int block = 0; block < land_.blocks(); ++block) {
        if (chain_[block] != block || is_safe_chain(block)) continue;
        const BoardSet near_safe = land_.grid.neighbors(safety_.safe_stones);
        const auto pair = pair_among(chain_liberties(block) & near_safe & free_points());
        if (!pair) continue;
        place_link(*pair);
        for (int other = 0; other < land_.blocks(); ++other) {
          if (chain_[other] == block) mark_safe(other, BlockProof::kLinked);
        }
        found = changed = true;
      }
    }
    return found;
  }

  void join(int into, int chain) {
    for (int& c : chain_) {
      if (c == chain) c = into;
    }
  }

  bool link_in_small_regions() {
    bool linked = false;
    for (int region = 0; region < land_.regions(); ++region) {
      if (interior(region).any()) continue;
      linked = link_within(chains_of(region), land_.points[region]) || linked;
    }
    return linked;
  }

  bool link_anywhere() {
    std::vector<int> all;
    for (int block = 0; block < land_.blocks(); ++block) {
      if (chain_[block] == block) all.push_back(block);
    }
    return link_within(all, land_.empty);
  }

  // Links such of the unsafe chains as have a free pair of common liberties among the points.
  bool link_within(const std::vector<int>& chains, const BoardSet& points) {
    bool linked = false;
    for (std::size_t i = 0; i < chains.size(); ++i) {
      for (std::size_t j = i + 1; j < chains.size(); ++j) {
        const int a = chain_of(chains[i]);
        const int b = chain_of(chains[j]);
        if (a == b || is_safe_chain(a) || is_safe_chain(b)) continue;
        const auto pair =
            pair_among(chain_liberties(a) & chain_liberties(b) & points & free_points());
        if (!pair) continue;
        place_link(*pair);
        join(std::min(a, b), std::max(a, b));
        linked = true;
      }
    }
    return linked;
  }

  // A chain's number is its first block, so an old number leads to the new one.
  int chain_of(int block) const { return chain_[block]; }

  // Links as `link` does and keeps the links only if they make something safe.
  bool try_links(bool (StaticProver::*link)()) {
    const Safety before = safety_;
    bool linked = false;
    while ((this->*link)()) linked = true;
    bool found = false;
    if (linked) {
      found = find_eyes(BlockProof::kEyes, RegionProof::kEye);
      if (rules_.two_vital) found = find_two_vital() || found;
    }
    if (found) {
      release_links_of_unsafe_chains(before.pairs.size());
      return true;
    }
    safety_ = before;
    return false;
  }

  // Frees the pairs that hold chains together which turned out not to be safe.
  void release_links_of_unsafe_chains(std::size_t first) {
    std::vector<PointPair> kept(safety_.pairs.begin(), safety_.pairs.begin() + first);
    for (std::size_t i = first; i < safety_.pairs.size(); ++i) {
      const PointPair pair = safety_.pairs[i];
      if (land_.grid.neighbors(BoardSet::of(pair.first)).meets(safety_.safe_stones)) {
        kept.push_back(pair);
        continue;
      }
      safety_.reserved.erase(pair.first);
      safety_.reserved.erase(pair.second);
      const int a = region_at(pair.first);
      const int b = region_at(pair.second);
      if (a != b) {
        --halves_[a];
        --halves_[b];
      }
    }
    safety_.pairs = kept;
    for (int block = 0; block < land_.blocks(); ++block) {
      if (!safety_.is_safe(block)) chain_[block] = block;
    }
  }

  // -- two eyes in one region --------------------------------------------------------------

  bool find_two_vital() {
    bool found = false;
    for (int region = 0; region < land_.regions(); ++region) {
      if (safety_.region_proof[region] != RegionProof::kNone || safety_.committed[region]) continue;
      if (halves_[region] > 0 || !is_two_vital(region)) continue;
      found = true;
    }
    return found;
  }

  bool is_two_vital(int region) {
    const BoardSet& points = land_.points[region];
    const std::vector<int> chains = chains_of(region);
    if (chains.empty()) return false;
    BoardSet joint = points & free_points();
    for (int chain : chains) joint &= chain_liberties(chain);
    BoardSet parting;
    for (int point : joint) {
      if (parts_it(points, point)) parting.insert(point);
    }
    for (int first : parting) {
      for (int second : parting) {
        if (second <= first) continue;
        BoardSet liberties = points & free_points() & land_.grid.neighbors(land_.own);
        liberties.erase(first);
        liberties.erase(second);
        const auto pairs = private_pairs(interior(region), liberties);
        if (!pairs) continue;
        commit_two_vital(region, {first, second}, *pairs);
        return true;
      }
    }
    return false;
  }

  bool parts_it(const BoardSet& points, int point) const {
    const BoardSet rest = points & ~BoardSet::of(point);
    return rest.any() && land_.grid.flood(BoardSet::of(rest.lowest()), rest) != rest;
  }

  void commit_two_vital(int region, const PointPair& pair, const std::vector<PointPair>& guards) {
    reserve(pair);
    for (const PointPair& guard : guards) reserve(guard);
    safety_.region_proof[region] = RegionProof::kTwoVital;
    safety_.committed[region] = true;
    locked_ |= land_.points[region];
    for (int block : land_.blocks_of[region]) safety_.targets[region].emplace_back(block, 2);
    const std::vector<int> chains = chains_of(region);
    for (int block = 0; block < land_.blocks(); ++block) {
      const bool here = std::find(chains.begin(), chains.end(), chain_[block]) != chains.end();
      if (here && !safety_.is_safe(block)) mark_safe(block, BlockProof::kTwoVital);
    }
  }

  // -- territory ---------------------------------------------------------------------------

  // Whether answers in a region are part of a plan for more or less than the region.
  bool shares_a_plan(int region) const {
    const auto& plan = safety_.plan;
    const auto& open = safety_.open_fields;
    return std::count(plan.begin(), plan.end(), plan[region]) > 1 ||
           std::any_of(open.begin(), open.end(), [&](const Safety::Fight& field) {
             return field.points.meets(land_.points[region]);
           });
  }

  // Healthy eyes of living chains that are sure ones, too: then they can be cleared. Whoever
  // counts on more than one liberty there needs more than a sure eye.
  void find_sure_territory() {
    for (int region = 0; region < land_.regions(); ++region) {
      if (!safety_.committed[region] || is_owned(region) || halves_[region] > 0) continue;
      if (shares_a_plan(region)) continue;
      const auto& targets = safety_.targets[region];
      const auto& around = land_.blocks_of[region];
      const bool safe = std::all_of(around.begin(), around.end(),
                                    [&](int block) { return safety_.is_safe(block); });
      const bool single = std::all_of(targets.begin(), targets.end(),
                                      [](const auto& target) { return target.second == 1; });
      if (!safe || !single) continue;
      if (sure_eye(region, chains_of(region)) != SureEye::kWithTerritory) continue;
      safety_.region_proof[region] = RegionProof::kEye;
      locked_ |= land_.points[region];
    }
  }

  void find_surrounded() {
    for (int region = 0; region < land_.regions(); ++region) {
      if (safety_.region_proof[region] == RegionProof::kNone) prove_surrounded(region);
    }
  }

  void prove_surrounded(int region) {
    BoardSet area = land_.points[region];
    // Walls that need the region as an eye cannot fill it: the attacker may have a seki.
    if (land_.blocks_of[region].empty() || safety_.committed[region]) return;
    bool touches_safe = false;
    for (int block : land_.blocks_of[region]) {
      if (safety_.is_safe(block)) {
        touches_safe = true;
      } else if (land_.regions_of[block].size() == 1) {
        area |= land_.stones[block];
      } else {
        return;
      }
    }
    if (!touches_safe) return;
    BoardSet room = area & ~land_.grid.neighbors(safety_.safe_stones);
    if (!has_loop(land_.grid, area)) room &= ~false_points(land_.grid, safety_.safe_stones);
    if (!holds_one_eye(room) && !guard_all_but_one(region, room)) return;
    safety_.region_proof[region] = RegionProof::kSurrounded;
  }

  bool holds_one_eye(const BoardSet& room) const {
    const int count = room.count();
    return count <= 1 || (count == 2 && land_.grid.neighbors(room).meets(room));
  }

  // Pairs that keep all but one point of the room, or two neighbours, in touch with safe stones.
  bool guard_all_but_one(int region, const BoardSet& room) {
    if (halves_[region] > 0 || locked_.meets(land_.points[region])) return false;
    const BoardSet near_safe = land_.grid.neighbors(safety_.safe_stones);
    const BoardSet liberties = land_.points[region] & free_points() & near_safe;
    for (int left : room) {
      for (int beside : room) {
        const BoardSet out = BoardSet::of(left) | BoardSet::of(beside);
        if (!holds_one_eye(out)) continue;
        const auto pairs = private_pairs(room & ~out, liberties);
        if (!pairs) continue;
        for (const PointPair& pair : *pairs) reserve(pair);
        safety_.committed[region] = true;
        return true;
      }
    }
    return false;
  }

  Safety& safety_;
  const Landscape& land_;
  StaticRules rules_;
  std::vector<int>& chain_;
  std::vector<int>& halves_;
  BoardSet& locked_;
};

}  // namespace

void prove_benson(Safety& safety) { StaticProver(safety, {}).prove_benson(); }

void prove_static(Safety& safety, const StaticRules& rules) { StaticProver(safety, rules).prove(); }

}  // namespace goseki
