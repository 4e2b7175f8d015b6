// Refutations by endless play: the prover never reaches his goal, although nobody ever wins.
//
// That somebody can do so for ever is a greatest fixed point: all situations that come up are taken
// to be refuted until the contrary is found. A situation of the prover's needs an answer to every
// move in its zone; one of the other side's needs one move, and takes the next when that one fails.
// What is left when nothing changes any more is a strategy that goes on for ever, whatever the way
// that led to a situation: so cycles, kos and endless threats need no special care (after Liu &
// Smolka 1998, who compute such fixed points locally). Zones grow along with it, until the zone of
// each situation has what those after it ask for.
//
// A situation that is like an earlier one on the zone of that one is not looked at by itself: the
// earlier one stands for it, as long as its zone does not grow to where they differ.
#include <iterator>

#include "tactics/zone_search.h"

namespace goseki::tactics {

template <int Words>
class ZoneSearch<Words>::Refutation {
 public:
  explicit Refutation(ZoneSearch& search) : search_(search), arena_(search.arena_) {}

  // Whether the root is refuted within the limits.
  bool refutes(const Now& root) {
    number_of(root);
    while (!waiting_.empty()) {
      if (search_.watch_->stopped() || places_.size() > kMost || places_[0].failed) {
        return false;
      }
      const int next = waiting_.back();
      waiting_.pop_back();
      at(next).waits = false;
      work_on(next);
    }
    return !places_[0].failed;
  }
  Found found() const { return found_at(places_[0]); }
  // Every situation that may come up, with what refutes it there.
  template <class Take>
  void each(Take take) const {
    for (const Place& place : places_) {
      if (!place.failed) take(place.now, found_at(place));
    }
  }

 private:
  static constexpr std::size_t kMost = 400'000;
  static constexpr std::int64_t kNodesOfAGuess = 400;

  // To a situation, or to one that stands for it.
  struct Edge {
    int move = kPass;
    int place = -1;
    bool stands_for = false;
    Now next = {};
    Set filled = {};
  };
  struct Place {
    explicit Place(const Now& situation) : now(situation) {}
    Now now;
    Grounds<Words> grounds{{}, {}, {}, kEndless};
    std::vector<int> before;   // from which it is reached
    std::vector<Edge> edges;   // of the prover's
    std::vector<int> answers;  // of the other side's, those to come
    Set followed;
    Set barred;   // estates that would win if they were filled
    Set sealed;   // estates that cannot be filled
    Edge chosen;  // the other side's answer
    bool listed = false;
    bool failed = false;
    bool settled = false;  // refuted at first sight
    bool waits = false;
  };

  static Found found_at(const Place& place) {
    return {dfpn::kDisproven, place.grounds, kNoDependency, true, place.chosen.move};
  }
  Place& at(int number) { return places_[static_cast<std::size_t>(number)]; }

  void wait(int number) {
    if (at(number).waits || at(number).failed || at(number).settled) return;
    at(number).waits = true;
    waiting_.push_back(number);
  }
  void tell_before(int number) {
    for (std::size_t i = 0; i < at(number).before.size(); ++i) wait(at(number).before[i]);
  }
  void fail(int number) {
    at(number).failed = true;
    tell_before(number);
  }

  int number_of(const Now& now) {
    const auto [known, is_new] =
        numbers_.try_emplace(now.key_with_threats(), static_cast<int>(places_.size()));
    if (!is_new) return known->second;
    const int number = known->second;
    places_.emplace_back(now);
    search_.watch_->count();
    if (const auto kept = search_.kept(now)) {
      at(number).settled = true;
      at(number).grounds = kept->grounds;
      at(number).chosen.move = kept->move;
      return number;
    }
    const auto proven = search_.recall(now);
    const Found found = proven && proven->numbers.proof == 0
                            ? *proven
                            : search_.first_sight(now, search_.blocks_of_target(now));
    if (found.numbers.proof == 0) {
      at(number).failed = true;
    } else if (found.numbers.disproof == 0) {
      at(number).settled = true;
      at(number).chosen.move = found.move;
      at(number).grounds.zone = without_guards(now, found.grounds);
      if (at(number).grounds.zone.meets(arena_.outside())) at(number).failed = true;
    } else {
      wait(number);
    }
    return number;
  }

