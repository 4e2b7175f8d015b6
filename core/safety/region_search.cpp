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

// How hard a proof looks: what it lacks, and how much of the field is out of the walls' reach.
RegionSearch::Numbers RegionSearch::first_guess(const Node& node) const {
  if (!node.attacker_to_move) return {1, 1};
  const int missing = options_.settled_by
                          ? !options_.settled_by(node.state)
                          : game_->unsettled(node.state, options_.territory, options_.pairs);
  if (missing == 0) return {0, kInfinite};
  const int interior = std::popcount(game_->interior(node.state));
  return {static_cast<Number>(1 + 4 * missing + interior), 1};
}

RegionSearch::Numbers RegionSearch::look_up(const Node& node) {
  const std::uint32_t rest = rest_of(node);
  const Entry* entry = table_.find(hash_of(node.state.attacker, node.state.defender, rest), node);
  if (entry) return {entry->proof, entry->disproof};
  const Numbers guess = first_guess(node);
  if (node.attacker_to_move) store(node, guess, 1);
  return guess;
}

void RegionSearch::store(const Node& node, const Numbers& numbers, std::int64_t cost) {
  const std::uint32_t rest = rest_of(node);
  Entry& entry = table_.slot_for(hash_of(node.state.attacker, node.state.defender, rest), node);
  const auto work = static_cast<std::uint32_t>(std::clamp<std::int64_t>(cost, 1, 1'000'000'000));
  entry = {node.state.attacker, node.state.defender, rest, work, numbers.proof, numbers.disproof};
}

bool RegionSearch::on_path(const Node& node) const {
  return std::find(path_.begin(), path_.end(), node) != path_.end();
}

void RegionSearch::attacks(const Node& node, std::vector<Child>& children) {
  if (options_.territory || node.ko != LocalGame::kNoKo) {
    // If the attacker leaves it at that, the defender must still be able to settle the field:
    // else there may be a seki. A pass also lifts the ban of a ko.
    const Node pass{node.state, LocalGame::kNoKo, -1, false};
    children.push_back({pass, look_up(pass)});
  }
  for (LocalGame::Field rest = game_->empty(node.state); rest != 0; rest &= rest - 1) {
    const int point = std::countr_zero(rest);
    if (point == node.ko) continue;
    Node next{node.state, LocalGame::kNoKo, game_->bound_answer(point), false};
    const LocalGame::Attack result = game_->attack(next.state, point, next.ko);
    if (result == LocalGame::Attack::kSuicide) continue;
    if (options_.ko_winner == KoWinner::kDefender) next.ko = LocalGame::kNoKo;
    if (result == LocalGame::Attack::kWon) {
      children.assign(1, {next, {kInfinite, 0}});
      return;
    }
    if (next.bound >= 0 && (game_->empty(next.state) >> next.bound & 1) == 0) next.bound = -1;
    children.push_back({next, look_up(next)});
  }
}

// Equal numbers are taken in order: first the answer that did against another attack, then
// those beside the attack. One that settles the field will do.
void RegionSearch::answers(const Node& node, LocalGame::Field attacked, LocalGame::Field hint,
                           std::vector<Child>& children) {
  LocalGame::Field choice = node.bound >= 0 ? LocalGame::Field{1} << node.bound
                                            : game_->empty(node.state) & ~game_->bound();
  if (node.ko != LocalGame::kNoKo) choice &= ~(LocalGame::Field{1} << node.ko);
  if (options_.forced) choice &= game_->forced_answers(node.state);
  const LocalGame::Field first = options_.ordering ? choice & hint : 0;
  const LocalGame::Field near = options_.ordering ? choice & ~first & game_->near(attacked) : 0;
  for (LocalGame::Field part : {first, near, choice & ~first & ~near}) {
    for (LocalGame::Field rest = part; rest != 0; rest &= rest - 1) {
      Node next{node.state, LocalGame::kNoKo, -1, true};
      if (!game_->defend(next.state, std::countr_zero(rest), next.ko)) continue;
      if (!game_->meets_targets(next.state)) continue;
      if (options_.ko_winner == KoWinner::kAttacker) next.ko = LocalGame::kNoKo;
      Numbers numbers = look_up(next);
      if (numbers.proof == 0 && !on_path(next)) {
        children.assign(1, {next, numbers});
        return;
      }
      if (part == first && numbers.proof < kInfinite) numbers.proof = 1;
      children.push_back({next, numbers});
    }
  }
  const Node pass{node.state, LocalGame::kNoKo, -1, true};
  if (node.bound < 0 && game_->meets_targets(pass.state)) children.push_back({pass, look_up(pass)});
}

RegionSearch::Numbers RegionSearch::expand(const Node& node, const Context& context,
                                           Number proof_limit, Number disproof_limit) {
  const std::int64_t before = nodes_++;
  if (path_.size() >= kMaxDepth) return {kInfinite, 0};
  std::vector<Child> children;
  children.reserve(std::popcount(game_->empty(node.state)) + 1);
  node.attacker_to_move ? attacks(node, children)
                        : answers(node, context.attacked, context.hint, children);
  for (Child& child : children) {
    if (on_path(child.node)) child.numbers = {kInfinite, 0};
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
  const bool attacker_first = !options.defender_first;
  if (attacker_first && !game.meets_targets(game.start())) return SearchAnswer::kRefuted;
  const Node root{game.start(), LocalGame::kNoKo, -1, attacker_first};
  Numbers found = look_up(root);
  if (found.proof != 0) found = expand(root, {}, kInfinite, kInfinite);
  if (found.proof == 0) return SearchAnswer::kProven;
  return found.disproof == 0 ? SearchAnswer::kRefuted : SearchAnswer::kUnknown;
}

}  // namespace goseki
