// The search of search.h on boards of so many words.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/shared_table.h"
#include "tactics/death.h"
#include "tactics/life.h"
#include "tactics/patterns.h"
#include "tactics/search.h"
#include "tactics/zone.h"

namespace goseki::tactics {

using dfpn::kInfinite;
using dfpn::Number;
using dfpn::Numbers;

// What the search remembers of a situation.
template <int Words>
struct alignas(Words <= 2 ? 64 : 128) ZoneEntry {
  std::uint64_t place;
  std::uint64_t check;
  Bits<Words> zone;
  Bits<Words> guarded;
  std::uint64_t proof_bits : 16;
  std::uint64_t disproof_bits : 16;
  std::uint64_t tenukis : 8;
  std::uint64_t move_bits : 9;   // that wins for the side to move, or kPass
  std::uint64_t dependency : 9;  // the earliest node of the path that it depends on
  std::uint64_t log_cost : 6;    // 0 in a free slot only

  static constexpr std::uint64_t kMost = (1 << 16) - 1;
  static constexpr int kNoDependency = 511;
  static std::uint64_t packed(Number n) {
    return n >= kInfinite ? kMost : std::min<std::uint64_t>(n, kMost - 1);
  }
  static Number unpacked(std::uint64_t bits) {
    return bits == kMost ? kInfinite : static_cast<Number>(bits);
  }

  int move() const { return static_cast<int>(move_bits) - 1; }
  Grounds<Words> grounds() const { return {zone, guarded, {}, static_cast<int>(tenukis)}; }
  Numbers numbers() const { return {unpacked(proof_bits), unpacked(disproof_bits)}; }
  bool matches(const Key& key) const { return place == key.place && check == key.check; }
  std::uint32_t work() const { return static_cast<std::uint32_t>(log_cost); }
  std::uint64_t hash() const { return scatter(place); }
};

// The table of a search, or of two that look for the same proof in two threads.
template <int Words>
class ZoneTable : public SharedTable<ZoneEntry<Words>> {
 public:
  using Entry = ZoneEntry<Words>;
  using SharedTable<Entry>::SharedTable;

  std::optional<Entry> find(const Key& key) const {
    const std::uint64_t hash = scatter(key.place);
    const auto guard = this->guard(hash);
    const Entry* entry = this->entries().find(hash, key);
    return entry == nullptr ? std::nullopt : std::optional(*entry);
  }
  // Asks for what `find` will look at. It must be inlined, as that of the entries must be.
  [[gnu::always_inline]] void prefetch(const Key& key) const {
    this->entries().prefetch(scatter(key.place));
  }
  void store(const Key& key, const Entry& entry) {
    const std::uint64_t hash = scatter(key.place);
    const auto guard = this->guard(hash);
    this->entries().slot_for(hash, key) = entry;
  }
};

template <int Words>
class ZoneSearch {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;
  using Entry = ZoneEntry<Words>;

  using Table = ZoneTable<Words>;
  // How a search goes about it, so that two in two threads do not do the same.
  enum class Manner : std::uint8_t { kByTurns, kAnyOrder, kLowOrders };

  ZoneSearch(Size size, const Set& firm, const Set& outside, std::shared_ptr<Table> table,
             const Knowledge& knowledge)
      : arena_(size, firm, outside),
        zones_(arena_),
        life_(arena_),
        death_(arena_),
        knowledge_(knowledge),
        table_(std::move(table)) {}

  const Arena<Words>& arena() const { return arena_; }

  // Looks for a proof. The answer may be that there is none as far as can be seen.
  Answer prove(const Now& root, Goal goal, StopWatch& watch, Manner manner = Manner::kByTurns,
               const std::atomic<bool>* found_by_other = nullptr);
  // Looks for a refutation: for capture, life and connection, where no proof is to be seen.
  // What it `keeps` of it, the answer in every situation that may come up, is recalled later.
  Answer refute(const Now& root, Goal goal, StopWatch& watch, bool keeps);
  Answer recall_refutation(const Now& root, Goal goal);
  // What the last answer rests on, and whether a ban or a threat had a part in it.
  const Grounds<Words>& grounds() const { return last_.grounds; }
  bool by_ko() const { return last_.by_ko; }

