// The slow judge of `goseki tactics`, with rules of its own: it shares nothing with the core.
// `tests/judges/slow_tactics.py` builds it, talks to it and says what the words mean.
//
// It lists every situation that can be reached (the stones, which blocks of the target are left,
// who is to move, and the point where that side would take back a ko at once), and then works
// backwards from those in which a question is decided until nothing changes. There is no search,
// no pruning, and no knowledge of Go beyond the rules and Benson's theorem, which is part of what
// the question `life` asks.
//
// A line of numbers asks: columns, rows; for each point, row by row, its stone (1 black, -1
// white, 0 none), whether that is firm, and the number of the target block it stands in (from 1,
// 0 if in none); the owner of the target and who is to move (1 or -1); the point of the ko ban
// (-1: none); whether it is about connecting; the most situations to list; and budgets of threats
// as pairs, the attacker's and the defender's: -1 is unlimited, so that it can go on for ever; -2
// is any number, however large, but a number.
//
// The answer is a line: the number of situations, or -1 if they are too many; the number of first
// moves; and then for the position itself (-2) and for each first move (a point, or -1 for a
// pass) that number and for each pair of budgets what is forced: 1 capture + 2 life, or 4 for a
// connection.

#include <array>
#include <cstdint>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

constexpr int kMostPoints = 128;
constexpr int kNone = -1;
constexpr int kUnlimited = -1;
constexpr int kAnyNumber = -2;

// A set of points.
struct Set {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  static Set point(int i) { return i < 64 ? Set{1ULL << i, 0} : Set{0, 1ULL << (i - 64)}; }
  bool has(int i) const { return (i < 64 ? low >> i : high >> (i - 64)) & 1; }
  bool empty() const { return (low | high) == 0; }
  int count() const { return __builtin_popcountll(low) + __builtin_popcountll(high); }
  int first() const { return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high); }
  bool meets(Set other) const { return !(*this & other).empty(); }

  friend Set operator&(Set a, Set b) { return {a.low & b.low, a.high & b.high}; }
  friend Set operator|(Set a, Set b) { return {a.low | b.low, a.high | b.high}; }
  friend Set operator-(Set a, Set b) { return {a.low & ~b.low, a.high & ~b.high}; }
  friend bool operator==(Set a, Set b) { return a.low == b.low && a.high == b.high; }
};

// Stones of the attacker (0) and the defender (1), and which target blocks are left.
struct Stones {
  std::array<Set, 2> of;
  int left = 0;

  friend bool operator==(const Stones&, const Stones&) = default;
};

struct StonesHash {
  std::size_t operator()(const Stones& stones) const {
    std::uint64_t hash = static_cast<std::uint64_t>(stones.left);
    for (const Set& set : stones.of)
      for (std::uint64_t word : {set.low, set.high})
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL, hash ^= hash >> 29;
    return hash;
  }
};

enum Side { kAttacker, kDefender };
Side other(Side side) { return side == kAttacker ? kDefender : kAttacker; }

struct Situation {
  Stones stones;
  Side mover;
  int ban;  // where the mover would take back a ko at once, or kNone
};

// One board with its firm stones and its target.
struct Board {
  int columns = 0;
  int rows = 0;
  Set all;
  Set firm;
  std::vector<Set> near;
  std::vector<Set> targets;  // the blocks of the target as they stand at first

  Set neighbours(Set set) const {
    Set result;
    for (; !set.empty(); set = set - Set::point(set.first())) result = result | near[set.first()];
    return result;
  }

  // The part of `where` that is connected to `seed`, which is in it.
  Set connected(Set seed, Set where) const {
    Set whole = seed;
    for (Set edge = seed; !edge.empty();) {
      edge = (neighbours(edge) & where) - whole;
      whole = whole | edge;
    }
    return whole;
  }

  std::vector<Set> parts(Set set) const {
    std::vector<Set> result;
    while (!set.empty()) {
      result.push_back(connected(Set::point(set.first()), set));
      set = set - result.back();
    }
    return result;
  }

  Set empty_points(const Stones& stones) const { return all - stones.of[0] - stones.of[1]; }

  bool has_liberty(Set block, const Stones& stones) const {
    return block.meets(firm) || neighbours(block).meets(empty_points(stones));
  }

  // Plays on an empty point. False if that is suicide. `ban` is where the other side may not play
  // next: the stone that was taken, if it was one only, and the stone that took it stands alone
  // and has no liberty but that point.
  bool play(Stones& stones, Side mover, int point, int& ban) const {
    Set& own = stones.of[mover];
    Set& theirs = stones.of[other(mover)];
    const Set stone = Set::point(point);
    own = own | stone;
    Set taken;
    for (Set block : parts_touching(stone, theirs))
      if (!has_liberty(block, stones)) taken = taken | block;
    theirs = theirs - taken;
    const Set block = connected(stone, own);
    if (!has_liberty(block, stones)) return false;
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (targets[i].meets(taken) && mover == kAttacker) stones.left &= ~(1 << i);
    const bool is_ko =
        taken.count() == 1 && block == stone && (near[point] & empty_points(stones)) == taken;
    ban = is_ko ? taken.first() : kNone;
    return true;
  }

