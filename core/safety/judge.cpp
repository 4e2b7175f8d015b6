#include "safety/judge.h"

#include <algorithm>
#include <unordered_map>

#include "board/bit_mixer.h"

namespace goseki {
namespace {

using Set = Bits<1>;

constexpr int kPass = -1;
constexpr int kNowhere = -1;

struct Situation {
  Set own;
  Set other;
  std::int8_t ko = kNowhere;  // where who is to move would take back a ko at once
  bool defender_to_move = false;
  bool lifted = false;  // the attacker has just done what he may do finitely often only
  friend bool operator==(const Situation&, const Situation&) = default;
};

struct Hash {
  std::size_t operator()(const Situation& s) const {
    const int rest = (s.ko + 1) * 4 + s.defender_to_move * 2 + s.lifted;
    return scatter(scatter(scatter(s.own.words[0]) + s.other.words[0]) + rest);
  }
};

struct Placed {
  Set mine;
  Set yours;
  Set captured;
  Set block;  // of the stone placed
  bool legal = false;
  bool is_ko = false;  // one stone took one, and stands in atari alone
};

// Plays for `mine`. Blocks with firm stones are never captured, nor is their filling suicide.
Placed place(const Grid<1>& grid, const Set& firm, Set mine, Set yours, int point) {
  Placed to{mine, yours, {}, {}};
  to.mine.insert(point);
  for (Set rest = grid.neighbors(Set::of(point)) & yours; rest.any();) {
    const Set block = grid.flood(Set::of(rest.lowest()), yours);
    rest &= ~block;
    if ((grid.border(block) & ~to.mine).none() && !block.meets(firm)) to.captured |= block;
  }
  to.yours &= ~to.captured;
  to.block = grid.flood(Set::of(point), to.mine);
  const Set liberties = grid.border(to.block) & ~to.yours;
  to.legal = liberties.any() || to.block.meets(firm);
  to.is_ko = to.block.count() == 1 && to.captured.count() == 1 && liberties == to.captured;
  return to;
}

// Blocks of `mine` that are never captured even if their side passes for ever: each has two eye
// regions, where an eye region of a block is a connected part of the rest of the board (without
// these blocks) of which every point is next to the block. `lax`: every *empty* point, provided
// that the region has no stone of `mine`; this is Benson's theorem.
//
// It is written here once more, since the solver that is judged rests on the other one
// (life/fixed_point.h).
//
// Proof. Let X be these blocks. An eye region has no stone of `mine`: one next to X is in X. Nor
// is it ever full: its last empty point would be filled by a stone without liberties that takes
// nothing, as each block of X has a liberty in its other region. So while its side passes each
// block of X keeps two liberties, in different regions; no single move takes both.
Set everlasting(const Grid<1>& grid, const Set& mine, const Set& yours, bool lax) {
  Set alive = mine;
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<Set> regions;
    for (Set rest = grid.board() & ~alive; rest.any();) {
      regions.push_back(grid.flood(Set::of(rest.lowest()), rest));
      rest &= ~regions.back();
    }
    Set kept;
    for (Set rest = alive; rest.any();) {
      const Set block = grid.flood(Set::of(rest.lowest()), rest);
      rest &= ~block;
      const Set near = grid.border(block);
      int eyes = 0;
      for (const Set& region : regions) {
        if (region.meets(mine) || !region.meets(near)) continue;
        eyes += (lax ? region & ~yours : region).is_subset_of(near);
      }
      if (eyes >= 2) kept |= block;
    }
    changed = kept != alive;
    alive = kept;
  }
  return alive;
}

// Whether the claim is kept for ever, whoever is to move.
//
// Let X be the defender's everlasting stones (not lax). The claim is kept if its stones are in X
// and its points in X and in connected parts of the rest of the board that are *tight*: all points
// are next to X; or *nearly tight*: the part has none of the defender's stones, and all points but
// one, which has two neighbours or more, are next to X.
//
// Proof. The defender fills empty points of these parts that are next to X, save parts of a
// single point; then he passes. Such a stone joins X, which has other liberties, so the move is
// legal. It leaves X everlasting: an eye region that is filled at one point leaves at least one
// smaller part, every point of which is still next to the same block. Parts only become smaller,
// and what is next to X remains so. Attackers' stones do not change what is X, an eye region or
// tight, for all these are sets of points beside X; X never loses a stone, so that each move
// brings the end nearer. Tight parts have no stone of the defender's (it would be in X), so no ban
// keeps him from a point there, save in the first situation, where he may pass. A tight part of
// two points or more has an empty point, for blocks have liberties; so in the end all tight parts
// are single points, which are empty, as a stone there would have no liberty, and stay so.
// If a nearly tight part has no empty point next to X, then the attackers' blocks there have one
// liberty in common, the other point, and playing there takes them all. Whatever the attacker
// does next, that stone, which had two liberties, then gets a neighbour that joins it to X.
bool is_kept_for_ever(const Grid<1>& grid, const SafetyClaim& claim, const Set& own,
                      const Set& other) {
  if (claim.firm.any()) return false;  // they may fill an eye
  const Set alive = everlasting(grid, own, other, false);
  if (!claim.stones.is_subset_of(alive)) return false;
  const Set near = grid.dilate(alive);
  for (Set open = claim.area & ~alive; open.any();) {
    const Set part = grid.flood(Set::of(open.lowest()), grid.board() & ~alive);
    open &= ~part;
    const Set inner = part & ~near;
    if (inner.none()) continue;
    if (inner.count() > 1 || part.meets(own) || grid.neighbors(inner).count() < 2) return false;
  }
  return true;
}

// Lists situations as far as they matter. A situation has some of its moves at first, the likely
// ones, and gets the others when the answer depends on them. Each round solves the game with the
// moves given so far, in which a situation without moves counts as won.
//
//   If the defender wins it, his strategy is followed: where the attacker has not all moves yet he
//   gets them, where the defender has none he gets one. If there is no such place the strategy
//   wins the whole game, because it answers every move of the attacker.
//   If he loses it, the attacker's strategy is followed: where the defender has not all moves yet
//   he gets more. If there is no such place the claim fails, because every answer is met.
class Exploration {
 public:
  Exploration(const Grid<1>& grid, const SafetyClaim& claim, int max_situations, StopWatch& watch)
      : grid_(grid), claim_(claim), max_situations_(max_situations), watch_(watch) {}

