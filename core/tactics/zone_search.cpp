#include "tactics/zone_search.h"

#include <bit>
#include <span>

namespace goseki::tactics {

template <int Words>
Answer ZoneSearch<Words>::prove(const Now& root, Goal goal, StopWatch& watch, Manner manner,
                                const std::atomic<bool>* found_by_other) {
  begin(root, goal);
  watch_ = &watch;
  found_by_other_ = found_by_other;
  const std::int64_t before = watch.nodes();
  const Found found =
      goal != Goal::kHold && knowledge_.orders ? by_orders(root, watch, manner) : solve(root);
  Answer answer = answer_of(root, found);
  answer.nodes = watch.nodes() - before;
  if (answer.verdict == Verdict::kRefuted) {  // by some moves, not by all
    answer.verdict = Verdict::kUnknown;
    answer.zone.clear();
    answer.is_hopeless = true;
  }
  return answer;
}

template <int Words>
Answer ZoneSearch<Words>::refute(const Now& root, Goal goal, StopWatch& watch, bool keeps) {
  begin(root, goal);
  watch_ = &watch;
  const std::int64_t before = watch.nodes();
  const auto found = refutation_of(root, keeps);
  Answer answer = found ? answer_of(root, *found) : Answer{};
  answer.nodes = watch.nodes() - before;
  return answer;
}

template <int Words>
Answer ZoneSearch<Words>::recall_refutation(const Now& root, Goal goal) {
  begin(root, goal);
  const auto found = kept(root);
  return found ? answer_of(root, *found) : Answer{};
}

// By turns without a limit and, with half as many nodes, with one. Of these the lowest order that
// is not hopeless gets half, the next one half of the rest, and so on.
template <int Words>
auto ZoneSearch<Words>::by_orders(const Now& root, StopWatch& watch, Manner manner) -> Found {
  const auto look = [&](int order, std::int64_t nodes) {
    Now limited = root;
    limited.tenukis = static_cast<std::uint8_t>(order);
    StopWatch part(watch, watch.within_limit(nodes));
    watch_ = &part;
    const Found found = solve(limited);
    watch_ = &watch;
    watch.count_part(part);
    return found;
  };
  int lowest = 1;
  for (std::int64_t round = kFirstRound;; round *= 2) {
    if (manner != Manner::kLowOrders) {
      const Found found = look(kAnyOrder, round);
      const bool is_over = found.numbers.proof == 0 || found.numbers.proof >= kInfinite;
      if (is_over || is_stopped()) return found;
    } else if (lowest > kHighestOrder || is_stopped()) {
      return {};
    }
    std::int64_t left = manner == Manner::kAnyOrder ? 0 : round / 2;
    for (int order = lowest; order <= kHighestOrder && left > kLeastRound && !is_stopped();
         ++order) {
      const std::int64_t before = watch.nodes();
      const Found limited = look(order, left / 2);
      left -= watch.nodes() - before;
      if (limited.numbers.proof == 0) return limited;
      if (limited.numbers.proof >= kInfinite && order == lowest) ++lowest;
    }
  }
}

template <int Words>
void ZoneSearch<Words>::begin(const Now& root, Goal goal) {
  found_by_other_ = nullptr;
  goal_ = goal;
  wins_ = {};
  losses_ = {};
  spoilt_ = 0;
  held_ = root.target;
  salt_ = {};
  salt_.toggle(0x200000 + static_cast<std::uint64_t>(goal));
}

template <int Words>
Answer ZoneSearch<Words>::answer_of(const Now& root, const Found& found) {
  last_ = found;
  Answer answer;
  answer.verdict = found.numbers.proof == 0      ? Verdict::kProven
                   : found.numbers.disproof == 0 ? Verdict::kRefuted
                                                 : Verdict::kUnknown;
  if (answer.verdict != Verdict::kUnknown) {
    answer.move = found.move;
    const Side winner = answer.verdict == Verdict::kProven ? kProver : kOther;
    for (int point : with_last_liberties(root, winner, found.grounds)) answer.zone.push_back(point);
    answer.tenukis = found.grounds.tenukis;
  }
  answer.left_window = spoilt_ > 0;
  answer.line = line_from(root);
  return answer;
}

template <int Words>
auto ZoneSearch<Words>::solve(const Now& now) -> Found {
  path_.clear();
  captures_on_path_ = 0;
  Found found = look_at(now, blocks_of_target(now), false, {});
  if (found.numbers.proof != 0 && found.numbers.disproof != 0) {
    found = expand(now, false, {}, {}, {kInfinite, kInfinite});
  }
  return found;
}

// A zone that a play of the loser's elsewhere cannot touch: with the last liberties of the winner's
// blocks in it, and those of guarded blocks that can spare none.
template <int Words>
auto ZoneSearch<Words>::with_last_liberties(const Now& root, Side winner,
                                            const Grounds<Words>& grounds) const -> Set {
  Set zone = grounds.zone;
  const Set empty = arena_.empty(root);
  for (Set rest = grounds.zone & root.stones[winner]; rest.any();) {
    const Set block = arena_.block_of(rest.lowest(), root.stones[winner]);
    rest &= ~block;
    if (block.meets(arena_.firm())) continue;
    const Set liberties = arena_.liberties(block, empty);
    const bool spares_none = block.meets(grounds.guarded)
                                 ? (liberties & ~grounds.zone).count() <= grounds.tenukis + 1
                                 : liberties.count() <= 1;
    if (spares_none) zone |= liberties;
  }
  const Side loser = opponent(winner);
  for (Set rest = grounds.guarded & root.stones[loser]; rest.any();) {
    const Set block = arena_.block_of(rest.lowest(), root.stones[loser]);
    rest &= ~block;
    const Set liberties = arena_.liberties(block, empty);
    if ((liberties & ~grounds.zone).count() <= grounds.tenukis + 1) zone |= liberties;
  }
  for (Set rest = grounds.estates; rest.any();) {
    const Set region = arena_.grid().take_part(rest);
    if (region.count() == 1) zone |= region;  // one play fills it
  }
  return zone;
}

// ---- what is known at first sight

template <int Words>
auto ZoneSearch<Words>::recall(const Now& now) const -> std::optional<Found> {
  if (is_limited(now)) {
    const auto found = recall(unlimited(now));
    if (found && (found->numbers.proof == 0 || found->numbers.disproof == 0)) return found;
  }
  const auto look = [&](Key key, bool by_ko) -> std::optional<Found> {
    const auto entry = table_->find(key ^ salt_);
    if (!entry) return std::nullopt;
    return Found{entry->numbers(), entry->grounds(), kNoDependency, by_ko, entry->move()};
  };
  const Key key = now.key();
  if (const auto found = look(key, false)) return found;
  return look(key ^ now.key_of_threats(), true);
}

template <int Words>
void ZoneSearch<Words>::store(const Now& situation, const Found& found, std::int64_t cost) {
  const Now now = found.numbers.proof == 0 ? unlimited(situation) : situation;
  const bool decided = found.numbers.proof == 0 || found.numbers.disproof == 0;
  Key key = decided && !found.by_ko ? now.key() : now.key_with_threats();
  write(key ^ salt_, found, cost);
}

// ---- patterns

template <int Words>
Key ZoneSearch<Words>::key_of_pattern(const Now& now, bool by_ko) const {
  Key key;
  key.toggle(0x500000 + static_cast<std::uint64_t>(goal_) * 2 + by_ko);
  if (by_ko) key.toggle(0x600000 + now.threats[kProver] * 256U + now.threats[kOther]);
  return key;
}

template <int Words>
void ZoneSearch<Words>::store_pattern(const Now& now, const Found& found, std::int64_t cost) {
  if (found.numbers.proof != 0 || cost < kCostOfPattern || !knowledge_.patterns) return;
  const Set& mask = masks_[masks_.for_zone(found.grounds.zone)];
  const Key key = masks_.key_on(mask, unlimited(now)) ^ key_of_pattern(now, found.by_ko);
  write(key, found, cost);
}

template <int Words>
auto ZoneSearch<Words>::recall_pattern(const Now& now) -> std::optional<Found> {
  // Where no ban and no threat has a part in it, and where one has.
  const std::array<Key, 2> kinds = {key_of_pattern(now, false), key_of_pattern(now, true)};
  const Now all = unlimited(now);
  std::array<std::array<Key, 2>, Masks<Words>::kMost> keys;
  for (int i = 0; i < masks_.count(); ++i) {
    const Key key = masks_.key_on(masks_[i], all);
    for (const bool by_ko : {false, true}) {
      Key& one = keys[static_cast<std::size_t>(i)][by_ko];
      one = key ^ kinds[by_ko];
      table_->prefetch(one);
    }
  }
  for (int i = 0; i < masks_.count(); ++i) {
    for (const bool by_ko : {false, true}) {
      const auto entry = table_->find(keys[static_cast<std::size_t>(i)][by_ko]);
      if (!entry) continue;
      const Grounds<Words> grounds = entry->grounds();
      if (!guards_hold(now, grounds)) continue;
      masks_.note_hit(i);
      return Found{entry->numbers(), grounds, kNoDependency, by_ko, entry->move()};
    }
  }
  return std::nullopt;
}

template <int Words>
bool ZoneSearch<Words>::guards_hold(const Now& now, const Grounds<Words>& grounds) const {
  const Set empty = arena_.empty(now);
  for (Side side : {kProver, kOther}) {
    for (Set rest = grounds.guarded & now.stones[side]; rest.any();) {
      const Set part = arena_.part_of(rest.lowest(), now.stones[side]);
      rest &= ~part;
      const int spare = (arena_.sure_liberties(part, empty) & ~grounds.zone).count();
      if (spare <= grounds.tenukis) return false;
    }
  }
  return true;
}

template <int Words>
void ZoneSearch<Words>::write(const Key& key, const Found& found, std::int64_t cost) {
  Entry entry;
  entry.place = key.place;
  entry.check = key.check;
  entry.zone = found.grounds.zone;
  entry.guarded = found.grounds.guarded;
  entry.tenukis = static_cast<std::uint64_t>(found.grounds.tenukis) & 255;
  entry.dependency =
      static_cast<std::uint64_t>(std::min(found.dependency, Entry::kNoDependency)) & 511;
  entry.move_bits = static_cast<std::uint64_t>(found.move + 1) & 511;
  entry.proof_bits = Entry::packed(found.numbers.proof) & Entry::kMost;
  entry.disproof_bits = Entry::packed(found.numbers.disproof) & Entry::kMost;
  entry.log_cost =
      static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(cost) + 1)) & 63;
  table_->store(key, entry);
}

