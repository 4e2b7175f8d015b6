// Depth-first proof-number search (df-pn, A. Nagai 2002) of a game that the client describes.
//
// The question has two answers: the *prover* reaches his goal, or he does not. Each node has two
// numbers: how much is still to be done to prove it and to disprove it, as far as is known. The
// search goes where the least is missing, and remembers numbers in a table of bounded memory.
//
// A Game describes one question. Here: who takes the last of some matches, if one may take one
// or two at a time?
//
//     struct Matches {
//       struct Node {
//         int left;
//         bool prover_to_move;
//         bool operator==(const Node&) const = default;
//       };
//       using Move = int;
//       static constexpr std::size_t kMaxDepth = 100;
//
//       bool is_provers(const Node& node) const { return node.prover_to_move; }
//       std::array<std::uint32_t, 1> key(const Node& node) const {
//         return {node.left * 2U + node.prover_to_move};
//       }
//       Move move(const Node& from, const Node& to) const { return from.left - to.left; }
//       void list(const Node& node, const dfpn::Hint<Move>&,
//                 std::vector<dfpn::Child<Node>>& children) const {
//         for (int left = node.left - 1; left >= 0 && left >= node.left - 2; --left) {
//           children.push_back({{left, !node.prover_to_move}});
//         }
//       }
//       dfpn::First first_numbers(const Node&, const Node&) const { return {{1, 1}, false}; }
//       dfpn::Numbers endless(const Node&) const { return dfpn::kDisproven; }
//     };
//     dfpn::Search<Matches> search(1 << 20);
//     StopWatch watch(limits, progress);
//     Matches matches;
//     search.prove(matches, {7, true}, watch) == Verdict::kProven
//
// What the parts mean:
//
//   Node           A position with everything that decides what may follow, the side to move too.
//                  A side that has no move at its turn has lost.
//   key            Says the same as a node, in words of 32 bits, so that the table holds exact
//                  positions. It may have 1, 5 or 13 words (entries must fill cache lines).
//   list           Appends what may follow, best first: of equal numbers the first is taken. A
//                  child whose fate is known may have its numbers set; one that is `hinted` counts
//                  as one step from success unless it is decided. The hint tells the move that
//                  led here, and the one that last succeeded against a brother of that move.
//   first_numbers  What is thought of a node that the table does not know, given the one before
//                  it; {1, 1} if nothing is. `keep` if it took work, so that it is remembered.
//   endless        The game's rule of repetition: what a node is worth that stands on the path
//                  already, or lies deeper than kMaxDepth. What rests on it is remembered like
//                  all else. So if it is a loss of the prover (as in RegionSearch), proofs hold
//                  on any path, while a disproof may be due to the path on which it was found; if
//                  it is a win, the other way round. A game that needs both verdicts to be exact
//                  asks both questions, or has a key that tells the ways to a node apart.
//
// Whoever needs more than numbers of a node (the zone that a verdict rests on, say) keeps it in the
// Game: `list` is called before a node's children are looked into, `move` with the chosen one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "board/bit_mixer.h"
#include "search/transposition_table.h"
#include "search/verdict.h"
#include "stop_watch.h"

namespace goseki::dfpn {

using Number = std::uint32_t;
constexpr Number kInfinite = 1'000'000'000;

struct Numbers {
  Number proof;
  Number disproof;
  friend bool operator==(const Numbers&, const Numbers&) = default;
};
constexpr Numbers kProven{0, kInfinite};
constexpr Numbers kDisproven{kInfinite, 0};
constexpr Numbers kNotAsked{0, 0};  // of a child that was listed only

struct First {
  Numbers numbers;
  bool keep;
};

template <typename Node>
struct Child {
  Node node;
  Numbers numbers = kNotAsked;
  bool hinted = false;
  std::uint64_t hash = 0;  // the search's
};

template <typename Move>
struct Hint {
  Move last{};
  Move answer{};
};

template <typename Game>
class Search {
 public:
  using Node = typename Game::Node;
  using Move = typename Game::Move;
  using Children = std::vector<Child<Node>>;