  Judgement run() {
    number({claim_.own, claim_.other, kNowhere, claim_.defender_first, false});
    for (;;) {
      solve();
      const bool holds = is_won_[0];
      const bool is_decided = !complete_plan(holds);
      if (watch_.stopped()) return {Verdict::kUnknown, {}, size()};
      if (is_decided && holds) return {Verdict::kProven, {}, size()};
      if (is_decided) return {Verdict::kRefuted, line(), size()};
      if (size() > max_situations_) return {Verdict::kUnknown, {}, size()};
    }
  }

 private:
  enum class Fate : std::uint8_t { kOpen, kWon, kLost };
  struct Move {
    int point;
    int urgency;
    Situation to;
  };
  struct Way {
    int from;
    int to;
  };

  int size() const { return static_cast<int>(situations_.size()); }

  int number(const Situation& situation) {
    const auto [place, fresh] = numbers_.try_emplace(situation, size());
    if (fresh) {
      situations_.push_back(situation);
      fate_.push_back(fate_at_sight(situation));
      is_good_.push_back(situation.lifted ||
                         (!situation.defender_to_move && !claim_.area.meets(situation.other)));
      given_.push_back(0);
      is_complete_.push_back(false);
      plan_.push_back(-1);
    }
    return place->second;
  }

  Fate fate_at_sight(const Situation& now) const {
    if (!claim_.stones.is_subset_of(now.own)) return Fate::kLost;
    if (claim_.area.any() && claim_.area.meets(now.other) &&
        claim_.area.meets(everlasting(grid_, now.other, now.own, true))) {
      return Fate::kLost;  // the attacker passes for ever
    }
    return is_kept_for_ever(grid_, claim_, now.own, now.other) ? Fate::kWon : Fate::kOpen;
  }

  // All moves of a situation, the most urgent first. Urgency only decides what is tried first.
  std::vector<Move> moves(const Situation& now) const {
    std::vector<Move> all;
    const Set& mine = now.defender_to_move ? now.own : now.other;
    const Set& yours = now.defender_to_move ? now.other : now.own;
    const Set empty = grid_.board() & ~now.own & ~now.other;
    all.push_back({kPass, 0, {now.own, now.other, kNowhere, !now.defender_to_move, false}});
    const bool counts = claim_.area.any();  // else nobody asks how often anything is done
    for (int point : empty) {
      if (now.defender_to_move && point == now.ko) continue;
      const Placed placed = place(grid_, claim_.firm, mine, yours, point);
      if (!placed.legal) continue;
      const int ko = placed.is_ko ? placed.captured.lowest() : kNowhere;
      Move move{point, urgency(placed, point, now.defender_to_move), {}};
      if (now.defender_to_move) {
        const bool note = counts && claim_.finite == Finite::kLifts;
        move.to = {placed.mine, placed.yours, static_cast<std::int8_t>(note ? ko : kNowhere), false,
                   false};
      } else {
        const bool lifts = claim_.finite == Finite::kLifts ? point == now.ko : ko != kNowhere;
        move.to = {placed.yours, placed.mine, static_cast<std::int8_t>(ko), true, counts && lifts};
      }
      all.push_back(move);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Move& a, const Move& b) { return a.urgency > b.urgency; });
    return all;
  }

