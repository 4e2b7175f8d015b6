#include "phantom/uct.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

#include "phantom/influence.h"
#include "playout/weighted_sampler.h"

namespace goseki::phantom {
namespace {

// What an unvisited child is worth to who chooses: more than any that was visited, but
// finite, so that the influence decides among several.
constexpr double kFirstPlay = 1e6;

// A tree of this size is not expanded any more (24 bytes a node).
constexpr std::size_t kMostNodes = 20'000'000;

struct Node {
  std::int64_t sum = 0;
  std::int32_t visits = 0;
  std::int32_t first_child = 0;
  std::int16_t child_count = 0;
  Point move = kPass;
};

class Tree {
 public:
  Tree(const Belief& belief, const std::vector<Point>& moves, UctKind kind,
       const SearchOptions& options)
      : belief_(belief),
        enemy_(opponent(belief.to_play)),
        moves_(moves),
        kind_(kind),
        options_(options),
        start_(belief.board()),
        scorer_(options) {
    nodes_.emplace_back();
    if (kind == UctKind::kInfluenceMove || kind == UctKind::kInfluenceFill) {
      gains_ = influence_gains(belief.position);
    }
    if (kind == UctKind::kInfluenceFill) fill_sampler();
  }

  // One simulation. Its random numbers depend on nothing but the seed and its number.
  void simulate(std::int64_t number) {
    random_ = Random(options_.seed, static_cast<std::uint64_t>(number));
    board_ = start_;
    guessed_.clear();
    path_.assign(1, 0);
    passes_ = 0;
    while (nodes_[path_.back()].child_count > 0 && descend()) {
    }
    const Node& leaf = nodes_[path_.back()];
    if (leaf.visits > 0 && leaf.child_count == 0 && passes_ < 2 && nodes_.size() < kMostNodes) {
      expand();
      descend();
    }
    fill();
    play_out(board_, random_, [](Point, Color) {});
    const int value = scorer_.of(board_);
    for (std::int32_t node : path_) {
      nodes_[node].sum += value;
      ++nodes_[node].visits;
    }
  }

  Choice choice() const {
    Choice result;
    result.simulations = nodes_[0].visits;
    const Node* best = nullptr;
    for (int i = 0; i < nodes_[0].child_count; ++i) {
      const Node& child = nodes_[nodes_[0].first_child + i];
      const double value = child.visits > 0 ? scorer_.mean(child.sum, child.visits) : 0;
      result.values.push_back({child.move, child.visits, value});
      if (best == nullptr || child.visits > best->visits) best = &child;
    }
    result.move = best == nullptr ? moves_[0] : best->move;
    std::sort(result.values.begin(), result.values.end(),
              [](const MoveValue& a, const MoveValue& b) { return a.move < b.move; });
    return result;
  }

  // The most visited nodes, best first; a child never has more visits than its parent.
  std::vector<TreeNode> most_visited(int count) const {
    struct Waiting {
      std::int32_t visits;
      std::int32_t node;
      int parent;
      bool operator<(const Waiting& other) const {
        return visits != other.visits ? visits < other.visits : node > other.node;
      }
    };
    std::priority_queue<Waiting> waiting;
    waiting.push({nodes_[0].visits, 0, 0});
    std::vector<TreeNode> found;
    while (!waiting.empty() && static_cast<int>(found.size()) < count) {
      const Waiting next = waiting.top();
      waiting.pop();
      const Node& node = nodes_[next.node];
      if (node.visits == 0) break;
      const int place = static_cast<int>(found.size());
      found.push_back({next.parent, node.move, node.visits, scorer_.mean(node.sum, node.visits)});
      for (int i = 0; i < node.child_count; ++i) {
        const std::int32_t child = node.first_child + i;
        waiting.push({nodes_[child].visits, child, place});
      }
    }
    return found;
  }

 private:
  int depth() const { return static_cast<int>(path_.size()) - 1; }

  // Steps to a child of the last node of the path; false if none can be played.
  bool descend() {
    if (kind_ == UctKind::kProbable && depth() == 1) guess_replies();
    const std::int32_t child = select();
    if (child < 0) return false;
    const Point move = nodes_[child].move;
    if (move == kPass) {
      board_.pass();
      ++passes_;
    } else {
      board_.try_play<EyeRule::kAtari>(board_.number_of(move));
      passes_ = 0;
    }
    path_.push_back(child);
    return true;
  }

  // The child with the best bound for the side to move: X + C sqrt(ln t(N) / t(N_i)) for
  // Black; White, who wants small values, takes the other side of the interval.
  std::int32_t select() const {
    const Node& node = nodes_[path_.back()];
    const double log_visits = std::log(std::max(1, node.visits));
    const int side = sign(board_.to_play());
    const double bias = options_.bias / std::sqrt(std::max(1, node.visits));
    std::int32_t best = -1;
    double best_score = 0;
    for (std::int32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
      const Node& child = nodes_[i];
      if (kind_ == UctKind::kProbable && !is_open(child.move)) continue;
      double score = kFirstPlay;
      if (child.visits > 0) {
        score = side * scorer_.mean(child.sum, child.visits) +
                options_.exploration * std::sqrt(log_visits / child.visits);
      }
      if (kind_ == UctKind::kInfluenceMove) {
        score += bias * side * gains_.of(board_.to_play())[child.move];
      }
      if (best < 0 || score > best_score) {
        best = i;
        best_score = score;
      }
    }
    return best;
  }

