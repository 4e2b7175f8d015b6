#include "solvers/go/deliberation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "board/position.h"
#include "playout/playout_board.h"
#include "playout/random.h"
#include "playout/uniform_choice.h"
#include "solvers/go/outlook.h"

namespace goseki::go {
namespace {

// A thought takes about a tenth of what a situation has cost: so many games at first, and so
// many times more whenever the cost has grown as much, up to a limit.
constexpr int kFirstGames = 2000;
constexpr int kLogGrowth = 3;
constexpr int kMaxGrowths = 2;
constexpr std::size_t kMaxNodes = 1 << 14;  // for 9 MB
// How much a move's uncertainty counts, where values lie between 0 and 1.
constexpr float kCuriosity = 0.4F;
constexpr float kUntried = 10;  // more than any value: what was not tried comes first
constexpr int kNone = -1;
constexpr int kUnplayable = -1;

struct Move {
  int visits = 0;  // or kUnplayable
  float mean = 0;
  float rarity = 0;  // 1 / sqrt(visits)
  int node = kNone;

  void note(float value) {
    ++visits;
    mean += (value - mean) / static_cast<float>(visits);
    rarity = 1 / std::sqrt(static_cast<float>(visits));
  }
};
struct Node {
  std::array<Move, kMaxPoints> moves;
  int visits = 0;
};
struct Step {
  int node;
  int move;
};

PlayoutBoard make_board(Size size, const Situation& situation) {
  Position position(size);
  std::vector<Point> removed;  // stays empty: every block has a liberty
  for (int point : situation.attacker) position.play(size.point(point), Color::kBlack, removed);
  for (int point : situation.defender) position.play(size.point(point), Color::kWhite, removed);
  const Color to_play = situation.attacker_to_move ? Color::kBlack : Color::kWhite;
  return PlayoutBoard(position, to_play, situation.ko < 0 ? kNoPoint : size.point(situation.ko));
}

// The move to try next, or kNone.
int choose(const Node& node, const PlayoutBoard& board, Random& random) {
  const Size size = board.size();
  const bool black = board.to_play() == Color::kBlack;
  const float curiosity = kCuriosity * std::sqrt(std::log(static_cast<float>(node.visits) + 1));
  float best = -1;
  int choice = kNone;
  for (int i = 0; i < board.empty_count(); ++i) {
    const int point = size.index(board.empty(i));
    const Move& move = node.moves[point];
    if (move.visits == kUnplayable) continue;
    const float value = black ? move.mean : 1 - move.mean;
    const float merit = move.visits == 0 ? kUntried + static_cast<float>(random.next())
                                         : value + curiosity * move.rarity;
    if (merit > best) {
      best = merit;
      choice = point;
    }
  }
  return choice;
}

// Black's lead at the end of a random game.
int finish(PlayoutBoard& board, Random& random) {
  const int longest = 4 * board.size().points();
  int passes = 0;
  for (int ply = 0; ply < longest && passes < 2; ++ply) {
    if (play_uniform(board, random) == goseki::kPass) {
      board.pass();
      ++passes;
    } else {
      passes = 0;
    }
  }
  return board.area_lead();
}

// Half for reaching the threshold, half for the lead itself.
float value_of(int lead, int threshold, int points) {
  const float share = static_cast<float>(lead + points) / static_cast<float>(2 * points);
  return (lead >= threshold ? 0.5F : 0.0F) + share / 2;
}

}  // namespace

const Opinion& Deliberation::opinion(const Situation& situation, std::uint64_t name, int symmetry,
                                     const Digits& digits, int threshold, int cost) {
  const int growths = std::min((cost - kLeastCost) / kLogGrowth, kMaxGrowths);
  const int games = kFirstGames << (growths * kLogGrowth);
  Thought& thought = thoughts_[name];
  if (thought.games < games) {
    thought.games = games;
    const Opinion own = think(situation, threshold, games, name);
    for (int point = 0; point < size_.points(); ++point) {
      thought.opinion[digits.image(symmetry, point)] = own[point];
    }
  }
  return thought.opinion;
}

Opinion Deliberation::think(const Situation& situation, int threshold, int games,
                            std::uint64_t seed) const {
  const PlayoutBoard start = make_board(size_, situation);
  Random random(seed);
  std::vector<Node> nodes(1);
  std::vector<Step> path;
  for (int game = 0; game < games; ++game) {
    PlayoutBoard board = start;
    path.clear();
    int node = 0;
    while (node != kNone) {
      const int move = choose(nodes[node], board, random);
      if (move == kNone) break;
      if (!board.try_play(board.number_of(size_.point(move)))) {
        nodes[node].moves[move].visits = kUnplayable;
        continue;
      }
      path.push_back({node, move});
      Move& tried = nodes[node].moves[move];
      const int next = tried.node;
      if (next == kNone && tried.visits > 0 && nodes.size() < kMaxNodes) {
        tried.node = static_cast<int>(nodes.size());
        nodes.emplace_back();
      }
      node = next;
    }
    const float value = value_of(finish(board, random), threshold, size_.points());
    for (const auto [at, move] : path) {
      ++nodes[at].visits;
      nodes[at].moves[move].note(value);
    }
  }
  Opinion opinion{};
  for (int point = 0; point < size_.points(); ++point) {
    const int visits = std::max(0, nodes[0].moves[point].visits);
    opinion[point] = static_cast<std::int32_t>(std::log2(visits + 1.0) * Outlook::kOne);
  }
  return opinion;
}

}  // namespace goseki::go
