// RegionSearch: can the defender meet all liberty targets of a LocalGame, whatever the attacker
// does first?
//
// Proof-number search (search/dfpn.h) instead of the thesis's alpha-beta: the question has two
// answers, and a proof must hold against every attack. A node is proven if the field is settled
// (LocalGame::unsettled), or if every attack has an answer that meets the targets and leads to a
// proven node. A node of the path that comes up again counts as lost for the defender, and so
// does one that is too deep; both may lose a proof and never make one. A proof rests on nodes
// proven before, so it has no cycle, and it holds whatever the path. Where the search goes first
// is guessed from what static tests find missing.
//
// The limit is a number of nodes, so that the answer is the same on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "safety/local_game.h"
#include "search/dfpn.h"

namespace goseki {

// Which of equally promising answers comes first.
enum class AnswerOrder : std::uint8_t {
  kNone,
  kNear,  // one that succeeded against another attack, then those beside the attack
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

// A LocalGame as dfpn::Search sees it. The prover is the defender.
struct RegionGame {
  using Move = LocalGame::Field;  // the stone played
  static constexpr std::size_t kMaxDepth = 96;

  struct Node {
    LocalGame::State state;
    int ko = LocalGame::kNoKo;  // where the side to move may not play
    int bound = -1;             // where the defender, to move, has bound himself to answer
    bool attacker_to_move = true;
    friend bool operator==(const Node&, const Node&) = default;
  };
  using Children = std::vector<dfpn::Child<Node>>;

  bool is_provers(const Node& node) const { return !node.attacker_to_move; }
  std::array<std::uint32_t, 5> key(const Node& node) const;
  Move move(const Node& from, const Node& to) const;
  void list(const Node& node, const dfpn::Hint<Move>& hint, Children& children) const;
  dfpn::First first_numbers(const Node& node, const Node& before) const;
  dfpn::Numbers endless(const Node&) const { return dfpn::kDisproven; }

  void list_attacks(const Node& node, Children& children) const;
  void list_answers(const Node& node, const dfpn::Hint<Move>& hint, Children& children) const;
  LocalGame::Order order_of(const Node& node, LocalGame::Field choice,
                            const dfpn::Hint<Move>& hint) const;
  // Where the defender may play.
  LocalGame::Field choice_at(const Node& node) const;
  // The node after an attack on a point (-1 for a pass), given the state and the ko.
  Node after_attack(const LocalGame::State& state, int point, int ko) const;

  const LocalGame* local = nullptr;
  SearchOptions options;
};

class RegionSearch {
 public:
  explicit RegionSearch(std::size_t table_bytes) : search_(table_bytes) {}

  // The search stops at its own limit of nodes, or with the watch of the question it is made for.
  // `game` must live as long as anything else is asked.
  Verdict prove(const LocalGame& game, const SearchOptions& options, StopWatch& question,
                StopWatch::Where where = StopWatch::kInThread);
  // Nodes looked at by the last `prove`.
  std::int64_t nodes() const { return nodes_; }

  // After a proof: an answer to an attack that holds without leading back to a state of the
  // path, or nothing. `after` is the state with the attack on `point` (-1 for a pass), `ko` as
  // LocalGame::attack gave it. A point, -1 for a pass; rather one that settles the field.
  std::optional<int> proven_answer(const LocalGame::State& after, int point, int ko,
                                   const std::vector<LocalGame::State>& path, StopWatch& question);

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
  using Node = RegionGame::Node;

  // The attacks at a node, with what is known of each.
  RegionGame::Children attacks_at(const Node& node);
  std::optional<dfpn::Number> rank_of(const Node& node, const Node& before);
  std::optional<Node> last_stand(const Node& node) const;

  RegionGame game_;
  dfpn::Search<RegionGame> search_;
  std::int64_t nodes_ = 0;
};

}  // namespace goseki