template <int Words>
auto ZoneSearch<Words>::look_at(const Now& next, const Blocks& target, bool may_repeat,
                                const Paid& paid) -> Found {
  if (may_repeat || captures_on_path_ > 0) {
    const Key key = next.key_with_threats();
    for (std::size_t i = path_.size(); i-- > 0;) {
      if (path_[i].key == key) {
        // Who can only put off life cannot go on for ever if that costs a threat each time.
        const bool ends = goal_ == Goal::kLife && paid.threats > path_[i].paid.threats;
        const bool no_tenuki = ends && paid.passes == path_[i].paid.passes;
        return {ends ? dfpn::kProven : dfpn::kDisproven,
                {path_[i].assumed, {}, {}, no_tenuki ? 0 : kEndless},
                static_cast<int>(i),
                ends};
      }
    }
  }
  const auto known = recall(next);
  const bool decided = known && (known->numbers.proof == 0 || known->numbers.disproof == 0);
  if (!decided && !path_.empty() && (may_repeat || captures_on_path_ > 0)) {
    Key key = next.key_with_threats();
    key.place ^= salt_.place ^ path_.back().way;
    key.check ^= salt_.check;
    if (const auto entry = table_->find(key)) {
      return {entry->numbers(), entry->grounds(), static_cast<int>(entry->dependency), true,
              entry->move()};
    }
  }
  return known ? *known : first_sight(next, target);
}