  bool is_open(Point move) const {
    return move == kPass || (board_.at(move) == Color::kEmpty && board_.is_playable(move));
  }

  // Takes each reply of the opponent for an already played hidden stone, with a probability
  // that grows with its share of the visits.
  void guess_replies() {
    const Node& node = nodes_[path_.back()];
    for (int i = 0; i < node.child_count; ++i) {
      if (static_cast<int>(guessed_.size()) == belief_.unknown) return;
      const Node& child = nodes_[node.first_child + i];
      const double share = static_cast<double>(child.visits) / node.visits;
      const double chance = options_.caution * share * belief_.unknown;
      if (random_.next() >= chance * 0x1p32 || child.move == kPass) continue;
      if (board_.try_place(board_.number_of(child.move), enemy_)) guessed_.push_back(child.move);
    }
  }

  // Gives the last node of the path all moves as children, in random order, which decides
  // among equals; a pass if there is none.
  void expand() {
    std::vector<Point>& moves = scratch_;
    moves.clear();
    if (depth() == 0) {
      moves = moves_;
    } else {
      // Guessed stones are there in this simulation only: what is a move without them is
      // decided when it is to be played.
      for (int i = 0; i < board_.empty_count(); ++i) {
        const Point point = board_.empty(i);
        if (!guessed_.empty() || board_.is_playable(point)) moves.push_back(point);
      }
      for (Point point : guessed_) {
        if (board_.at(point) == enemy_) moves.push_back(point);
      }
    }
    for (std::size_t i = moves.size(); i > 1; --i) {
      std::swap(moves[i - 1], moves[random_.below(static_cast<std::uint32_t>(i))]);
    }
    if (moves.empty()) moves.push_back(kPass);
    Node& node = nodes_[path_.back()];
    node.first_child = static_cast<std::int32_t>(nodes_.size());
    node.child_count = static_cast<std::int16_t>(moves.size());
    for (Point move : moves) {
      nodes_.emplace_back();
      nodes_.back().move = move;
    }
  }

  void fill_sampler() {
    const auto& gains = gains_.of(enemy_);
    for (int i = 0; i < start_.empty_count(); ++i) {
      const Point point = start_.empty(i);
      sampler_.set(point, static_cast<std::uint32_t>(std::max(0, sign(enemy_) * gains[point])));
    }
  }

  // Puts the stones that are still missing on the board.
  void fill() {
    const int missing = belief_.unknown - static_cast<int>(guessed_.size());
    if (kind_ != UctKind::kInfluenceFill) {
      scatter(board_, enemy_, missing, random_);
      return;
    }
    WeightedSampler weights = sampler_;
    for (int placed = 0; placed < missing && weights.total() > 0;) {
      const Point point = weights.draw(random_);
      weights.set(point, 0);
      if (board_.at(point) != Color::kEmpty) continue;
      placed += board_.try_place(board_.number_of(point), enemy_);
    }
  }

  const Belief& belief_;
  Color enemy_;
  const std::vector<Point>& moves_;
  UctKind kind_;
  const SearchOptions& options_;
  PlayoutBoard start_;
  Scorer scorer_;
  InfluenceGains gains_;
  WeightedSampler sampler_;
  std::vector<Node> nodes_;
  // Of the simulation that goes on:
  Random random_{0};
  PlayoutBoard board_ = start_;
  std::vector<std::int32_t> path_;
  std::vector<Point> guessed_;
  std::vector<Point> scratch_;
  int passes_ = 0;
};

// Simulates as long as the budget allows. Returns whether it was interrupted.
bool grow(Tree& tree, const SearchOptions& options, const Progress& progress) {
  Budget budget(options, progress);
  std::int64_t done = 0;
  do {
    tree.simulate(done++);
  } while (budget.allows(done));
  return budget.interrupted();
}

}  // namespace

Choice choose_uct(const Belief& belief, const std::vector<Point>& moves, UctKind kind,
                  const SearchOptions& options, const Progress& progress) {
  Tree tree(belief, moves, kind, options);
  const bool interrupted = grow(tree, options, progress);
  Choice choice = tree.choice();
  choice.interrupted = interrupted;
  return choice;
}

TreeView view_uct(const Belief& belief, const std::vector<Point>& moves, UctKind kind,
                  const SearchOptions& options, int nodes, const Progress& progress) {
  if (moves.empty()) return {};
  Tree tree(belief, moves, kind, options);
  const bool interrupted = grow(tree, options, progress);
  return {tree.most_visited(nodes), interrupted};
}

}  // namespace goseki::phantom