 private:
  static constexpr std::size_t kMaxDepth = Words <= 2 ? 160 : 400;
  static constexpr int kSafeLiberties = 3;
  static constexpr int kFewLiberties = 3;
  static constexpr int kWeakLiberties = 2;
  static constexpr int kLibertiesOfAWall = 5;
  static constexpr std::int64_t kCostOfPattern = 3;
  static constexpr Number kFarAway = 4;
  static constexpr Number kCostOfALoser = 4;
  static constexpr int kAnyOrder = 0;
  static constexpr int kHighestOrder = 7;
  static constexpr std::int64_t kFirstRound = 1000;
  static constexpr std::int64_t kLeastRound = 100;
  // Of what can be proven by no means here, and is not refuted either.
  static constexpr Numbers kGivenUp = {kInfinite, 60'000};
  static constexpr int kNoDependency = Entry::kNoDependency;

  // What is known of a situation. Of a decided one: the zone, the earliest node of the path that
  // it depends on, and whether a ban or a threat had a part in it.
  struct Found {
    Numbers numbers = {1, 1};
    Grounds<Words> grounds = {};
    int dependency = kNoDependency;
    bool by_ko = false;
    int move = kPass;  // that wins for the side to move
  };
  // What may be tried first at a node. The last move may have to be answered where it was. The
  // prover has won the model, a situation with fewer stones of the other side: what wins there is
  // likely to win here (Kawano 1996). The answer has refuted another move of the prover's.
  struct Hint {
    std::optional<Now> model;
    int answer = kPass;
    int last = kPass;
  };
  // What the other side has spent from the root on.
  struct Paid {
    int threats = 0;
    int passes = 0;
  };
  struct Child {
    Now next;
    Found found;
    Set taken;
    int move;
    bool required = false;  // the side to move has not lost before this one has
    bool hinted = false;
    Number cost = 0;  // added to what is to be done for the side to move to win by it
    Paid paid = {};
  };
  struct Step {
    Key key;
    Set assumed;        // the zone of this node, as far as it is needed when the node comes back
    std::uint64_t way;  // a hash of the path to it, and of what was assumed there
    Paid paid;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.place; }
  };
  // The target's blocks, of which a guess looks at the first ones only.
  struct Blocks {
    Set stones;  // of all
    std::array<Set, 8> first;
    int count = 0;
    bool are_one() const { return count == 1; }
  };
  // A node at work.
  struct Node {
    explicit Node(const Now& situation, const Arena<Words>& arena)
        : now(situation), empty(arena.empty(situation)) {}

    Now now;
    Set empty;
    Blocks target;
    std::vector<Child> children;
    bool has_pass = false;
    Set useful = {};
    // Of the loss of the side to move, if all that is required is lost.
    Found loss;
    bool is_lost = false;
  };

  // Seen from the side to move.
  static Number own(Side side, const Numbers& n) { return side == kProver ? n.proof : n.disproof; }
  static Number other(Side side, const Numbers& n) {
    return side == kProver ? n.disproof : n.proof;
  }
  static Numbers numbers_of(Side side, Number own, Number other) {
    return side == kProver ? Numbers{own, other} : Numbers{other, own};
  }
  bool is_spoilt(const Found& found) const { return found.grounds.zone.meets(arena_.outside()); }
  static bool has_won(Side side, const Found& found) { return own(side, found.numbers) == 0; }
  static bool has_lost(Side side, const Found& found) { return other(side, found.numbers) == 0; }

  Side owner() const { return goal_ == Goal::kCapture ? kOther : kProver; }  // of the target
  Blocks blocks_of_target(const Now& now) const;
  bool touches_target(const Node& node, const Child& child) const;

  Found look_at(const Now& next, const Blocks& target, bool may_repeat, const Paid& paid);
  Found first_sight(const Now& now, const Blocks& target) const;
  Numbers guess(const Now& now, const Blocks& target, int eyes) const;
  Found sight_of_connection(const Now& now) const;
  Found sight_of_hold(const Now& now) const;
  // The last liberty of a target that is one block, if the side to move may take it there.
  std::optional<Found> take_target(const Now& now, const Set& block) const;