// A verdict that holds only on the path that leads here.
template <int Words>
void ZoneSearch<Words>::store_on_path(const Now& now, const Found& found, std::int64_t cost) {
  Key key = now.key_with_threats();
  key.place ^= salt_.place ^ path_.back().way;
  key.check ^= salt_.check;
  write(key, found, cost);
}

template <int Words>
auto ZoneSearch<Words>::blocks_of_target(const Now& now) const -> Blocks {
  Blocks blocks;
  for (Set rest = now.target; rest.any();) {
    const Set block = arena_.block_of(rest.lowest(), now.stones[owner()]);
    rest &= ~block;
    blocks.stones |= block;
    const auto number = static_cast<std::size_t>(blocks.count++);
    if (number < blocks.first.size()) blocks.first[number] = block;
  }
  return blocks;
}

// Whether a move changes the target's blocks, which most moves do not.
template <int Words>
bool ZoneSearch<Words>::touches_target(const Node& node, const Child& child) const {
  if (child.move == kPass) return false;
  const Set& stones = node.target.stones;
  if (node.now.to_move == owner()) return arena_.near(child.move).meets(stones);
  return child.taken.meets(stones);
}

template <int Words>
auto ZoneSearch<Words>::first_sight(const Now& now, const Blocks& target) const -> Found {
  if (goal_ == Goal::kConnect) return sight_of_connection(now);
  if (goal_ == Goal::kHold) return sight_of_hold(now);
  const bool capture = goal_ == Goal::kCapture;
  if (now.target.none()) return Found{capture ? dfpn::kProven : dfpn::kDisproven};
  if (now.to_move != owner() && target.are_one()) {
    const auto taken = take_target(now, target.stones);
    if (taken && !is_spoilt(*taken)) return *taken;
  }
  int eyes = 0;
  if (const auto zone = life_.zone_of_life(now, owner(), now.target, target.stones, eyes)) {
    return Found{capture ? dfpn::kDisproven : dfpn::kProven, {*zone, {}, {}, 0}};
  }
  if (target.are_one() && knowledge_.death) {
    if (const auto dead = death_.see(now, owner(), target.stones)) {
      const Numbers numbers = capture ? dfpn::kProven : dfpn::kDisproven;
      return Found{numbers, dead->grounds, kNoDependency, false, dead->move};
    }
  }
  if (is_too_late(now)) return Found{dfpn::kDisproven};
  return Found{guess(now, target, eyes)};
}

template <int Words>
auto ZoneSearch<Words>::take_target(const Now& now, const Set& block) const
    -> std::optional<Found> {
  if (block.meets(arena_.lasting())) return std::nullopt;
  const Set empty = arena_.empty(now);
  const Set liberties = arena_.liberties(block, empty);
  if (liberties.count() != 1) return std::nullopt;
  const int last = liberties.lowest();
  const bool banned = last == now.ko;
  if (banned && now.threats[now.to_move] == 0) return std::nullopt;
  const Set taken = arena_.captures(now, last, empty);
  const Grounds<Words> grounds = zones_.before_move(now, last, taken, {}, now.target, true);
  const Numbers numbers = now.to_move == kProver ? dfpn::kProven : dfpn::kDisproven;
  return Found{numbers, grounds, kNoDependency, banned, last};
}

