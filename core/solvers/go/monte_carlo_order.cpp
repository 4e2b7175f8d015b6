#include "solvers/go/monte_carlo_order.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "board/position.h"
#include "playout/playout_board.h"
#include "playout/random.h"
#include "playout/random_game.h"
#include "playout/uniform_choice.h"
#include "solvers/go/predictor.h"

namespace goseki::go {
namespace {

// The games take about a tenth of the time that a situation has cost: 2000 at first, and 2^3 times
// as many whenever the cost has grown 2^3 times, at most twice.
constexpr int kFirstGames = 2000;
constexpr int kLogGrowth = 3;
constexpr int kMaxGrowths = 2;
constexpr std::size_t kMaxNodes = 1 << 14;  // for 9 MB
// How much a move's uncertainty counts, where values lie between 0 and 1.
constexpr float kCuriosity = 0.4F;
constexpr float kUntried = 10;     // more than any value: what was not tried comes first
constexpr int kMovesPerPoint = 4;  // of the longest game
constexpr int kGamesBetweenLooks = 256;
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
  play_random_game(
      board, kMovesPerPoint * board.size().points(),
      [&](PlayoutBoard& now) { return play_uniform(now, random); },
      [](Point, Color) { return true; });
  return board.area_lead();
}

// Half for reaching the threshold, half for the lead itself.
float value_of(int lead, int threshold, int points) {
  const float share = static_cast<float>(lead + points) / static_cast<float>(2 * points);
  return (lead >= threshold ? 0.5F : 0.0F) + share / 2;
}

}  // namespace

const Preferences& MonteCarloOrder::preferences(const Situation& situation, std::uint64_t key,
                                                int symmetry, const Digits& digits, int threshold,
                                                int cost, const std::function<bool()>& must_stop) {
  const int growths = std::min((cost - kLeastCost) / kLogGrowth, kMaxGrowths);
  const int games = kFirstGames << (growths * kLogGrowth);
  Known& known = known_[key];
  if (known.games < games) {
    known.games = games;
    const Preferences own = play_games(situation, threshold, games, key, must_stop);
    for (int point = 0; point < size_.points(); ++point) {
      known.preferences[digits.image(symmetry, point)] = own[point];
    }
  }
  return known.preferences;
}

Preferences MonteCarloOrder::play_games(const Situation& situation, int threshold, int games,
                                        std::uint64_t seed,
                                        const std::function<bool()>& must_stop) const {
  const PlayoutBoard start = make_board(size_, situation);
  Random random(seed);
  std::vector<Node> nodes(1);
  std::vector<Step> path;
  for (int game = 0; game < games; ++game) {
    if (game % kGamesBetweenLooks == 0 && must_stop()) break;
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
  Preferences preferences{};
  for (int point = 0; point < size_.points(); ++point) {
    const int visits = std::max(0, nodes[0].moves[point].visits);
    preferences[point] = static_cast<std::int32_t>(std::log2(visits + 1.0) * Predictor::kOne);
  }
  return preferences;
}

}  // namespace goseki::go