  Found expand(const Now& now, bool took, const Paid& paid, const Hint& hint,
               const Numbers& limits);
  void take_hint(Node& node, const Hint& hint);
  Hint hint_for(const Node& node, const Child& child, const Hint& hint, int answer) const;
  void list_moves(Node& node, int last);
  Set local_answers(const Node& node, int last) const;
  void add_move(Node& node, int move, const Set& taken);
  // In two steps, so that of many moves the table is asked for all at once.
  Child child_by(const Node& node, int move, const Set& taken) const;
  void look_at_child(const Node& node, Child& child);
  void require_moves(Node& node);
  Set base_of_loss(const Now& now) const;
  Found win_by(const Node& node, const Child& child) const;
  Set useful_points(const Node& node) const;
  Set useful_for_hold(const Node& node) const;
  Set parrying_points(const Node& node) const;

  // A proof of limited order (search.h): `tenukis` of a situation is then how often the other side
  // may still pass, and one more. Of a hold it is what it always is.
  bool is_limited(const Now& now) const { return goal_ != Goal::kHold && now.tenukis != kAnyOrder; }
  bool is_too_late(const Now& now) const { return now.tenukis == 1 && now.to_move == kOther; }
  Now unlimited(const Now& now) const {
    Now all = now;
    if (goal_ != Goal::kHold) all.tenukis = kAnyOrder;
    return all;
  }
  Found by_orders(const Now& root, StopWatch& watch, Manner manner);
  bool is_stopped() const {
    return watch_->stopped() ||
           (found_by_other_ != nullptr && found_by_other_->load(std::memory_order_relaxed));
  }
  Found solve(const Now& now);
  void begin(const Now& root, Goal goal);
  Answer answer_of(const Now& root, const Found& found);
  // Refutations by endless play, and what they ask (zone_refute.cpp).
  class Refutation;
  std::optional<Found> refutation_of(const Now& root, bool keeps);
  std::optional<Found> kept(const Now& now) const;
  Found quick_look(const Now& now, std::int64_t nodes);

  void store(const Now& now, const Found& found, std::int64_t cost);
  void store_on_path(const Now& now, const Found& found, std::int64_t cost);
  void write(const Key& key, const Found& found, std::int64_t cost);
  std::optional<Found> recall(const Now& now) const;
  // Asks for what `recall` will look at; inlined, since GCC drops calls that only prefetch.
  [[gnu::always_inline]] void prefetch(const Now& now) const {
    const Key key = now.key() ^ salt_;
    const Key threats = now.key_of_threats();
    table_->prefetch(key);
    table_->prefetch(key ^ threats);
    if (!is_limited(now)) return;
    const Key all = unlimited(now).key() ^ salt_;
    table_->prefetch(all);
    table_->prefetch(all ^ threats);
  }
  void store_pattern(const Now& now, const Found& found, std::int64_t cost);
  std::optional<Found> recall_pattern(const Now& now);
  bool guards_hold(const Now& now, const Grounds<Words>& grounds) const;
  Key key_of_pattern(const Now& now, bool by_ko) const;
  std::vector<int> line_from(Now now);
  Set with_last_liberties(const Now& root, Side winner, const Grounds<Words>& grounds) const;

  Arena<Words> arena_;
  Zones<Words> zones_;
  Life<Words> life_;
  Death<Words> death_;
  Knowledge knowledge_;
  std::shared_ptr<Table> table_;
  Masks<Words> masks_;
  std::unordered_map<Key, Found, KeyHash> kept_;  // situations that are refuted by endless play
  Goal goal_ = Goal::kCapture;
  Set held_;  // the target of a hold
  Found last_;
  Key salt_;  // what tells questions with other goals apart
  StopWatch* watch_ = nullptr;
  const std::atomic<bool>* found_by_other_ = nullptr;  // in another thread
  std::vector<Step> path_;
  std::vector<std::vector<Child>> spare_;  // memory for the children of nodes, by depth
  int captures_on_path_ = 0;
  int spoilt_ = 0;  // how often a verdict was given up since it rested on the outside
  // How often a move has won and lost, by side and point.
  std::array<std::array<std::uint32_t, Set::kCapacity>, 2> wins_{};
  std::array<std::array<std::uint32_t, Set::kCapacity>, 2> losses_{};
};

}  // namespace goseki::tactics