// The target is one stone of each block; it loses one if that is taken.
template <int Words>
auto ZoneSearch<Words>::sight_of_connection(const Now& now) const -> Found {
  if (now.target.count() < 2) return Found{dfpn::kDisproven};
  const Set block = arena_.block_of(now.target.lowest(), now.stones[kProver]);
  if (now.target.is_subset_of(block)) return Found{dfpn::kProven, {block, {}, {}, 0}};
  if (is_too_late(now)) return Found{dfpn::kDisproven};
  return Found{{now.to_move == kProver ? Number{1} : Number{2}, 2}};
}

// Blocks that have more liberties than the other side's moves may be ignored hold by themselves.
template <int Words>
auto ZoneSearch<Words>::sight_of_hold(const Now& now) const -> Found {
  if (now.target != held_) return Found{dfpn::kDisproven};
  const Set empty = arena_.empty(now);
  const int needed = now.tenukis + 1;
  int missing = 0;
  int fewest = needed;
  for (Set rest = now.target; rest.any();) {
    const Set part = arena_.part_of(rest.lowest(), now.stones[kProver]);
    rest &= ~part;
    if (part.meets(arena_.firm())) continue;
    const int count = arena_.sure_liberties(part, empty).count();
    missing += std::max(0, needed - count);
    fewest = std::min(fewest, count);
  }
  if (missing == 0 && now.to_move == kOther) {
    return Found{dfpn::kProven, {now.target, now.target & ~arena_.firm(), {}, now.tenukis}};
  }
  return Found{{static_cast<Number>(1 + std::min(missing, 12)),
                static_cast<Number>(std::max(1, 2 * fewest))}};
}

// How far away each side seems to be from success.
template <int Words>
Numbers ZoneSearch<Words>::guess(const Now& now, const Blocks& target, int eyes) const {
  const Set empty = arena_.empty(now);
  const bool capture = goal_ == Goal::kCapture;
  const Side owner = this->owner();
  const auto& grid = arena_.grid();
  const Set liberties = arena_.liberties(target.stones, empty);
  int most = 0;
  const auto blocks = std::min(static_cast<std::size_t>(target.count), target.first.size());
  for (const Set& block : std::span(target.first.data(), blocks)) {
    most = std::max(most, arena_.liberties(block, empty).count());
  }
  // Liberties that no attacker is next to are room for eyes.
  const int room = (liberties & ~grid.neighbors(now.stones[opponent(owner)])).count();
  const bool owners_turn = now.to_move == owner;
  const int to_take =
      std::min(most, 8) + std::min(room, 4) + (owners_turn ? 1 : 0) + (eyes >= 2 ? 3 : 0);
  const int to_save = std::max(1, 6 - 2 * std::min(eyes, 2) - std::min(room, 4)) +
                      (owners_turn ? 0 : 1) + (most <= 2);
  const Numbers numbers{static_cast<Number>(to_take), static_cast<Number>(to_save)};
  return capture ? numbers : Numbers{numbers.disproof, numbers.proof};
}

// ---- the moves of a node

template <int Words>
auto ZoneSearch<Words>::child_by(const Node& node, int move, const Set& taken) const -> Child {
  Child child{
      move == kPass ? arena_.pass(node.now) : arena_.play(node.now, move, taken), {}, taken, move};
  if (!path_.empty()) child.paid = path_.back().paid;
  if (goal_ == Goal::kHold && node.now.to_move == kProver && move == kPass) --child.next.tenukis;
  if (is_limited(node.now) && node.now.to_move == kOther && move == kPass) --child.next.tenukis;
  if (node.now.to_move == kOther) {
    child.paid.passes += move == kPass;
    child.paid.threats += move != kPass && move == node.now.ko;
  }
  prefetch(child.next);
  return child;
}

template <int Words>
void ZoneSearch<Words>::look_at_child(const Node& node, Child& child) {
  const bool may_repeat = child.move == kPass || child.taken.any();
  if (touches_target(node, child)) {
    child.found = look_at(child.next, blocks_of_target(child.next), may_repeat, child.paid);
  } else {
    child.found = look_at(child.next, node.target, may_repeat, child.paid);
  }
  if (child.move != kPass && knowledge_.history) {
    const auto point = static_cast<std::size_t>(child.move);
    const Number wins = wins_[node.now.to_move][point];
    const Number losses = losses_[node.now.to_move][point];
    child.cost = kCostOfALoser * (losses + 1) / (wins + losses + 2);
  }
}

template <int Words>
void ZoneSearch<Words>::add_move(Node& node, int move, const Set& taken) {
  node.children.push_back(child_by(node, move, taken));
  look_at_child(node, node.children.back());
}