  int urgency(const Placed& placed, int point, bool defender) const {
    const Set near = grid_.neighbors(Set::of(point));
    const int liberties = (grid_.border(placed.block) & ~placed.yours).count();
    int value = 4 * (near & ~placed.mine & ~placed.yours).count();
    if (placed.captured.any()) value += 100 + placed.captured.count();
    if (claim_.area.contains(point)) value += 10;
    for (Set rest = near & placed.yours; rest.any();) {
      const Set block = grid_.flood(Set::of(rest.lowest()), placed.yours);
      rest &= ~block;
      const int left = (grid_.border(block) & ~placed.mine).count();
      const bool matters = defender ? block.meets(claim_.area) : block.meets(claim_.stones);
      value += (matters ? 30 : 10) / std::max(1, left);
    }
    if (defender && placed.block.meets(claim_.stones)) value += 3 * std::min(liberties, 4);
    if (liberties == 1 && placed.captured.none()) value -= defender ? 60 : 5;
    if (near.is_subset_of(placed.mine)) value -= 40;
    return value;
  }

  // Follows the plan of who wins against all moves given to the other side, and gives more moves
  // where the plan depends on them: to the defender one, or, if he loses, one in the situations
  // that have had the fewest. Returns whether any were missing.
  bool complete_plan(bool defender_wins) {
    std::vector<int> incomplete;
    std::vector<int> visited{0};
    std::vector<bool> seen(size(), false);
    seen[0] = true;
    int fewest = 100;
    const auto visit = [&](int index) {
      if (!seen[index]) visited.push_back(index);
      seen[index] = true;
    };
    for (std::size_t i = 0; i < visited.size() && !watch_.count(); ++i) {
      const int index = visited[i];
      if (fate_[index] != Fate::kOpen) continue;
      const bool follows = situations_[index].defender_to_move == defender_wins;
      if (follows ? given_[index] == 0 : !is_complete_[index]) {
        incomplete.push_back(index);
        fewest = std::min<int>(fewest, given_[index]);
      } else if (follows) {
        visit(plan_[index]);
      }
      if (follows) continue;
      for (int k = first_way_[index]; k < first_way_[index + 1]; ++k) visit(ways_[order_[k]].to);
    }
    for (int index : incomplete) {
      if (size() > max_situations_ || watch_.count()) break;
      if (!defender_wins) {
        if (given_[index] <= fewest + 1) give_moves(index, 1);
      } else {
        give_moves(index, situations_[index].defender_to_move ? 1 : given_[index] == 0 ? 3 : 100);
      }
    }
    return !incomplete.empty();
  }

  void give_moves(int index, int count) {
    const std::vector<Move> all = moves(Situation(situations_[index]));
    const int from = given_[index];
    const int to = std::min<int>(from + count, static_cast<int>(all.size()));
    for (int k = from; k < to; ++k) ways_.push_back({index, number(all[k].to)});
    given_[index] = static_cast<std::uint8_t>(to);
    is_complete_[index] = to == static_cast<int>(all.size());
  }

  // Sorts the ways by where they start, and by where they lead.
  void index_ways() {
    const auto sort = [&](std::vector<int>& first, std::vector<int>& order, auto key) {
      first.assign(size() + 1, 0);
      order.resize(ways_.size());
      for (const Way& way : ways_) ++first[key(way) + 1];
      for (int i = 0; i < size(); ++i) first[i + 1] += first[i];
      std::vector<int> next(first.begin(), first.end() - 1);
      for (std::size_t k = 0; k < ways_.size(); ++k) {
        order[next[key(ways_[k])]++] = static_cast<int>(k);
      }
    };
    sort(first_way_, order_, [](const Way& way) { return way.from; });
    sort(first_back_, back_, [](const Way& way) { return way.to; });
  }

