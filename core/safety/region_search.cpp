#include "safety/region_search.h"

namespace goseki {

std::array<std::uint32_t, 5> RegionGame::key(const Node& node) const {
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
  const std::uint32_t rest = static_cast<std::uint32_t>(node.bound + 1) << 8 |
                             static_cast<std::uint32_t>(node.ko + 1) << 1 |
                             (node.attacker_to_move ? 1U : 0U);
  const auto& [attacker, defender] = node.state;
  return {rest, low(attacker), high(attacker), low(defender), high(defender)};
}

RegionGame::Move RegionGame::move(const Node& from, const Node& to) const {
  return from.attacker_to_move ? to.state.attacker & ~from.state.attacker
                               : to.state.defender & ~from.state.defender;
}

// How hard a proof looks: what it lacks, and how much of the field is out of the walls' reach.
dfpn::First RegionGame::first_numbers(const Node& node, const Node& before) const {
  if (!node.attacker_to_move) return {{1, 1}, false};
  const bool as_niu = options.evaluation == Evaluation::kNiu;
  const bool pairs = options.evaluation == Evaluation::kPairs;
  int missing = as_niu ? local->unsettled_as_niu(before.state, node.state, options.territory)
                       : local->unsettled(node.state, options.territory, pairs);
  if (missing == LocalGame::kShort) return {dfpn::kDisproven, false};
  if (options.settled_by) missing = !options.settled_by(node.state);
  if (missing == 0) return {dfpn::kProven, true};
  const int interior = as_niu ? 0 : std::popcount(local->interior(node.state));
  const int proof = as_niu ? missing : 1 + 4 * missing + interior;
  return {{static_cast<dfpn::Number>(proof), 1}, true};
}

void RegionGame::list(const Node& node, const dfpn::Hint<Move>& hint, Children& children) const {
  children.reserve(std::popcount(local->empty(node.state)) + 1);
  node.attacker_to_move ? list_attacks(node, children) : list_answers(node, hint, children);
}

RegionGame::Node RegionGame::after_attack(const LocalGame::State& state, int point, int ko) const {
  Node next{state, ko, point < 0 ? -1 : local->bound_answer(point), false};
  if (next.bound >= 0 && (local->empty(state) >> next.bound & 1) == 0) next.bound = -1;
  return next;
}

void RegionGame::list_attacks(const Node& node, Children& children) const {
  if (options.territory || node.ko != LocalGame::kNoKo) {
    // If the attacker leaves it at that, the defender must still be able to settle the field:
    // else there may be a seki. A pass also lifts the ban of a ko.
    children.push_back({after_attack(node.state, -1, LocalGame::kNoKo)});
  }
  for (LocalGame::Field rest = local->empty(node.state); rest != 0; rest &= rest - 1) {
    const int point = std::countr_zero(rest);
    if (point == node.ko) continue;
    LocalGame::State state = node.state;
    int ko = LocalGame::kNoKo;
    const LocalGame::Attack result = local->attack(state, point, ko);
    if (result == LocalGame::Attack::kSuicide) continue;
    if (options.ko_winner == KoWinner::kDefender) ko = LocalGame::kNoKo;
    const Node next = after_attack(state, point, ko);
    if (result == LocalGame::Attack::kWon) {
      children.assign(1, {next, dfpn::kDisproven});
      return;
    }
    children.push_back({next});
  }
}

// Equal numbers are taken in this order.
LocalGame::Order RegionGame::order_of(const Node& node, LocalGame::Field choice,
                                      const dfpn::Hint<Move>& hint) const {
  if (options.ordering == AnswerOrder::kNiu) {
    return local->order_as_niu(node.state, hint.last, choice);
  }
  LocalGame::Order order;
  if (options.ordering == AnswerOrder::kNear) {
    order.add_all(choice & hint.answer);
    choice &= ~hint.answer;
    const LocalGame::Field near = choice & local->near(hint.last);
    order.add_all(near);
    choice &= ~near;
  }
  order.add_all(choice);
  return order;
}

LocalGame::Field RegionGame::choice_at(const Node& node) const {
  const LocalGame::Field choice = node.bound >= 0 ? LocalGame::Field{1} << node.bound
                                                  : local->empty(node.state) & ~local->bound();
  return node.ko == LocalGame::kNoKo ? choice : choice & ~(LocalGame::Field{1} << node.ko);
}

void RegionGame::list_answers(const Node& node, const dfpn::Hint<Move>& hint,
                              Children& children) const {
  LocalGame::Field choice = choice_at(node);
  if (options.forced) choice &= local->forced_answers(node.state);
  const LocalGame::Order order = order_of(node, choice, hint);
  const LocalGame::Field hinted = options.ordering == AnswerOrder::kNear ? hint.answer : 0;
  for (int i = 0; i < order.count; ++i) {
    Node next{node.state};
    if (!local->defend(next.state, order.points[i], next.ko)) continue;
    if (options.ko_winner == KoWinner::kAttacker) next.ko = LocalGame::kNoKo;
    const bool is_hinted = (hinted >> order.points[i] & 1) != 0;
    children.push_back({next, dfpn::kNotAsked, is_hinted});
  }
  if (node.bound < 0) children.push_back({Node{node.state}});  // a pass
}

Verdict RegionSearch::prove(const LocalGame& game, const SearchOptions& options,
                            StopWatch& question, StopWatch::Where where) {
  game_ = {&game, options};
  StopWatch watch(question, options.nodes, where);
  const Node root{game.start(), LocalGame::kNoKo, -1, !options.defender_first};
  const Verdict verdict = search_.prove(game_, root, watch);
  nodes_ = watch.nodes();
  return verdict;
}

}  // namespace goseki
