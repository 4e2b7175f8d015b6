#include "safety/judge.h"

#include <unordered_map>
#include <vector>

#include "solvers/go/static_analysis.h"

namespace goseki {
namespace {

using Set = Bits<1>;

struct Situation {
  std::uint64_t own;
  std::uint64_t other;
  int ko;  // where the defender may not play; -1 for nowhere
  bool defender_to_move;
  friend bool operator==(const Situation&, const Situation&) = default;
};

struct Hash {
  std::size_t operator()(const Situation& s) const {
    std::uint64_t h = s.own * 0x9e3779b97f4a7c15;
    h ^= (s.other + static_cast<std::uint64_t>(s.ko + 1) * 2 + s.defender_to_move) *
         0xc2b2ae3d27d4eb4f;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9;
    return h ^ h >> 32;
  }
};

// Plays for `mine`; returns false for suicide. Blocks with firm stones are never captured.
bool place(const Grid<1>& grid, const Set& firm, Set& mine, Set& yours, int point, Set& captured) {
  mine.insert(point);
  captured = {};
  for (Set rest = grid.neighbors(Set::of(point)) & yours; rest.any();) {
    const Set block = grid.flood(Set::of(rest.lowest()), yours);
    rest &= ~block;
    if ((grid.border(block) & ~mine).none() && !block.meets(firm)) captured |= block;
  }
  yours &= ~captured;
  const Set block = grid.flood(Set::of(point), mine);
  return (grid.border(block) & ~yours).any() || block.meets(firm);
}

class Exploration {
 public:
  Exploration(const Grid<1>& grid, const SafetyClaim& claim, int max_positions)
      : grid_(grid), claim_(claim), max_positions_(max_positions) {}

  Verdict run() {
    number({claim_.own.words[0], claim_.other.words[0], -1, claim_.defender_first});
    for (std::size_t i = 0; i < situations_.size(); ++i) {
      if (static_cast<int>(situations_.size()) > max_positions_) return Verdict::kTooLarge;
      expand(static_cast<int>(i));
    }
    while (go_backwards()) {
    }
    return won_[0] ? Verdict::kHolds : Verdict::kFails;
  }

 private:
  int number(const Situation& situation) {
    const auto [place, fresh] =
        numbers_.try_emplace(situation, static_cast<int>(situations_.size()));
    if (fresh) {
      situations_.push_back(situation);
      before_.emplace_back();
      ways_.push_back(0);
      clear_.push_back(false);
    }
    return place->second;
  }

  void connect(int from, const Situation& to) {
    const int target = number(to);
    before_[target].push_back(from);
    ++ways_[from];
  }

  void expand(int index) {
    const Situation now = situations_[index];
    const Set own{{now.own}};
    const Set other{{now.other}};
    if (!claim_.stones.is_subset_of(own)) return;  // lost
    clear_[index] = !now.defender_to_move && !claim_.area.meets(other);
    const bool may_be_settled = claim_.firm.none();  // firm stones can fill eyes
    if (may_be_settled &&
        (claim_.area | claim_.stones).is_subset_of(unconditional_area(grid_, own, other))) {
      settled_.push_back(index);
      return;
    }
    connect(index, {now.own, now.other, -1, !now.defender_to_move});
    for (int point : grid_.board() & ~own & ~other) {
      if (point == now.ko) continue;
      Set mine = now.defender_to_move ? own : other;
      Set yours = now.defender_to_move ? other : own;
      Set captured;
      if (!place(grid_, claim_.firm, mine, yours, point, captured)) continue;
      if (now.defender_to_move) {
        connect(index, {mine.words[0], yours.words[0], -1, false});
      } else {
        connect(index,
                {yours.words[0], mine.words[0], ko_after(mine, yours, point, captured), true});
      }
    }
  }

  // Where the defender would take back just the one stone that took one.
  int ko_after(const Set& mine, const Set& yours, int point, const Set& captured) const {
    if (captured.count() != 1) return -1;
    const Set block = grid_.flood(Set::of(point), mine);
    const bool ko = block.count() == 1 && (grid_.border(block) & ~yours) == captured;
    return ko ? captured.lowest() : -1;
  }

  // Finds from where the defender can force a clear position: he needs one way, the attacker
  // must have no way round it. Then drops the clear positions from which he cannot force the
  // next one; returns whether there were any.
  bool go_backwards() {
    std::vector<int> open = ways_;  // ways on that are not known to lead there
    std::vector<bool> reached(situations_.size(), false);
    std::vector<int> fresh = settled_;
    for (int index : settled_) reached[index] = true;
    won_ = reached;
    for (std::size_t i = 0; i < situations_.size(); ++i) {
      if (!clear_[i] || won_[i]) continue;
      won_[i] = true;
      fresh.push_back(static_cast<int>(i));
    }
    while (!fresh.empty()) {
      const int index = fresh.back();
      fresh.pop_back();
      for (int from : before_[index]) {
        if (reached[from]) continue;
        --open[from];
        if (!situations_[from].defender_to_move && open[from] > 0) continue;
        reached[from] = true;
        if (won_[from]) continue;
        won_[from] = true;
        fresh.push_back(from);
      }
    }
    bool dropped = false;
    for (std::size_t i = 0; i < situations_.size(); ++i) {
      if (!clear_[i] || reached[i]) continue;
      clear_[i] = false;
      dropped = true;
    }
    return dropped;
  }

  const Grid<1>& grid_;
  const SafetyClaim& claim_;
  int max_positions_;
  std::unordered_map<Situation, int, Hash> numbers_;
  std::vector<Situation> situations_;
  std::vector<std::vector<int>> before_;
  std::vector<int> ways_;
  std::vector<bool> clear_;   // no attacker in the area, and the defender can clear it again
  std::vector<int> settled_;  // decided for good
  std::vector<bool> won_;
};

}  // namespace

Verdict judge_claim(const Grid<1>& grid, const SafetyClaim& claim, int max_positions) {
  return Exploration(grid, claim, max_positions).run();
}

}  // namespace goseki
