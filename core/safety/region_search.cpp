#include "safety/region_search.h"

#include <algorithm>

namespace goseki {

bool RegionSearch::Entry::matches(const Node& node) const {
  return attacker == node.state.attacker && defender == node.state.defender &&
         rest == rest_of(node);
}

std::uint64_t RegionSearch::Entry::hash() const { return hash_of(attacker, defender, rest); }

std::uint32_t RegionSearch::rest_of(const Node& node) {
  return static_cast<std::uint32_t>(node.bound + 1) << 8 |
         static_cast<std::uint32_t>(node.ko + 1) << 1 | (node.attacker_to_move ? 1U : 0U);
}

std::uint64_t RegionSearch::hash_of(std::uint64_t attacker, std::uint64_t defender,
                                    std::uint32_t rest) {
  std::uint64_t h = attacker * 0x9e3779b97f4a7c15 ^ (defender + rest) * 0xc2b2ae3d27d4eb4f;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9;
  h ^= h >> 32;
  h *= 0x94d049bb133111eb;
  return h ^ h >> 31;
}

std::uint64_t RegionSearch::hash_of(const Node& node) {
  return hash_of(node.state.attacker, node.state.defender, rest_of(node));
}

// How hard a proof looks: what it lacks, and how much of the field is out of the walls' reach.
RegionSearch::Numbers RegionSearch::first_guess(const Node& node,
                                                const LocalGame::State& before) const {
  if (!node.attacker_to_move) return {1, 1};
  const bool as_niu = options_.evaluation == Evaluation::kNiu;
  const bool pairs = options_.evaluation == Evaluation::kPairs;
  int missing = as_niu ? game_->unsettled_as_niu(before, node.state, options_.territory)
                       : game_->unsettled(node.state, options_.territory, pairs);
  if (missing == LocalGame::kShort) return kLost;
  if (options_.settled_by) missing = !options_.settled_by(node.state);
  if (missing == 0) return {0, kInfinite};
  if (as_niu) return {static_cast<Number>(missing), 1};
  const int interior = std::popcount(game_->interior(node.state));
  return {static_cast<Number>(1 + 4 * missing + interior), 1};
}

RegionSearch::Numbers RegionSearch::look_up(const Node& node, const LocalGame::State& before) {
  const Entry* entry = table_.find(hash_of(node), node);
  if (entry) return entry->numbers();
  const Numbers guess = first_guess(node, before);
  if (node.attacker_to_move && guess != kLost) store(node, guess, 1);
  return guess;
}

void RegionSearch::store(const Node& node, const Numbers& numbers, std::int64_t cost) {
  Entry& entry = table_.slot_for(hash_of(node), node);
  const auto work = static_cast<std::uint32_t>(std::clamp<std::int64_t>(cost, 1, 1'000'000'000));
  entry = {node.state.attacker, node.state.defender,
           rest_of(node),       work,
           numbers.proof,       numbers.proof == 0 ? ++proofs_ : numbers.disproof};
}

bool RegionSearch::on_path(const Node& node) const {
  return std::find(path_.begin(), path_.end(), node) != path_.end();
}

// Here and in `answers` children are listed first and looked up after that: memory needs time.
void RegionSearch::attacks(const Node& node, std::vector<Child>& children) {
  const auto add = [&](const Node& next) {
    table_.prefetch(hash_of(next));
    children.push_back({next, {}});
  };
  if (options_.territory || node.ko != LocalGame::kNoKo) {
    // If the attacker leaves it at that, the defender must still be able to settle the field:
    // else there may be a seki. A pass also lifts the ban of a ko.
    add({node.state, LocalGame::kNoKo, -1, false});
  }
  for (LocalGame::Field rest = game_->empty(node.state); rest != 0; rest &= rest - 1) {
    const int point = std::countr_zero(rest);
    if (point == node.ko) continue;
    Node next{node.state, LocalGame::kNoKo, game_->bound_answer(point), false};
    const LocalGame::Attack result = game_->attack(next.state, point, next.ko);
    if (result == LocalGame::Attack::kSuicide) continue;
    if (options_.ko_winner == KoWinner::kDefender) next.ko = LocalGame::kNoKo;
    if (result == LocalGame::Attack::kWon) {
      children.assign(1, {next, kLost});
      return;
    }
    if (next.bound >= 0 && (game_->empty(next.state) >> next.bound & 1) == 0) next.bound = -1;
    add(next);
  }
  for (Child& child : children) child.numbers = look_up(child.node, node.state);
}

// Equal numbers are taken in this order.
LocalGame::Order RegionSearch::order_of(const Node& node, LocalGame::Field choice,
                                        const Context& context) const {
  if (options_.ordering == AnswerOrder::kNiu) {
    return game_->order_as_niu(node.state, context.attacked, choice);
  }
  LocalGame::Order order;
  if (options_.ordering == AnswerOrder::kNear) {
    order.add_all(choice & context.hint);
    choice &= ~context.hint;
    const LocalGame::Field near = choice & game_->near(context.attacked);
    order.add_all(near);
    choice &= ~near;
  }
  order.add_all(choice);
  return order;
}

LocalGame::Field RegionSearch::choice_at(const Node& node) const {
  const LocalGame::Field choice = node.bound >= 0 ? LocalGame::Field{1} << node.bound
                                                  : game_->empty(node.state) & ~game_->bound();
  return node.ko == LocalGame::kNoKo ? choice : choice & ~(LocalGame::Field{1} << node.ko);
}

// An answer that settles the field will do.
void RegionSearch::answers(const Node& node, const Context& context, std::vector<Child>& children) {
  LocalGame::Field choice = choice_at(node);
  if (options_.forced) choice &= game_->forced_answers(node.state);
  const LocalGame::Order order = order_of(node, choice, context);
  for (int i = 0; i < order.count; ++i) {
    Node next{node.state};
    if (!game_->defend(next.state, order.points[i], next.ko)) continue;
    if (options_.ko_winner == KoWinner::kAttacker) next.ko = LocalGame::kNoKo;
    table_.prefetch(hash_of(next));
    children.push_back({next, {}});
  }
  if (node.bound < 0) children.push_back({Node{node.state}, {}});  // a pass
  const LocalGame::Field hint = options_.ordering == AnswerOrder::kNear ? context.hint : 0;
  std::size_t kept = 0;
  for (const Child& child : children) {
    Numbers numbers = look_up(child.node, node.state);
    if (numbers == kLost) continue;
    if (numbers.proof == 0 && !on_path(child.node)) {
      const Child settled{child.node, numbers};
      children.assign(1, settled);
      return;
    }
    const bool is_hinted = (child.node.state.defender & ~node.state.defender & hint) != 0;
    if (is_hinted && numbers.proof < kInfinite) numbers.proof = 1;
    children[kept++] = {child.node, numbers};
  }
  children.resize(kept);
}

RegionSearch::Numbers RegionSearch::expand(const Node& node, const Context& context,
                                           Number proof_limit, Number disproof_limit) {
  const std::int64_t before = nodes_++;
  if (path_.size() >= kMaxDepth) return kLost;
  std::vector<Child> children;
  children.reserve(std::popcount(game_->empty(node.state)) + 1);
  node.attacker_to_move ? attacks(node, children) : answers(node, context, children);
  for (Child& child : children) {
    if (on_path(child.node)) child.numbers = kLost;
  }
  // Seen from the side to move: what it wants, and the sum of what stands against it.
  const auto mine = [&](const Numbers& n) { return node.attacker_to_move ? n.disproof : n.proof; };
  const auto theirs = [&](const Numbers& n) {
    return node.attacker_to_move ? n.proof : n.disproof;
  };
  const Number my_limit = node.attacker_to_move ? disproof_limit : proof_limit;
  const Number their_limit = node.attacker_to_move ? proof_limit : disproof_limit;
  path_.push_back(node);
  LocalGame::Field reply = 0;
  Numbers result;
  for (;;) {
    Number best = kInfinite;
    Number second = kInfinite;
    std::uint64_t sum = 0;
    Child* chosen = nullptr;
    for (Child& child : children) {
      const Number value = mine(child.numbers);
      sum += theirs(child.numbers);
      if (value < best || chosen == nullptr) {
        second = best;
        best = value;
        chosen = &child;
      } else if (value < second) {
        second = value;
      }
    }
    const Number total =
        best == 0 ? kInfinite : static_cast<Number>(std::min<std::uint64_t>(sum, kInfinite));
    const Number own = children.empty() ? kInfinite : best;
    const Number other = children.empty() ? 0 : total;
    result = node.attacker_to_move ? Numbers{other, own} : Numbers{own, other};
    if (!node.attacker_to_move && own == 0) {
      last_reply_ = chosen->node.state.defender & ~node.state.defender;
    }
    if (own >= my_limit || other >= their_limit || own == 0 || other == 0) break;
    if (nodes_ >= options_.nodes) break;
    const std::uint64_t their_share = std::min<std::uint64_t>(
        kInfinite, std::uint64_t{their_limit} - other + theirs(chosen->numbers));
    const Number my_share =
        std::min<Number>(my_limit, second >= kInfinite ? kInfinite : second + 1 + second / 4);
    const auto theirs_limit = static_cast<Number>(their_share);
    if (node.attacker_to_move) {
      const LocalGame::Field played = chosen->node.state.attacker & ~node.state.attacker;
      chosen->numbers = expand(chosen->node, {played, reply}, theirs_limit, my_share);
      if (chosen->numbers.proof == 0) reply = last_reply_;
    } else {
      chosen->numbers = expand(chosen->node, {}, my_share, theirs_limit);
    }
  }
  path_.pop_back();
  store(node, result, nodes_ - before);
  return result;
}

SearchAnswer RegionSearch::prove(const LocalGame& game, const SearchOptions& options) {
  game_ = &game;
  options_ = options;
  nodes_ = 0;
  path_.clear();
  table_.clear();
  last_reply_ = 0;
  proofs_ = 0;
  const Node root{game.start(), LocalGame::kNoKo, -1, !options.defender_first};
  Numbers found = look_up(root, root.state);
  if (found.proof != 0 && found != kLost) found = expand(root, {}, kInfinite, kInfinite);
  if (found.proof == 0) return SearchAnswer::kProven;
  return found.disproof == 0 ? SearchAnswer::kRefuted : SearchAnswer::kUnknown;
}

}  // namespace goseki