  std::vector<Set> parts_touching(Set stone, Set stones) const {
    std::vector<Set> result;
    for (Set next = neighbours(stone) & stones; !next.empty();) {
      result.push_back(connected(Set::point(next.first()), stones));
      next = next - result.back();
    }
    return result;
  }

  // The stones of the defender that are alive by Benson's theorem, where suicide is illegal. Firm
  // blocks of the defender count as alive. A region with a firm stone of the attacker is nobody's
  // eye: he can fill all of it, since stones connected to that stone never lack a liberty.
  Set alive(const Stones& stones) const {
    const Set own = stones.of[kDefender];
    std::vector<Set> blocks = parts(own);
    std::vector<Set> regions = parts(all - own);
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<Set> kept;
      for (Set block : blocks) {
        int eyes = 0;
        for (Set region : regions) {
          const Set empty = region & empty_points(stones);
          const bool is_open = region.meets(firm & stones.of[kAttacker]);
          if (!is_open && !empty.empty() && (empty - neighbours(block)).empty()) ++eyes;
        }
        if (eyes >= 2 || block.meets(firm))
          kept.push_back(block);
        else
          changed = true;
      }
      blocks = kept;
      Set kept_stones;
      for (Set block : blocks) kept_stones = kept_stones | block;
      std::vector<Set> healthy;
      for (Set region : regions)
        if (((neighbours(region) & own) - kept_stones).empty()) healthy.push_back(region);
      regions = healthy;
    }
    Set result;
    for (Set block : blocks) result = result | block;
    return result;
  }

  bool target_is_alive(const Stones& stones) const {
    const Set safe = alive(stones);
    for (std::size_t i = 0; i < targets.size(); ++i)
      if ((stones.left >> i & 1) && targets[i].meets(safe)) return true;
    return false;
  }

  bool is_connected(const Stones& stones) const {
    const Set first = Set::point(targets[0].first());
    return stones.left == 3 && connected(first, stones.of[kDefender]).meets(targets[1]);
  }
};

enum Goal { kCapture, kLife, kConnect };
Side prover_of(Goal goal) { return goal == kCapture ? kAttacker : kDefender; }

// All situations that can be reached, and the moves between them.
class Graph {
 public:
  Graph(const Board& board, bool connecting) : board_(board), connecting_(connecting) {}

  // False if there are more situations than `most`.
  bool list(const Situation& start, std::size_t most) {
    add(start);
    for (std::size_t s = 0; s < situations_.size(); ++s) {
      first_edge_.push_back(edges_.size());
      paid_edge_.push_back(kNone);
      if (situations_.size() > most) return false;
      if (!is_over(situations_[s].stones)) list_moves(s);
    }
    first_edge_.push_back(edges_.size());
    if (situations_.size() > most) return false;
    turn_round();
    return true;
  }

  std::size_t size() const { return situations_.size(); }

  struct FirstMove {
    int point;
    std::uint32_t to;
    bool is_paid;
  };
  std::vector<FirstMove> first_moves() const {
    std::vector<FirstMove> result;
    for (std::size_t e = first_edge_[0]; e < first_edge_[1]; ++e)
      result.push_back({start_points_[e], edges_[e], false});
    if (paid_edge_[0] != kNone)
      result.push_back({situations_[0].ban, static_cast<std::uint32_t>(paid_edge_[0]), true});
    return result;
  }

  // Whether the prover of the goal can force it from situation `s`, with these threats left.
  bool is_forced(Goal goal, int attacker, int defender, std::uint32_t s) {
    return limit(goal, {attacker, defender})[s];
  }

  Side mover(std::uint32_t s) const { return situations_[s].mover; }

 private:
  using Budgets = std::array<int, 2>;
  using Layer = std::vector<bool>;

  bool is_over(const Stones& stones) const {
    if (connecting_) return stones.left != 3 || board_.is_connected(stones);
    return stones.left == 0;
  }

  bool is_goal(Goal goal, std::uint32_t s) {
    std::vector<bool>& known = goals_[goal];
    if (known.empty()) {
      std::unordered_map<Stones, bool, StonesHash> seen;
      for (const Situation& situation : situations_) {
        const Stones& stones = situation.stones;
        const auto [place, is_new] = seen.try_emplace(stones);
        if (is_new)
          place->second = goal == kCapture ? stones.left == 0
                          : goal == kLife  ? board_.target_is_alive(stones)
                                           : board_.is_connected(stones);
        known.push_back(place->second);
      }
    }
    return known[s];
  }