// The points around the target where a move may matter at first sight: two steps from it through
// what is not the opponent's, and the last liberties of stones beside.
template <int Words>
auto ZoneSearch<Words>::useful_points(const Node& node) const -> Set {
  if (goal_ == Goal::kHold) return useful_for_hold(node);
  const auto& grid = arena_.grid();
  const Side owner = goal_ == Goal::kCapture ? kOther : kProver;
  const Set& friends = node.now.stones[owner];
  const Set& enemies = node.now.stones[opponent(owner)];
  Set area = grid.flood(node.now.target, friends);
  for (int step = 0; step < 2; ++step) {
    area = grid.dilate(area) & ~enemies;
    area |= grid.flood(grid.dilate(area) & friends, friends);
  }
  Set points = area & node.empty;
  for (Set rest = grid.neighbors(area) & enemies; rest.any();) {
    const Set block = arena_.block_of(rest.lowest(), enemies);
    rest &= ~block;
    const Set liberties = arena_.liberties(block, node.empty);
    if (liberties.count() > kFewLiberties || block.meets(arena_.firm())) continue;
    if (liberties.count() <= kWeakLiberties) points |= liberties;
    // What could take it may have few liberties itself.
    for (Set takers = grid.neighbors(block) & friends & ~area; takers.any();) {
      const Set taker = arena_.block_of(takers.lowest(), friends);
      takers &= ~taker;
      const Set its = arena_.liberties(taker, node.empty);
      if (its.count() <= kFewLiberties) points |= its | liberties;
    }
  }
  return points & ~arena_.outside();
}

// Liberties of the blocks that have too few, the points beside those, and what could take the other
// side's stones there.
template <int Words>
auto ZoneSearch<Words>::useful_for_hold(const Node& node) const -> Set {
  const auto& grid = arena_.grid();
  const Set& friends = node.now.stones[kProver];
  const Set& enemies = node.now.stones[kOther];
  Set points;
  for (Set rest = node.now.target; rest.any();) {
    const Set block = arena_.part_of(rest.lowest(), friends);
    rest &= ~block;
    const Set liberties = arena_.sure_liberties(block, node.empty);
    if (liberties.count() > node.now.tenukis || block.meets(arena_.firm())) continue;
    points |= liberties | (grid.neighbors(liberties) & node.empty);
    for (Set beside = grid.neighbors(block) & enemies; beside.any();) {
      const Set enemy = arena_.block_of(beside.lowest(), enemies);
      beside &= ~enemy;
      const Set its = arena_.liberties(enemy, node.empty);
      if (its.count() <= kFewLiberties) points |= its;
    }
  }
  return points & ~arena_.outside();
}

// Where the other side would make life by its next move, the prover must play on what that life
// rests on; where it has several such moves, on what all of them rest on.
template <int Words>
auto ZoneSearch<Words>::parrying_points(const Node& node) const -> Set {
  Set points = arena_.grid().board();
  if (goal_ != Goal::kCapture || node.now.to_move != kProver || !knowledge_.parries) return points;
  const Now passed = arena_.pass(node.now);
  for (int point : node.useful) {
    Set taken = arena_.captures(passed, point, node.empty);
    Now next = passed;  // without its hash, which nobody asks for
    next.stones[kOther].insert(point);
    next.stones[kProver] &= ~taken;
    Set blocks = node.target.stones;
    if (arena_.near(point).meets(blocks)) {
      blocks = arena_.grid().flood(next.target, next.stones[kOther]);
    }
    int eyes = 0;
    auto zone = life_.zone_of_life(next, kOther, next.target, blocks, eyes);
    if (zone && arena_.is_legal(passed, point, node.empty, taken)) {
      zone->insert(point);
      points &= *zone;
    }
  }
  return points;
}

// Answers to a move that was made away from where moves seem useful: beside it, and on the
// liberties of the blocks that it threatens or that could be taken.
template <int Words>
auto ZoneSearch<Words>::local_answers(const Node& node, int last) const -> Set {
  if (last < 0 || node.useful.contains(last) || !node.now.others().contains(last)) {
    return {};
  }
  const auto& grid = arena_.grid();
  Set points = grid.dilate(arena_.near(last));
  const Set theirs = arena_.block_of(last, node.now.others());
  const Set its = arena_.liberties(theirs, node.empty);
  if (its.count() <= kFewLiberties) points |= its;
  for (Set rest = arena_.near(last) & node.now.own(); rest.any();) {
    const Set block = arena_.block_of(rest.lowest(), node.now.own());
    rest &= ~block;
    const Set liberties = arena_.liberties(block, node.empty);
    if (liberties.count() <= kLibertiesOfAWall) points |= liberties;
  }
  return points & node.empty & ~arena_.outside();
}