  // Nothing is guarded while the play may be endless: the liberties are part of the zone instead.
  Set without_guards(const Now& now, const Grounds<Words>& grounds) const {
    Set zone = grounds.zone;
    for (Side side : {kProver, kOther}) {
      for (Set rest = grounds.guarded & now.stones[side]; rest.any();) {
        const Set part = arena_.part_of(rest.lowest(), now.stones[side]);
        rest &= ~part;
        zone |= arena_.sure_liberties(part, arena_.empty(now));
      }
    }
    return zone;
  }

  // Goes on from a situation: to its place, or to one that stands for it.
  Edge edge_to(int from, int move, const Now& next, const Set& filled = {}) {
    Edge edge{move, -1, false, next, filled};
    if (!numbers_.contains(next.key_with_threats())) {
      edge.place = like(next);
      edge.stands_for = edge.place >= 0;
    }
    if (!edge.stands_for) edge.place = number_of(next);
    at(edge.place).before.push_back(from);
    return edge;
  }
  // Whether the edge leads somewhere that may stand for the situation; what does not any more gets
  // a place of its own.
  bool holds(int from, Edge& edge) {
    if (edge.stands_for && (at(edge.place).failed || !is_like(edge.next, at(edge.place)))) {
      edge.stands_for = false;
      edge.place = number_of(edge.next);
      at(edge.place).before.push_back(from);
    }
    return !at(edge.place).failed;
  }

  static Key key_of(const Now& now, const Set& mask) {
    Key key = Masks<Words>::key_on(mask, now);
    key.toggle(now.threats[kProver] * 256U + now.threats[kOther]);
    return key;
  }
  bool is_like(const Now& now, const Place& place) const {
    const Set& zone = place.grounds.zone;
    const auto ban = [&zone](const Now& one) {
      return one.ko != kNoKo && zone.contains(one.ko) ? one.ko : kNoKo;
    };
    if (now.to_move != place.now.to_move || now.threats != place.now.threats ||
        now.target != place.now.target || ban(now) != ban(place.now)) {
      return false;
    }
    for (Side side : {kProver, kOther}) {
      if (((now.stones[side] ^ place.now.stones[side]) & zone).any()) return false;
    }
    const Set& estates = place.grounds.estates;
    return estates.is_subset_of(arena_.empty(now)) &&
           arena_.grid().border(estates).is_subset_of(now.stones[kProver]);
  }
  // A place that may stand for a situation, or -1.
  int like(const Now& now) const {
    for (int i = 0; i < masks_.count(); ++i) {
      const auto found = by_pattern_.find(key_of(now, masks_[i]));
      if (found == by_pattern_.end()) continue;
      const Place& place = places_[static_cast<std::size_t>(found->second)];
      if (!place.failed && is_like(now, place)) return found->second;
    }
    return -1;
  }
  void note_pattern(int number) {
    const Set& mask = masks_[masks_.for_zone(at(number).grounds.zone)];
    by_pattern_.insert_or_assign(key_of(at(number).now, mask), number);
  }

  void work_on(int number) {
    if (at(number).now.to_move == kProver) {
      follow_all(number);
    } else {
      answer(number);
    }
  }

  // What a situation rests on in any case: that the goal is not reached there.
  Set base_of(int number) {
    const Now& now = at(number).now;
    if (search_.goal_ != Goal::kLife) return search_.base_of_loss(now);
    const auto zone = search_.life_.zone_of_no_life(now, kProver, now.target);
    return zone ? *zone : arena_.grid().board();
  }

  // Takes in more grounds, and says whether they have changed.
  bool rest_on(int number, const Grounds<Words>& more) {
    Grounds<Words>& grounds = at(number).grounds;
    const Grounds<Words> before = grounds;
    grounds.zone |= more.zone;
    grounds.estates |= more.estates;
    for (Set rest = grounds.estates; rest.any();) {
      const Set region = arena_.grid().take_part(rest);
      // One that has only a part of it would be filled earlier.
      const bool overlaps = [&] {
        for (const Set& estates : {before.estates, more.estates}) {
          if (region.meets(estates) && !region.is_subset_of(estates)) return true;
        }
        return false;
      }();
      if (!overlaps && !region.meets(grounds.zone)) continue;
      grounds.zone |= region;
      grounds.estates &= ~region;
    }
    if (grounds.zone.meets(arena_.outside())) fail(number);
    return grounds.zone != before.zone || grounds.estates != before.estates;
  }

