// RegionSearch: can the defender meet all liberty targets of a LocalGame, whatever the attacker
// does first?
//
// Proof-number search, depth first with a table (df-pn), instead of the thesis's alpha-beta:
// the question has two answers, and a proof must hold against every attack. A node is proven
// if the field is settled (LocalGame::unsettled), or if every attack has an answer that meets
// the targets and leads to a proven node. A node of the path that comes up again counts as
// lost for the defender, and so does one that is too deep; both may lose a proof and never
// make one. A proof rests on nodes proven before, so it has no cycle, and it stays a proof
// whatever the path. Where the search goes first is guessed from what static tests find
// missing.
//
// The limit is a number of nodes, so that the answer is the same on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "safety/local_game.h"
#include "search/transposition_table.h"

namespace goseki {

// Which of equally promising answers comes first.
enum class AnswerOrder : std::uint8_t {
  kNone,
  kNear,  // one that did against another attack, then those beside the attack
  kNiu,   // LocalGame::order_as_niu
};

// When a field is settled, and how far it is from that.
enum class Evaluation : std::uint8_t {
  kPlain,  // LocalGame::unsettled, without pairs
  kPairs,  // with them
  kNiu,    // LocalGame::unsettled_as_niu
};

struct SearchOptions {
  std::int64_t nodes = 10'000;
  bool territory = true;  // the attacker must not live, either
  AnswerOrder ordering = AnswerOrder::kNear;
  Evaluation evaluation = Evaluation::kPairs;
  // Look only at answers that may save a wall short of its target (Niu 2004, section 5.1.2):
  // the others would not meet the targets, so the proofs are the same, only sooner.
  bool forced = true;
  bool defender_first = false;
  KoWinner ko_winner = KoWinner::kAttacker;
  // Another judge of when a field is settled, if there is one.
  std::function<bool(const LocalGame::State&)> settled_by = nullptr;
};

enum class SearchAnswer : std::uint8_t { kProven, kRefuted, kUnknown };

class RegionSearch {
 public:
  explicit RegionSearch(std::size_t table_bytes) : table_(table_bytes) {}

  SearchAnswer prove(const LocalGame& game, const SearchOptions& options);
  // Nodes looked at by the last `prove`.
  std::int64_t nodes() const { return nodes_; }

  // After a proof: an answer to an attack that holds without leading back to a state of the
  // path, or nothing. `after` is the state with the attack on `point` (-1 for a pass), `ko` as
  // LocalGame::attack gave it. A point, -1 for a pass; rather one that settles the field.
  std::optional<int> proven_answer(const LocalGame::State& after, int point, int ko,
                                   const std::vector<LocalGame::State>& path);

  // After a search without proof: the attacks that it worked at and found no answer to, a point
  // or -1 for a pass. If some are refutations, only those. Nothing if a target is not met at the
  // start.
  struct OpenAttack {
    int point;
    // It ran out of answers: repetitions and great depth count as none. Else the search ended
    // before one was found.
    bool is_refutation;
  };
  std::vector<OpenAttack> open_attacks();
  // How the fight goes after such a refutation: attacks and answers by turns, as long as the
  // defender can hold out, or for some moves. Points, or -1 for a pass.
  std::vector<int> refutation(int attack);

 private:
  using Number = std::uint32_t;
  static constexpr Number kInfinite = 1'000'000'000;
  static constexpr std::size_t kMaxDepth = 96;

  struct Node {
    LocalGame::State state;
    int ko = LocalGame::kNoKo;  // where the side to move may not play
    int bound = -1;             // where the defender, to move, has bound himself to answer
    bool attacker_to_move = true;
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Numbers {
    Number proof;
    Number disproof;
    friend bool operator==(const Numbers&, const Numbers&) = default;
  };
  static constexpr Numbers kLost{kInfinite, 0};  // by the defender
  struct Entry {
    std::uint64_t attacker;
    std::uint64_t defender;
    std::uint32_t rest;  // ko, bound answer and turn
    std::uint32_t cost;
    Number proof;
    Number disproof_or_rank;  // of a proven node: how many were proven up to then

    Numbers numbers() const { return {proof, proof == 0 ? kInfinite : disproof_or_rank}; }
    bool matches(const Node& node) const;
    std::uint32_t work() const { return cost; }
    std::uint64_t hash() const;
  };
  struct Child {
    Node node;
    Numbers numbers;
  };

  static std::uint32_t rest_of(const Node& node);
  static std::uint64_t hash_of(std::uint64_t attacker, std::uint64_t defender, std::uint32_t rest);
  static std::uint64_t hash_of(const Node& node);
  // `before`: the state before the move that led there.
  Numbers look_up(const Node& node, const LocalGame::State& before);
  void store(const Node& node, const Numbers& numbers, std::int64_t cost);
  // When a node was proven, or nothing.
  std::optional<Number> rank_of(const Node& node, const LocalGame::State& before);

  // What the move before tells about where to look.
  struct Context {
    LocalGame::Field attacked = 0;  // the attack to answer
    LocalGame::Field hint = 0;      // what answered another attack
  };
  Numbers expand(const Node& node, const Context& context, Number proof_limit,
                 Number disproof_limit);
  void attacks(const Node& node, std::vector<Child>& children);
  void answers(const Node& node, const Context& context, std::vector<Child>& children);
  LocalGame::Order order_of(const Node& node, LocalGame::Field choice,
                            const Context& context) const;
  Numbers first_guess(const Node& node, const LocalGame::State& before) const;
  bool on_path(const Node& node) const;
  // Where the defender may play.
  LocalGame::Field choice_at(const Node& node) const;
  std::uint32_t work_at(const Node& node) const;
  std::optional<Node> last_stand(const Node& node) const;

  const LocalGame* game_ = nullptr;
  SearchOptions options_;
  TranspositionTable<Entry> table_;
  std::vector<Node> path_;
  std::int64_t nodes_ = 0;
  LocalGame::Field last_reply_ = 0;  // what proved the last node
  Number proofs_ = 0;
};

}  // namespace goseki
