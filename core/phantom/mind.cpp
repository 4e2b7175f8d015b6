#include "phantom/mind.h"

#include <algorithm>
#include <cmath>

#include "phantom/flat.h"

namespace goseki::phantom {
namespace {

// All figures below were chosen by matches of 40 games against mce_all on 9x9, at 500
// simulations a decision.
constexpr int kWorlds = 64;
constexpr float kSameTurn = 0.7F;  // what remains of all sums after a refusal
constexpr float kNextTurn = 0.4F;  // and of all-as-first sums in the next turn
constexpr double kBit = 0.06;      // what a bit of information is worth, in games won
constexpr float kTrust = 600;      // games after which visits count as much as all-as-first
constexpr float kExploration = 0.1F;
constexpr int kDeepest = 6;
constexpr float kVisitsToExpand = 2;

// Average games that are added to those of a point. A point that is free in few worlds has few
// games, and should not look like the best move by chance.
constexpr float kDoubt = 30;

// A tree of this size is not expanded any more (36 bytes a move).
constexpr std::size_t kMostMoves = 4'000'000;

}  // namespace

Mind::Mind(Size size, Color color, Kind kind, std::uint64_t seed)
    : size_(size),
      own_(color),
      kind_(kind),
      random_(seed),
      particles_(size, color),
      board_(Position(size), color),
      stamps_(points(), 0) {
  for (Tree& tree : trees_) tree.resize(points());
}

void Mind::observe(const Event& event) {
  particles_.observe(event, random_);
  if (event.kind != Event::Kind::kRefused) turn_is_new_ = true;
}

bool Mind::renew() {
  particles_.renew(kWorlds, random_);
  return !worlds().empty();
}

Choice Mind::choose(const std::vector<Point>& refused, const SearchOptions& options,
                    const Progress& progress) {
  refused_ = refused;
  find_starts();
  const std::vector<Point> moves = candidates();
  Choice choice;
  choice.move = moves.empty() ? last_resort() : moves[0];
  if (moves.size() < 2) return choice;
  fade();
  const Ran ran =
      kind_ == Kind::kFlat ? think_flat(options, progress) : think_in_trees(options, progress);
  choice = answer(moves);
  choice.simulations = ran.simulations;
  choice.interrupted = ran.interrupted;
  return choice;
}

Mind::Ran Mind::think_flat(SearchOptions options, const Progress& progress) {
  options.seed = (static_cast<std::uint64_t>(random_.next()) << 32) | random_.next();
  const FirstPlays plays = play_all_as_first(starts_, options, progress);
  const Scorer scorer(options);
  const auto add = [&](Sum& sum, const Tally& tally) {
    sum.games += static_cast<float>(tally.games);
    sum.value += scorer.share(tally.sum, tally.games, size_);
  };
  for (std::size_t i = 0; i < points(); ++i) {
    const Point point = size_.point(static_cast<int>(i));
    add(trees_[0][i].first, plays.own[point]);
    add(trees_[0][i].second, plays.enemy[point]);
  }
  add(all_, plays.all);
  return {plays.all.games, plays.interrupted};
}

Mind::Ran Mind::think_in_trees(const SearchOptions& options, const Progress& progress) {
  const Scorer scorer(options);
  Budget budget(options, progress);
  std::int64_t done = 0;
  do {
    simulate(scorer);
  } while (budget.allows(++done));
  return {done, budget.interrupted()};
}

bool Mind::is_refused(Point point) const {
  return std::find(refused_.begin(), refused_.end(), point) != refused_.end();
}

void Mind::find_starts() {
  starts_.clear();
  free_.assign(points(), 0);
  for (const World& world : worlds()) {
    const PlayoutBoard& board = starts_.emplace_back(world.position, own_, world.ko);
    for (int i = 0; i < board.empty_count(); ++i) {
      const Point point = board.empty(i);
      if (board.is_playable(point) && !is_refused(point)) {
        ++free_[static_cast<std::size_t>(size_.index(point))];
      }
    }
  }
}

std::vector<Point> Mind::candidates() const {
  std::vector<Point> found;
  for (int i = 0; i < size_.points(); ++i) {
    if (free_[static_cast<std::size_t>(i)] > 0) found.push_back(size_.point(i));
  }
  return found;
}

Point Mind::last_resort() const {
  // Own stones are the same in all worlds.
  const Position& position = worlds()[0].position;
  const auto is_own = [&](Point p) {
    return position.at(p) == own_ || position.at(p) == Color::kWall;
  };
  for (int i = 0; i < size_.points(); ++i) {
    const Point point = size_.point(i);
    const auto around = neighbors(point);
    if (!is_own(point) && !is_refused(point) &&
        !std::all_of(around.begin(), around.end(), is_own)) {
      return point;
    }
  }
  return kPass;
}

void Mind::fade() {
  for (Tree& tree : trees_) {
    tree.resize(points());
    for (Move& move : tree) {
      move.next = -1;
      for (Sum* sum : {&move.first, &move.second}) sum->fade(turn_is_new_ ? kNextTurn : kSameTurn);
      for (Sum* sum : {&move.played, &move.open}) sum->fade(turn_is_new_ ? 0 : kSameTurn);
    }
  }
  all_.fade(kNextTurn);
  turn_is_new_ = false;
}

void Mind::simulate(const Scorer& scorer) {
  board_ = starts_[random_.below(static_cast<std::uint32_t>(starts_.size()))];
  path_.clear();
  stones_.clear();
  open_.clear();
  std::array<std::int32_t, 2> nodes{};
  while (static_cast<int>(path_.size()) < kDeepest && descend(nodes)) {
  }
  play_out(board_, random_,
           [this](Point point, Color color) { stones_.push_back({point, color}); });
  learn(scorer.share(scorer.of(board_), 1, size_));
}

// Plays a move of the tree of the side to play; false if it has none there.
bool Mind::descend(std::array<std::int32_t, 2>& nodes) {
  const int side = board_.to_play() == own_ ? 0 : 1;
  if (nodes[side] < 0) return false;
  Tree& tree = trees_[side];
  const std::size_t node = static_cast<std::size_t>(nodes[side]) * points();
  const std::size_t open = open_.size();
  const int chosen = select(tree, node);
  if (chosen < 0) return false;
  path_.push_back({side, node, chosen, stones_.size(), open});
  const Point point = size_.point(chosen);
  stones_.push_back({point, board_.to_play()});
  board_.try_play<EyeRule::kAtari>(board_.number_of(point));
  Move& move = tree[node + static_cast<std::size_t>(chosen)];
  const bool expands = move.next < 0 && move.played.games + 1 >= kVisitsToExpand;
  if (expands && tree.size() < kMostMoves) {
    move.next = static_cast<std::int32_t>(tree.size() / points());
    nodes[side] = move.next;
    tree.resize(tree.size() + points());
  } else {
    nodes[side] = move.next;
  }
  return true;
}

// The index of the best move that this world allows; -1 if there is none.
int Mind::select(const Tree& tree, std::size_t node) {
  const Color color = board_.to_play();
  int best = -1;
  float best_score = 0;
  for (int i = 0; i < board_.empty_count(); ++i) {
    const Point point = board_.empty(i);
    if (!board_.is_playable(point) || (path_.empty() && is_refused(point))) continue;
    const int index = size_.index(point);
    open_.push_back(index);
    const Move& move = tree[node + static_cast<std::size_t>(index)];
    const float bonus = std::sqrt(std::log(1 + move.open.games) / (move.played.games + 1));
    const float score = advantage(move, color) + kExploration * bonus;
    if (best < 0 || score > best_score) {
      best = index;
      best_score = score;
    }
  }
  return best;
}

void Mind::learn(float value) {
  all_.add(value);
  std::size_t open_end = open_.size();
  for (std::size_t i = path_.size(); i-- > 0;) {
    const Step& step = path_[i];
    Move* moves = &trees_[static_cast<std::size_t>(step.tree)][step.node];
    moves[step.move].played.add(value);
    for (std::size_t k = step.open; k < open_end; ++k) moves[open_[k]].open.add(value);
    open_end = step.open;
    ++stamp_;
    const Color color = color_of(step.tree);
    for (std::size_t k = step.stones; k < stones_.size(); ++k) {
      const int index = size_.index(stones_[k].point);
      if (stamps_[static_cast<std::size_t>(index)] == stamp_) continue;
      stamps_[static_cast<std::size_t>(index)] = stamp_;
      (stones_[k].color == color ? moves[index].first : moves[index].second).add(value);
    }
  }
}

// How much better than the average move in the same worlds it is for its side.
float Mind::advantage(const Move& move, Color color) const {
  const float average = all_.mean_or(0.5F);
  const float as_first =
      (move.first.mean_towards(average, kDoubt) - move.second.mean_towards(average, kDoubt)) / 2;
  const float played = move.played.mean_or(0) - (move.played.games > 0 ? move.open.mean_or(0) : 0);
  const float trust = std::sqrt(kTrust / (3 * move.played.games + kTrust));
  return static_cast<float>(sign(color)) * (trust * as_first + (1 - trust) * played);
}

// The best move; or one that is worth less if it is played, but tells more if it is refused.
Choice Mind::answer(const std::vector<Point>& moves) const {
  Choice choice;
  const auto index_of = [&](Point move) { return static_cast<std::size_t>(size_.index(move)); };
  double best = -1;
  for (Point move : moves) {
    best = std::max<double>(best, advantage(trees_[0][index_of(move)], own_));
  }
  double best_worth = -2;
  for (Point point : moves) {
    const Move& move = trees_[0][index_of(point)];
    const double played = static_cast<double>(free_[index_of(point)]) / starts_.size();
    const double refused = 1 - played;
    const double told = refused > 0 ? -refused * std::log2(refused) : 0;
    const double worth = played * (advantage(move, own_) - best) + kBit * told;
    if (worth > best_worth) {
      best_worth = worth;
      choice.move = point;
    }
    choice.values.push_back(
        {point, std::llround(move.first.games), move.first.mean_or(all_.mean_or(0.5F))});
  }
  return choice;
}

}  // namespace goseki::phantom