  // The other side's turn.
  void answer(int number) {
    for (;;) {
      Edge chosen = at(number).chosen;
      if (chosen.place >= 0 && holds(number, chosen)) {
        at(number).chosen = chosen;
        const Now& now = at(number).now;
        Grounds<Words> grounds = at(chosen.place).grounds;
        if (chosen.move != kPass) {
          Set taken;
          arena_.is_legal(now, chosen.move, arena_.empty(now), taken);
          Set needed;
          if (search_.goal_ == Goal::kConnect) needed = now.target & taken;
          grounds = search_.zones_.before_move(now, chosen.move, taken, grounds, needed, true);
        }
        if (search_.goal_ == Goal::kLife) grounds.zone |= base_of(number);
        if (!grounds.zone.meets(arena_.outside())) {
          if (rest_on(number, grounds)) tell_before(number);
          note_pattern(number);
          return;
        }
      }
      if (!at(number).listed) list_answers(number);
      if (at(number).failed) return;
      if (at(number).answers.empty()) {
        fail(number);
        return;
      }
      const int move = at(number).answers.back();
      at(number).answers.pop_back();
      const Now now = at(number).now;
      Set taken;
      if (move != kPass && !arena_.is_legal(now, move, arena_.empty(now), taken)) continue;
      const Edge edge =
          edge_to(number, move, move == kPass ? arena_.pass(now) : arena_.play(now, move, taken));
      at(number).chosen = edge;
    }
  }

  // The answers to try, the best one last: first what a short search for a proof ends with.
  void list_answers(int number) {
    Place& place = at(number);
    place.listed = true;
    const Now now = place.now;
    const auto guess = search_.quick_look(now, kNodesOfAGuess);
    if (guess.numbers.proof == 0) {
      fail(number);
      return;
    }
    Node node(now, arena_);
    const Set useful = search_.useful_points(node);
    std::vector<int> answers;
    for (int point : useful) answers.push_back(point);
    if (now.ko != kNoKo && !useful.contains(now.ko)) answers.push_back(now.ko);
    const auto& wins = search_.wins_[kOther];
    std::stable_sort(answers.begin(), answers.end(), [&wins](int a, int b) {
      return wins[static_cast<std::size_t>(a)] < wins[static_cast<std::size_t>(b)];
    });
    // In a seki nobody plays.
    const bool is_life = search_.goal_ == Goal::kLife;
    if (!is_life) answers.push_back(kPass);
    if (guess.numbers.disproof == 0) answers.push_back(guess.move);
    if (is_life) answers.push_back(kPass);
    place.answers = std::move(answers);
  }

  // The prover's turn. A new situation is looked at before the next one comes up, since it may
  // stand for that.
  void follow_all(int number) {
    const Node node(at(number).now, arena_);
    for (;;) {
      if (!keep_edges(number)) {
        fail(number);
        return;
      }
      Grounds<Words> grounds = at(number).grounds;
      grounds.zone |= base_of(number);
      for (const Edge& edge : at(number).edges) {
        const Grounds<Words>& after = at(edge.place).grounds;
        grounds.zone |= after.zone & ~edge.filled;
        grounds.estates |= after.estates;
        // So that no ban arises where there is none here.
        const bool took_one = edge.move >= 0 && edge.next.ko == kNoKo &&
                              (node.now.others() & ~edge.next.stones[kOther]).count() == 1;
        if (took_one) grounds.zone |= arena_.near(edge.move);
      }
      grounds.zone |= grounds.estates & at(number).barred;
      search_.zones_.close(node.now, grounds, Zones<Words>::kNeverSafe);
      if (rest_on(number, grounds)) tell_before(number);
      if (at(number).failed) return;
      if (at(number).grounds.zone != grounds.zone) continue;  // an estate became part of it
      const std::size_t places = places_.size();
      const std::size_t edges = at(number).edges.size();
      const Set sealed = at(number).sealed;
      wait(number);
      while (places_.size() == places && follow_next(number, node)) {
      }
      if (places_.size() > places) return;  // this place waits below the new one
      waiting_.erase(std::next(std::find(waiting_.rbegin(), waiting_.rend(), number)).base());
      at(number).waits = false;
      if (at(number).failed) return;
      if (at(number).edges.size() == edges && at(number).sealed == sealed) break;
    }
    note_pattern(number);
  }

