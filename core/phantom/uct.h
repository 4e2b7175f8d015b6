// The players with a tree: UCT with four ways to guess the opponent's unknown stones.
#pragma once

#include "phantom/belief.h"
#include "phantom/search.h"

namespace goseki::phantom {

// How UCT deals with what it does not know (Borsboom 2007, 2.4.2 and 2.5).
enum class UctKind : std::uint8_t {
  kRandom,         // UCT_rand: the tree ignores unknown stones; they are scattered at the leaf
  kProbable,       // UCT_prob: replies that were much visited may stand on the board already
  kInfluenceMove,  // UCT_infmove: UCT_rand, moves that gain influence are tried first
  kInfluenceFill,  // UCT_inffill: UCT_rand, stones are scattered where they gain influence
};

// Builds a tree on the belief and returns the move with most visits. Children share one high
// value until their first visit, a leaf gets children on its second visit, and every
// simulation adds one to the visits of the root.
Choice choose_uct(const Belief& belief, const std::vector<Point>& moves, UctKind kind,
                  const SearchOptions& options, const Progress& progress);

// A node of the tree, for looking at. The root is its own parent, and its move is kPass.
struct TreeNode {
  int parent = 0;  // where its parent stands in the list
  Point move = kPass;
  std::int64_t visits = 0;
  double value = 0;  // mean for Black
};

struct TreeView {
  std::vector<TreeNode> nodes;
  bool interrupted = false;
};

// Builds the same tree, and returns its most visited nodes, each after its parent.
TreeView view_uct(const Belief& belief, const std::vector<Point>& moves, UctKind kind,
                  const SearchOptions& options, int nodes, const Progress& progress);

}  // namespace goseki::phantom