template <int Words>
void ZoneSearch<Words>::list_moves(Node& node, int last) {
  node.has_pass = node.now.to_move == kOther || node.now.ko != kNoKo;
  if (goal_ == Goal::kHold) {
    // A pass of the other side's only brings the prover nearer to his win elsewhere.
    node.has_pass = node.now.to_move == kProver && node.now.tenukis > 0;
    if (node.now.to_move == kOther) {
      node.useful = useful_for_hold(node);
      return;
    }
  }
  if (node.has_pass) add_move(node, kPass, {});
  if (node.has_pass && has_won(node.now.to_move, node.children[0].found)) return;
  node.useful = useful_points(node);
  // Moves are added as the zone asks for them once a pass has lost.
  if (node.now.to_move == kOther) {
    if (is_limited(node.now) || has_lost(kOther, node.children[0].found)) return;
  }
  const Set points = (node.useful & parrying_points(node)) | local_answers(node, last);
  // Of equal numbers the first is taken: those that have won most often, then the liberties.
  const Side side = node.now.to_move;
  const Set first = arena_.grid().neighbors(node.now.target);
  std::array<std::pair<std::uint32_t, int>, Set::kCapacity> order;
  auto end = order.begin();
  for (int point : points) {
    *end++ = {wins_[side][static_cast<std::size_t>(point)] * 2 + first.contains(point), point};
  }
  std::sort(order.begin(), end, [](const auto& a, const auto& b) {
    return a.first > b.first || (a.first == b.first && a.second < b.second);
  });
  const std::size_t before = node.children.size();
  for (auto next = order.begin(); next != end; ++next) {
    Set taken;
    if (!arena_.is_legal(node.now, next->second, node.empty, taken)) continue;
    node.children.push_back(child_by(node, next->second, taken));
  }
  for (std::size_t i = before; i < node.children.size(); ++i) {
    look_at_child(node, node.children[i]);
    if (has_won(side, node.children[i].found)) {
      node.children.resize(i + 1);
      return;
    }
  }
}

// What the loss of the side to move rests on in any case: that the goal is not reached, and that
// what is to be held is there.
template <int Words>
auto ZoneSearch<Words>::base_of_loss(const Now& now) const -> Set {
  if (goal_ == Goal::kHold) return now.target;
  if (now.to_move == kOther || goal_ == Goal::kLife) return {};
  if (goal_ == Goal::kConnect) {
    const Set block = arena_.block_of(now.target.lowest(), now.stones[kProver]);
    return arena_.grid().dilate(block);
  }
  Set best;
  int most = -1;
  for (Set rest = now.target; rest.any();) {
    const Set block = arena_.block_of(rest.lowest(), now.stones[kOther]);
    rest &= ~block;
    const int count = arena_.liberties(block, arena_.empty(now)).count();
    if (count > most) {
      most = count;
      best = block;
    }
  }
  return best;
}

// Finds what the side to move has still to lose before it has lost, and adds moves that are
// missing.
template <int Words>
void ZoneSearch<Words>::require_moves(Node& node) {
  const Side side = node.now.to_move;
  Found loss{numbers_of(side, kInfinite, 0)};
  // The other side wins by endless play unless each of its wins is known to take so many moves.
  const bool finite = side == kOther || goal_ == Goal::kLife;
  loss.grounds.tenukis = !finite ? kEndless : goal_ == Goal::kHold ? node.now.tenukis : 0;
  Set guarded;
  const auto rest_on = [&](const Found& found, int tenukis) {
    loss.grounds.zone |= found.grounds.zone;
    guarded |= found.grounds.guarded;
    if (goal_ != Goal::kHold) tenukis = std::min(kEndless, tenukis + found.grounds.tenukis);
    loss.grounds.tenukis = std::max(loss.grounds.tenukis, tenukis);
    loss.dependency = std::min(loss.dependency, found.dependency);
    loss.by_ko = loss.by_ko || found.by_ko;
  };
  node.is_lost = true;
  for (Child& child : node.children) child.required = false;
  if (node.has_pass) {
    Child& pass = node.children[0];
    if (!has_lost(side, pass.found)) {
      // The zone is not known yet. The moves that look useful stand for those that it will have.
      for (Child& child : node.children) child.required = !has_lost(side, child.found);
      node.is_lost = false;
      return;
    }
    rest_on(pass.found, 1);
  }
  Set seen;
  const bool give_up = side == kProver;
  if (give_up) {
    for (Child& child : node.children) {
      if (has_lost(side, child.found)) {
        rest_on(child.found, child.move == kPass ? 1 : 0);
      } else {
        child.required = true;
        node.is_lost = false;
      }
    }
  }
  for (;;) {
    loss.grounds.zone |= base_of_loss(node.now);
    loss.grounds.guarded = guarded;
    zones_.close(node.now, loss.grounds, give_up ? kSafeLiberties : Zones<Words>::kNeverSafe);
    const Set fresh = loss.grounds.zone & node.empty & ~seen;
    if (fresh.none()) break;
    seen |= fresh;
    for (int point : fresh) {
      auto child = std::find_if(node.children.begin(), node.children.end(),
                                [&](const Child& c) { return c.move == point; });
      if (child == node.children.end()) {
        Set taken;
        if (!arena_.is_legal(node.now, point, node.empty, taken)) {
          if (point == node.now.ko) loss.by_ko = true;
          continue;
        }
        add_move(node, point, taken);
        child = node.children.end() - 1;
        if (!node.useful.contains(point)) child->cost = kFarAway;
        if (has_won(side, child->found)) {
          node.is_lost = false;
          return;
        }
      }
      if (!has_lost(side, child->found)) {
        child->required = true;
        node.is_lost = false;
        continue;
      }
      rest_on(child->found, 0);
      // What he has just played may be guarded.
      if (child->found.grounds.guarded.contains(point)) loss.grounds.zone |= arena_.near(point);
      if (child->next.ko == kNoKo && child->taken.any() && child->taken.count() == 1) {
        loss.grounds.zone |= arena_.near(point);
      }
    }
  }
  node.loss = loss;
}