  std::uint32_t add(const Situation& situation) {
    auto& numbers = numbers_[situation.mover][situation.stones];
    for (const auto& [ban, number] : numbers)
      if (ban == situation.ban) return number;
    const auto number = static_cast<std::uint32_t>(situations_.size());
    numbers.emplace_back(situation.ban, number);
    situations_.push_back(situation);
    return number;
  }

  void list_moves(std::size_t s) {
    const Situation here = situations_[s];
    for (Set open = board_.empty_points(here.stones); !open.empty();) {
      const int point = open.first();
      open = open - Set::point(point);
      Situation next{here.stones, other(here.mover), kNone};
      if (!board_.play(next.stones, here.mover, point, next.ban)) continue;
      const std::uint32_t to = add(next);
      if (point == here.ban) {
        paid_edge_[s] = static_cast<int>(to);
      } else {
        edges_.push_back(to);
        if (s == 0) start_points_.push_back(point);
      }
    }
    edges_.push_back(add({here.stones, other(here.mover), kNone}));
    if (s == 0) start_points_.push_back(kNone);
  }

  // For each situation the ones it is reached from; a move that costs a threat has its last bit
  // set.
  void turn_round() {
    first_back_.assign(size() + 1, 0);
    for (std::uint32_t to : edges_) ++first_back_[to + 1];
    for (int to : paid_edge_)
      if (to != kNone) ++first_back_[to + 1];
    for (std::size_t s = 0; s < size(); ++s) first_back_[s + 1] += first_back_[s];
    back_.resize(first_back_.back());
    std::vector<std::size_t> next(first_back_.begin(), first_back_.end() - 1);
    for (std::uint32_t s = 0; s < size(); ++s) {
      for (std::size_t e = first_edge_[s]; e < first_edge_[s + 1]; ++e)
        back_[next[edges_[e]]++] = s << 1;
      if (paid_edge_[s] != kNone) back_[next[paid_edge_[s]]++] = s << 1 | 1;
    }
  }

  // A number of threats that is as large as the prover likes gets him what unlimited ones do: he
  // needs finitely many moves. But his opponent's threats then run out some time. With each more
  // the prover may succeed in fewer situations, until there is no difference any more.
  const Layer& limit(Goal goal, Budgets budgets) {
    const Side refuter = other(prover_of(goal));
    for (int& budget : budgets)
      if (budget == kAnyNumber && &budget != &budgets[refuter]) budget = kUnlimited;
    if (budgets[refuter] != kAnyNumber) return layer(goal, budgets);
    for (budgets[refuter] = 1;; ++budgets[refuter])
      if (same_with_one_less(goal, budgets, refuter)) return layer(goal, budgets);
  }

  // Whether the last threat of the side makes no difference, however many the other side spends.
  bool same_with_one_less(Goal goal, Budgets budgets, Side side) {
    int& others = budgets[other(side)];
    for (int most = others, others_left = most > 0 ? 0 : most; others_left <= most; ++others_left) {
      others = others_left;
      Budgets less = budgets;
      --less[side];
      if (layer(goal, less) != layer(goal, budgets)) return false;
    }
    return true;
  }

  // The situations from which the goal is forced under these budgets: grown backwards from those
  // where it is reached. A side that has a number of threats goes to another layer when it spends
  // one; a side with unlimited ones stays.
  const Layer& layer(Goal goal, Budgets budgets) {
    const auto key = std::make_pair(goal, budgets);
    if (const auto found = layers_.find(key); found != layers_.end()) return found->second;
    std::array<const Layer*, 2> poorer{};
    for (Side side : {kAttacker, kDefender}) {
      if (budgets[side] == kUnlimited || budgets[side] == 0) continue;
      Budgets less = budgets;
      --less[side];
      poorer[side] = &layer(goal, less);
    }
    const Side prover = prover_of(goal);
    Layer forced(size());
    std::vector<std::uint32_t> ready;
    // Moves of the other side that do not yet lead to a forced goal.
    std::vector<std::uint16_t> ways_out(size());
    const auto reach = [&](std::uint32_t s) {
      if (!forced[s]) forced[s] = true, ready.push_back(s);
    };
    for (std::uint32_t s = 0; s < size(); ++s) {
      const Side side = situations_[s].mover;
      const int paid = paid_edge_[s];
      auto ways = static_cast<std::uint16_t>(first_edge_[s + 1] - first_edge_[s]);
      if (paid != kNone && budgets[side] != 0) {
        const bool stays = budgets[side] == kUnlimited;
        if (stays || !(*poorer[side])[paid]) ++ways;
        if (!stays && side == prover && (*poorer[side])[paid]) reach(s);
      }
      ways_out[s] = ways;
      if (is_goal(goal, s)) reach(s);
    }
    while (!ready.empty()) {
      const std::uint32_t to = ready.back();
      ready.pop_back();
      for (std::size_t e = first_back_[to]; e < first_back_[to + 1]; ++e) {
        const std::uint32_t from = back_[e] >> 1;
        const Side side = situations_[from].mover;
        if ((back_[e] & 1) && budgets[side] != kUnlimited) continue;
        if (side == prover || --ways_out[from] == 0) reach(from);
      }
    }
    return layers_[key] = std::move(forced);
  }