  // Whether all moves that were followed are refuted still. An estate is none where filling it
  // wins.
  bool keep_edges(int number) {
    for (std::size_t i = 0; i < at(number).edges.size(); ++i) {
      Edge edge = at(number).edges[i];
      const bool refuted = holds(number, edge);
      at(number).edges[i] = edge;
      if (refuted) continue;
      if (edge.move != kFill) return false;
      at(number).barred |= edge.filled;
      at(number).edges.erase(at(number).edges.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    return true;
  }

  // Follows a move of the zone that was not followed yet, if there is one.
  bool follow_next(int number, const Node& node) {
    const auto follow = [&](int move, const Now& next, const Set& filled) {
      const Edge edge = edge_to(number, move, next, filled);
      at(number).edges.push_back(edge);
      return true;
    };
    if (node.now.ko != kNoKo && !at(number).listed) {
      at(number).listed = true;
      return follow(kPass, arena_.pass(node.now), {});
    }
    for (int point : at(number).grounds.zone & node.empty & ~at(number).followed) {
      at(number).followed.insert(point);
      Set taken;
      if (!arena_.is_legal(node.now, point, node.empty, taken)) continue;
      return follow(point, arena_.play(node.now, point, taken), {});
    }
    for (Set rest = at(number).grounds.estates; rest.any();) {
      const Set region = arena_.grid().take_part(rest);
      const auto& edges = at(number).edges;
      const bool known = std::any_of(edges.begin(), edges.end(),
                                     [&](const Edge& edge) { return edge.filled == region; });
      if (known) continue;
      if (region.is_subset_of(at(number).sealed)) continue;
      if (const auto filled = arena_.fill(node.now, region)) return follow(kFill, *filled, region);
      // He may not, if all around the block that would be is like this.
      at(number).sealed |= region;
      const Set block = arena_.grid().flood(region, node.now.own() | region);
      if (rest_on(number, {arena_.grid().dilate(block) & ~region, {}, {}, kEndless})) {
        tell_before(number);
      }
    }
    return false;
  }

  ZoneSearch& search_;
  const Arena<Words>& arena_;
  std::vector<Place> places_;
  std::unordered_map<Key, int, KeyHash> numbers_;
  std::unordered_map<Key, int, KeyHash> by_pattern_;
  Masks<Words> masks_;
  std::vector<int> waiting_;
};

// Against life any number of threats is a number. Who needs more than two is not looked for.
static constexpr std::uint8_t kThreatsAgainstLife = 2;
static constexpr std::size_t kMostKept = 1'000'000;

template <int Words>
static Situation<Words> with_so_many_threats(Goal goal, Situation<Words> now,
                                             std::uint8_t threats) {
  if (goal == Goal::kLife && now.threats[kOther] == kUnlimited) now.threats[kOther] = threats;
  return now;
}

// What a short search for a proof says.
template <int Words>
auto ZoneSearch<Words>::quick_look(const Now& now, std::int64_t nodes) -> Found {
  StopWatch* const watch = watch_;
  StopWatch part(*watch, watch->within_limit(nodes));
  watch_ = &part;
  const Found found = solve(now);
  watch_ = watch;
  watch->count_part(part);
  return found;
}

template <int Words>
auto ZoneSearch<Words>::refutation_of(const Now& root, bool keeps) -> std::optional<Found> {
  Refutation refutation(*this);
  if (!refutation.refutes(with_so_many_threats(goal_, root, kThreatsAgainstLife))) {
    return std::nullopt;
  }
  if (keeps) {
    if (kept_.size() > kMostKept) kept_.clear();
    refutation.each([this](const Now& now, const Found& found) {
      Key key = now.key_with_threats();
      key.place ^= salt_.place;
      key.check ^= salt_.check;
      kept_.insert_or_assign(key, found);
    });
  }
  return refutation.found();
}

template <int Words>
auto ZoneSearch<Words>::kept(const Now& now) const -> std::optional<Found> {
  if (kept_.empty()) return std::nullopt;
  for (std::uint8_t threats = kThreatsAgainstLife;; --threats) {
    const Now one = with_so_many_threats(goal_, now, threats);
    Key key = one.key_with_threats();
    key.place ^= salt_.place;
    key.check ^= salt_.check;
    if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
    if (threats == 0 || one == now) return std::nullopt;
  }
}

template class ZoneSearch<1>;
template class ZoneSearch<2>;
template class ZoneSearch<6>;

}  // namespace goseki::tactics