  // Solves the game with the moves given so far. Within a set of situations that the attacker
  // cannot leave but to won ones and the defender need not leave, those are dropped from which the
  // attacker can avoid good situations for ever, or get to a dropped one, until there are none:
  // then the defender can force one good situation after the other.
  void solve() {
    index_ways();
    enum : std::uint8_t { kOut, kIn, kDone };  // dropped or lost, still in the set, won
    std::vector<std::uint8_t> where(size());
    std::vector<int> dropped;
    for (int i = 0; i < size(); ++i) {
      const bool won = fate_[i] == Fate::kWon || (fate_[i] == Fate::kOpen && given_[i] == 0);
      where[i] = won ? kDone : fate_[i] == Fate::kLost ? kOut : kIn;
      if (where[i] == kOut) dropped.push_back(i);
    }
    std::vector<int> inside(size());  // how many ways do not lead out of the set
    for (int i = 0; i < size(); ++i) inside[i] = first_way_[i + 1] - first_way_[i];
    const auto drop_all = [&] {
      while (!dropped.empty() && !watch_.count()) {
        const int index = dropped.back();
        dropped.pop_back();
        for (int k = first_back_[index]; k < first_back_[index + 1]; ++k) {
          const int from = ways_[back_[k]].from;
          --inside[from];
          if (where[from] != kIn) continue;
          if (situations_[from].defender_to_move && inside[from] > 0) continue;
          where[from] = kOut;
          plan_[from] = index;
          dropped.push_back(from);
        }
      }
    };
    drop_all();
    std::vector<int> unforced(size());
    std::vector<bool> reached(size());
    std::vector<int> fresh;
    for (bool again = true; again && !watch_.stopped();) {
      fresh.clear();
      for (int i = 0; i < size(); ++i) {
        unforced[i] = first_way_[i + 1] - first_way_[i];
        reached[i] = where[i] == kDone || (where[i] == kIn && is_good_[i]);
        if (reached[i]) fresh.push_back(i);
      }
      for (std::size_t f = 0; f < fresh.size() && !watch_.count(); ++f) {
        const int index = fresh[f];
        for (int k = first_back_[index]; k < first_back_[index + 1]; ++k) {
          const int from = ways_[back_[k]].from;
          if (where[from] != kIn) continue;
          --unforced[from];
          if (!situations_[from].defender_to_move) {
            if (unforced[from] > 0) continue;
          } else if (unforced[from] == first_way_[from + 1] - first_way_[from] - 1) {
            plan_[from] = index;  // the first way found is a shortest one
          }
          if (reached[from]) continue;
          reached[from] = true;
          fresh.push_back(from);
        }
      }
      for (int i = 0; i < size(); ++i) {
        if (where[i] == kIn && !reached[i]) dropped.push_back(i);
      }
      again = !dropped.empty();
      for (int i : dropped) where[i] = kOut;
      for (int i : dropped) plan_[i] = way_among(i, where, reached);
      drop_all();
    }
    is_won_.resize(size());
    for (int i = 0; i < size(); ++i) is_won_[i] = where[i] != kOut;
  }

  // A way to another situation that was dropped.
  int way_among(int index, const std::vector<std::uint8_t>& where,
                const std::vector<bool>& reached) const {
    for (int k = first_way_[index]; k < first_way_[index + 1]; ++k) {
      const int to = ways_[order_[k]].to;
      if (where[to] == 0 && !reached[to]) return to;
    }
    return -1;
  }

  std::vector<int> line() const {
    std::vector<int> points;
    std::vector<bool> seen(size(), false);
    for (int at = 0; !seen[at] && plan_[at] >= 0; at = plan_[at]) {
      seen[at] = true;
      for (const Move& move : moves(situations_[at])) {
        if (move.to == situations_[plan_[at]]) {
          points.push_back(move.point);
          break;
        }
      }
    }
    return points;
  }

  const Grid<1>& grid_;
  const SafetyClaim& claim_;
  int max_situations_;
  StopWatch& watch_;
  std::unordered_map<Situation, int, Hash> numbers_;
  // By the number of a situation:
  std::vector<Situation> situations_;
  std::vector<Fate> fate_;
  std::vector<bool> is_good_;  // has what the defender must get infinitely often
  std::vector<std::uint8_t> given_;
  std::vector<bool> is_complete_;
  std::vector<bool> is_won_;  // with the moves given
  std::vector<int> plan_;     // where who wins goes, or, in a lost situation, the defender
  std::vector<Way> ways_;
  std::vector<int> first_way_, order_;  // by start
  std::vector<int> first_back_, back_;  // by end
};

}  // namespace

Judgement judge_claim(const Grid<1>& grid, const SafetyClaim& claim, int max_situations,
                      StopWatch& watch) {
  return Exploration(grid, claim, max_situations, watch).run();
}

}  // namespace goseki