template <int Words>
auto ZoneSearch<Words>::win_by(const Node& node, const Child& child) const -> Found {
  Found found = child.found;
  found.move = child.move;
  if (child.move == kPass) return found;
  if (child.move == node.now.ko) found.by_ko = true;
  Set needed;
  if (goal_ == Goal::kConnect) {
    if (node.now.to_move == kOther) needed = node.now.target & child.taken;
  } else if (child.next.target.none()) {
    needed = node.now.target;
  }
  found.grounds = zones_.before_move(node.now, child.move, child.taken, found.grounds, needed,
                                     node.now.to_move == kProver);
  return found;
}

// ---- the search

// A child may cost an eighth more than the next best: so the search does not go to and fro.
static Number with_slack(Number number) {
  return number >= kInfinite ? kInfinite : number + 1 + number / 8;
}

// Marks the child that the hint is about, and adds it if it is missing.
template <int Words>
void ZoneSearch<Words>::take_hint(Node& node, const Hint& hint) {
  if (!knowledge_.hints) return;
  int move = kPass;
  if (node.now.to_move == kOther) {
    move = hint.answer;
  } else if (hint.model) {
    const auto known = recall(*hint.model);
    if (known && has_won(kProver, *known)) move = known->move;
  }
  if (move == kPass || !node.empty.contains(move)) return;
  auto child = std::find_if(node.children.begin(), node.children.end(),
                            [&](const Child& c) { return c.move == move; });
  if (child == node.children.end()) {
    Set taken;
    if (!arena_.is_legal(node.now, move, node.empty, taken)) return;
    add_move(node, move, taken);
    child = node.children.end() - 1;
  }
  child->hinted = true;
  const Side side = node.now.to_move;
  const Numbers& numbers = child->found.numbers;
  if (own(side, numbers) > 0 && own(side, numbers) < kInfinite) {
    child->found.numbers = numbers_of(side, 1, other(side, numbers));
  }
}

template <int Words>
auto ZoneSearch<Words>::hint_for(const Node& node, const Child& child, const Hint& hint,
                                 int answer) const -> Hint {
  Hint below;
  below.last = child.move;
  if (node.now.to_move == kProver) {
    below.answer = answer;
    if (child.hinted && hint.model) {
      const Set empty = arena_.empty(*hint.model);
      Set taken;
      if (empty.contains(child.move) && arena_.is_legal(*hint.model, child.move, empty, taken)) {
        below.model = arena_.play(*hint.model, child.move, taken);
      }
    }
    return below;
  }
  const auto is_won = [&](const Now& model) {
    const auto known = recall(model);
    return known && has_won(kProver, *known);
  };
  if (hint.model && child.move != kPass) {
    const Set empty = arena_.empty(*hint.model);
    Set taken;
    if (empty.contains(child.move) && arena_.is_legal(*hint.model, child.move, empty, taken)) {
      const Now after = arena_.play(*hint.model, child.move, taken);
      if (is_won(after)) {
        below.model = after;
        return below;
      }
    }
  }
  if (hint.model) {
    const Now after = arena_.pass(*hint.model);
    if (is_won(after)) below.model = after;
  }
  if (!below.model && child.move != kPass) below.model = unlimited(arena_.pass(node.now));
  return below;
}