  const Board& board_;
  bool connecting_;
  std::vector<Situation> situations_;
  std::array<std::unordered_map<Stones, std::vector<std::pair<int, std::uint32_t>>, StonesHash>, 2>
      numbers_;
  std::vector<std::size_t> first_edge_;
  std::vector<std::uint32_t> edges_;
  std::vector<int> start_points_;  // where the moves from the start are played
  std::vector<int> paid_edge_;     // the move that takes back at once, which costs a threat
  std::vector<std::size_t> first_back_;
  std::vector<std::uint32_t> back_;
  std::array<std::vector<bool>, 3> goals_;
  std::map<std::pair<Goal, Budgets>, Layer> layers_;
};

// Whether the goal is forced by a first move. One that costs a threat is no move without one.
bool forced_by(Graph& graph, Goal goal, int attacker, int defender, Graph::FirstMove move) {
  std::array<int, 2> budgets{attacker, defender};
  if (move.is_paid) {
    const Side mover = graph.mover(0);
    if (budgets[mover] == 0) return mover != prover_of(goal);
    if (budgets[mover] > 0) --budgets[mover];
  }
  return graph.is_forced(goal, budgets[kAttacker], budgets[kDefender], move.to);
}

int next(std::istringstream& in) {
  int number;
  if (!(in >> number)) throw std::runtime_error("a number is missing");
  return number;
}

std::string answer(std::istringstream& in) {
  Board board;
  board.columns = next(in);
  board.rows = next(in);
  const int points = board.columns * board.rows;
  if (points > kMostPoints) throw std::runtime_error("the board is too large");
  std::array<Set, 2> stones;  // of Black and of White
  for (int i = 0; i < points; ++i) {
    board.all = board.all | Set::point(i);
    Set near;
    if (i % board.columns > 0) near = near | Set::point(i - 1);
    if (i % board.columns < board.columns - 1) near = near | Set::point(i + 1);
    if (i >= board.columns) near = near | Set::point(i - board.columns);
    if (i + board.columns < points) near = near | Set::point(i + board.columns);
    board.near.push_back(near);
  }
  for (int i = 0; i < points; ++i)
    if (const int sign = next(in))
      stones[sign > 0 ? 0 : 1] = stones[sign > 0 ? 0 : 1] | Set::point(i);
  for (int i = 0; i < points; ++i)
    if (next(in)) board.firm = board.firm | Set::point(i);
  for (int i = 0; i < points; ++i)
    if (const int number = next(in)) {
      if (board.targets.size() < static_cast<std::size_t>(number)) board.targets.resize(number);
      board.targets[number - 1] = board.targets[number - 1] | Set::point(i);
    }
  const int owner = next(in);
  Situation start;
  start.stones.of[kDefender] = stones[owner > 0 ? 0 : 1];
  start.stones.of[kAttacker] = stones[owner > 0 ? 1 : 0];
  start.stones.left = (1 << board.targets.size()) - 1;
  start.mover = next(in) == owner ? kDefender : kAttacker;
  start.ban = next(in);
  const bool connecting = next(in) != 0;
  const auto most = static_cast<std::size_t>(next(in));

  std::ostringstream out;
  Graph graph(board, connecting);
  if (!graph.list(start, most)) return "-1";
  const auto moves = graph.first_moves();
  std::vector<std::array<int, 2>> pairs;
  for (int attacker; in >> attacker;) pairs.push_back({attacker, next(in)});
  const std::vector<Goal> goals =
      connecting ? std::vector<Goal>{kConnect} : std::vector<Goal>{kCapture, kLife};
  out << graph.size() << ' ' << moves.size() << " -2";
  for (const auto& [attacker, defender] : pairs) {
    int bits = 0;
    for (Goal goal : goals)
      if (graph.is_forced(goal, attacker, defender, 0)) bits |= 1 << goal;
    out << ' ' << bits;
  }
  for (const auto& move : moves) {
    out << ' ' << move.point;
    for (const auto& [attacker, defender] : pairs) {
      int bits = 0;
      for (Goal goal : goals)
        if (forced_by(graph, goal, attacker, defender, move)) bits |= 1 << goal;
      out << ' ' << bits;
    }
  }
  return out.str();
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::cout << answer(in) << std::endl;
  }
}