  explicit Search(std::size_t table_bytes) : table_(table_bytes) {}

  // The game must live as long as anything is asked about it. The watch counts every node that
  // is expanded. Where lines meet again and again in cycles numbers may grow beyond kInfinite:
  // then the verdict is unknown, although no limit was reached.
  Verdict prove(const Game& game, const Node& root, StopWatch& watch) {
    game_ = &game;
    table_.clear();
    proofs_ = 0;
    Numbers found = look_up(root, root);
    if (found.proof != 0 && found.disproof != 0) found = search_again(root, {}, watch);
    return found.proof == 0      ? Verdict::kProven
           : found.disproof == 0 ? Verdict::kRefuted
                                 : Verdict::kUnknown;
  }

  // After that: looks into another node of the same game, with what the table has. None of its
  // lines may come back to the nodes of `path`.
  Numbers search_again(const Node& node, std::vector<Node> path, StopWatch& watch) {
    watch_ = &watch;
    path_ = std::move(path);
    last_answer_ = {};
    return expand(node, {}, kInfinite, kInfinite);
  }

  // What is known of a node, or thought at first sight. `before` is the one that led to it.
  Numbers look_up(const Node& node, const Node& before) {
    return look_up(node, hash_of(game_->key(node)), before);
  }

  // When a node was proven, counted in proofs, or nothing if the table does not know. A proof
  // rests on earlier ones only.
  std::optional<Number> rank(const Node& node) const {
    const Entry* entry = find(node);
    return entry && entry->proof == 0 ? std::optional(entry->disproof_or_rank) : std::nullopt;
  }

  // How many nodes the search has spent on a node, 0 if it was not looked into.
  std::uint32_t work(const Node& node) const {
    const Entry* entry = find(node);
    return entry ? entry->cost : 0;
  }

 private:
  using Key = decltype(std::declval<const Game&>().key(std::declval<const Node&>()));
  struct Entry {
    Key key;
    std::uint32_t cost;
    Number proof;
    Number disproof_or_rank;  // of a proven node: how many were proven up to then

    Numbers numbers() const { return {proof, proof == 0 ? kInfinite : disproof_or_rank}; }
    // Not by `==`, which calls a function.
    bool matches(const Key& other) const {
      std::uint32_t different = 0;
      for (std::size_t i = 0; i < key.size(); ++i) different |= key[i] ^ other[i];
      return different == 0;
    }
    std::uint32_t work() const { return cost; }
    std::uint64_t hash() const { return hash_of(key); }
  };

  static std::uint64_t hash_of(const Key& key) {
    std::uint64_t hash = key[0];
    const auto word = [&](std::size_t i) { return key[i] | std::uint64_t{key[i + 1]} << 32; };
    for (std::size_t i = 1; i < key.size(); i += 4) hash = mix_pair(word(i), word(i + 2) + hash);
    return key.size() == 1 ? scatter(hash) : hash;
  }

  const Entry* find(const Node& node) const {
    const Key key = game_->key(node);
    return table_.find(hash_of(key), key);
  }

  void store(std::uint64_t hash, const Key& key, const Numbers& numbers, std::int64_t cost) {
    Entry& entry = table_.slot_for(hash, key);
    const auto work = static_cast<std::uint32_t>(std::clamp<std::int64_t>(cost, 1, kInfinite));
    entry = {key, work, numbers.proof, numbers.proof == 0 ? ++proofs_ : numbers.disproof};
  }

  bool on_path(const Node& node) const {
    return std::find(path_.begin(), path_.end(), node) != path_.end();
  }

  // Seen from the side to move: what it wants is `own`, what stands against it is `other`.
  struct View {
    Number own;
    Number other;
  };
  static View seen(bool provers, const Numbers& n) {
    return provers ? View{n.proof, n.disproof} : View{n.disproof, n.proof};
  }
  static Numbers numbers_of(bool provers, const View& view) {
    return provers ? Numbers{view.own, view.other} : Numbers{view.other, view.own};
  }