template <int Words>
auto ZoneSearch<Words>::expand(const Now& now, bool took, const Paid& paid, const Hint& hint,
                               const Numbers& limits) -> Found {
  const std::int64_t before = watch_->nodes();
  watch_->count();
  if (path_.size() >= kMaxDepth) return {kGivenUp};
  const Side side = now.to_move;
  const auto depth = static_cast<int>(path_.size());
  const Number own_limit = own(side, limits);
  const Number other_limit = other(side, limits);
  if (const auto known = recall_pattern(now)) {
    store(now, *known, 1);
    return *known;
  }
  const Key key = now.key_with_threats();
  path_.push_back({key, {}, mix_pair(path_.empty() ? 0 : path_.back().way, key.place), paid});
  captures_on_path_ += took;
  int answer = kPass;  // that has refuted a move of this side

  Node node(now, arena_);
  node.target = blocks_of_target(now);
  if (spare_.size() < path_.size()) spare_.resize(path_.size());
  node.children = std::move(spare_[path_.size() - 1]);
  node.children.clear();
  list_moves(node, hint.last);
  take_hint(node, hint);
  Found result;
  bool changed = true;
  for (;;) {
    const auto winner = std::find_if(node.children.begin(), node.children.end(),
                                     [&](const Child& c) { return has_won(side, c.found); });
    const bool won = winner != node.children.end();
    bool decided = false;
    if (won) {
      result = win_by(node, *winner);
      if (winner->move != kPass) ++wins_[side][static_cast<std::size_t>(winner->move)];
      decided = true;
    } else {
      if (changed) require_moves(node);
      changed = false;
      if (node.is_lost) {
        result = node.loss;
        decided = true;
      }
    }
    if (decided && result.dependency == depth) {
      // The node comes back on the way: its zone must be the one that was assumed.
      Set& assumed = path_.back().assumed;
      if (result.numbers.proof == 0 && !result.grounds.zone.is_subset_of(assumed)) {
        assumed |= result.grounds.zone;
        path_.back().way = scatter(path_.back().way);
        for (Child& child : node.children) {
          if (child.found.dependency <= depth) child.found = {{1, 1}};
        }
        changed = true;
        continue;
      }
      result.dependency = kNoDependency;
    }
    if (decided && is_spoilt(result)) {
      ++spoilt_;
      if (result.numbers.proof == 0) {
        if (won) {
          winner->found = {kGivenUp};
          changed = true;
          continue;
        }
        result = {kGivenUp};
      }
    }
    if (decided) break;
    if (std::any_of(node.children.begin(), node.children.end(),
                    [&](const Child& c) { return has_won(side, c.found); })) {
      continue;
    }

    Number best = kInfinite;
    Number second = kInfinite;
    Number hardest = 1;  // what is not lost is never called so for want of a number
    Number required = 0;
    Child* chosen = nullptr;
    for (Child& child : node.children) {
      if (has_lost(side, child.found)) continue;
      const Number wish = std::min<Number>(kInfinite, own(side, child.found.numbers) + child.cost);
      if (child.required) {
        hardest = std::max(hardest, other(side, child.found.numbers));
        ++required;
      }
      if (wish < best || chosen == nullptr) {
        second = best;
        best = wish;
        chosen = &child;
      } else if (wish < second) {
        second = wish;
      }
    }
    // What refutes one move often refutes the next, so the hardest counts, and the others by
    // number (the weak proof numbers of Ueda et al. 2008).
    const Number others = required > 0 ? required - 1 : 0;
    result = {numbers_of(side, best, std::min(hardest + others, kInfinite))};
    const Number resistance = other(side, result.numbers);
    if (chosen == nullptr || best >= own_limit || resistance >= other_limit) break;
    if (is_stopped()) break;
    Number wish_limit = std::min<Number>(own_limit, with_slack(second));
    if (wish_limit < kInfinite) wish_limit -= std::min(chosen->cost, wish_limit);
    Number most = kInfinite;
    if (Child& pass = node.children[0];
        node.has_pass && side == kOther && !is_limited(now) && !has_lost(side, pass.found)) {
      // What a pass loses by shows which moves matter: worth to know while it is cheap.
      Number least = kInfinite;
      for (const Child& child : node.children) {
        if (child.move != kPass && !has_lost(side, child.found)) {
          least = std::min(least, other(side, child.found.numbers));
        }
      }
      if (least > other(side, pass.found.numbers)) {
        chosen = &pass;
        wish_limit = kInfinite;
        most = with_slack(least);
      }
    }
    const Number resistance_limit =
        std::min<Number>(most, std::max(other_limit >= kInfinite ? kInfinite : other_limit - others,
                                        other(side, chosen->found.numbers) + 1));
    const Numbers below = numbers_of(side, wish_limit, resistance_limit);
    const Hint hint_below = hint_for(node, *chosen, hint, answer);
    const Found found = expand(chosen->next, chosen->taken.any(), chosen->paid, hint_below, below);
    chosen->found = found;
    changed = has_lost(side, found);
    if (changed && chosen->move != kPass) ++losses_[side][static_cast<std::size_t>(chosen->move)];
    if (changed) answer = found.move;
  }
  captures_on_path_ -= took;
  path_.pop_back();
  spare_[path_.size()] = std::move(node.children);
  const std::int64_t cost = watch_->nodes() - before;
  if (result.dependency < depth) {
    store_on_path(now, result, cost);
  } else {
    store(now, result, cost);
    store_pattern(now, result, cost);
  }
  return result;
}

// How the play goes that the verdict rests on, as far as the table knows.
template <int Words>
std::vector<int> ZoneSearch<Words>::line_from(Now now) {
  std::vector<int> line;
  path_.clear();
  captures_on_path_ = 0;
  while (line.size() < 60) {
    Node node(now, arena_);
    node.target = blocks_of_target(now);
    const Found here = look_at(now, node.target, false, {});
    if (now.target.none()) break;
    if (here.numbers.proof != 0 && here.numbers.disproof != 0 && !line.empty()) break;
    const Side side = now.to_move;
    const bool wins = has_won(side, here);
    const Child* best = nullptr;
    if (here.grounds.zone.any()) {
      for (int point : here.grounds.zone & node.empty) {
        Set taken;
        if (arena_.is_legal(now, point, node.empty, taken)) add_move(node, point, taken);
      }
    }
    for (const Child& child : node.children) {
      if (wins ? has_won(side, child.found) : has_lost(side, child.found)) {
        best = &child;
        if (wins) break;
      }
    }
    if (best == nullptr) break;
    line.push_back(best->move);
    now = best->next;
  }
  return line;
}

template class ZoneSearch<1>;
template class ZoneSearch<2>;
template class ZoneSearch<6>;

}  // namespace goseki::tactics