  Numbers look_up(const Node& node, std::uint64_t hash, const Node& before) {
    const Key key = game_->key(node);
    if (const Entry* entry = table_.find(hash, key)) return entry->numbers();
    const First first = game_->first_numbers(node, before);
    if (first.keep) store(hash, key, first.numbers, 1);
    return first.numbers;
  }

  // Lists the children that matter: one that wins for the side to move, or all that do not lose.
  // They are listed before they are looked up: memory needs time.
  void list_children(const Node& node, bool provers, const Hint<Move>& hint, Children& children) {
    game_->list(node, hint, children);
    for (Child<Node>& child : children) {
      child.hash = hash_of(game_->key(child.node));
      table_.prefetch(child.hash);
    }
    auto kept = children.begin();
    for (Child<Node>& child : children) {
      Numbers numbers = child.numbers;
      if (numbers == kNotAsked) numbers = look_up(child.node, child.hash, node);
      if (on_path(child.node)) numbers = game_->endless(child.node);
      View view = seen(provers, numbers);
      if (view.own >= kInfinite && view.other == 0) continue;
      if (child.hinted && view.own > 0 && view.own < kInfinite) view.own = 1;
      if (view.own == 0) kept = children.begin();
      if (&*kept != &child) kept->node = child.node;
      kept++->numbers = numbers_of(provers, view);
      if (view.own == 0) break;
    }
    children.erase(kept, children.end());
  }

  // Searches until a limit of a number is reached, or the node is decided.
  Numbers expand(const Node& node, const Hint<Move>& hint, Number proof_limit,
                 Number disproof_limit) {
    const std::int64_t before = watch_->nodes();
    watch_->count();
    if (path_.size() >= Game::kMaxDepth) return game_->endless(node);
    const bool provers = game_->is_provers(node);
    const View limit = seen(provers, {proof_limit, disproof_limit});
    Children children;
    path_.push_back(node);
    list_children(node, provers, hint, children);
    Move answer{};  // what last succeeded against a move of ours
    View result;
    for (;;) {
      Number best = kInfinite;
      Number second = kInfinite;
      std::uint64_t sum = 0;
      Child<Node>* chosen = nullptr;
      for (Child<Node>& child : children) {
        const View view = seen(provers, child.numbers);
        sum += view.other;
        if (view.own < best || chosen == nullptr) {
          second = best;
          best = view.own;
          chosen = &child;
        } else if (view.own < second) {
          second = view.own;
        }
      }
      result.own = best;
      result.other =
          best == 0 ? kInfinite : static_cast<Number>(std::min<std::uint64_t>(sum, kInfinite));
      if (best == 0) last_answer_ = game_->move(node, chosen->node);
      if (best == 0 || result.other == 0 || best >= limit.own || result.other >= limit.other) break;
      if (watch_->stopped()) break;
      // The child may cost a quarter more than the next best: so the search does not go to and fro.
      const View share{
          std::min<Number>(limit.own, second >= kInfinite ? kInfinite : second + 1 + second / 4),
          static_cast<Number>(std::min<std::uint64_t>(
              kInfinite,
              std::uint64_t{limit.other} - result.other + seen(provers, chosen->numbers).other))};
      const Numbers limits = numbers_of(provers, share);
      const Hint<Move> below{game_->move(node, chosen->node), answer};
      chosen->numbers = expand(chosen->node, below, limits.proof, limits.disproof);
      if (seen(provers, chosen->numbers).other == 0) answer = last_answer_;
    }
    path_.pop_back();
    const Numbers numbers = numbers_of(provers, result);
    const Key key = game_->key(node);
    store(hash_of(key), key, numbers, watch_->nodes() - before);
    return numbers;
  }

  const Game* game_ = nullptr;
  StopWatch* watch_ = nullptr;
  TranspositionTable<Entry> table_;
  std::vector<Node> path_;
  Move last_answer_{};  // what decided the last node that its side to move has won
  Number proofs_ = 0;
};

}  // namespace goseki::dfpn
