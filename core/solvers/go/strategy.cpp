#include "solvers/go/strategy.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "life/unconditional.h"
#include "search/energy_game.h"

namespace goseki::go {
namespace {

using Node = EnergyGame::Node;
using Kind = EnergyGame::Kind;
using Credit = EnergyGame::Credit;
using Credits = std::vector<Credit>;

constexpr std::size_t kExpansionsBetweenLooks = 1 << 8;

// Where a draw is not enough, a pass of the winner must outweigh a whole cycle. Every weight is
// sound. A greater one finds more strategies but takes longer, so a small one is tried first.
constexpr int kPassWeights[] = {64, 1024};
constexpr Credit kCreditPerWeight = 64;
constexpr Credit kLeastCap = 512;

// The bit of a key that says that one more pass is needed to end the game.
constexpr std::uint64_t kTwinBit = 1;

struct Successor {
  Situation situation;
  std::uint64_t key;
  int move;  // in the situation it comes from
};

// A search that is asked many times about one threshold, within limits for all questions
// together.
class Questions {
 public:
  Questions(AttackSearch& search, int threshold, const AttackOptions& options)
      : search_(search),
        threshold_(threshold),
        options_(options),
        start_(Clock::now()),
        nodes_before_(search.nodes()) {}

  AttackResult ask(const Situation& now, const Progress& progress) {
    if (is_over_limit()) return {};
    AttackOptions options = options_;
    if (options.max_nodes > 0) options.max_nodes -= nodes();
    if (options.seconds > 0) options.seconds = std::max(options.seconds - seconds(), kLeastSeconds);
    options_.keep_table = true;
    return search_.prove(now, threshold_, options, progress);
  }

  bool is_over_limit() const {
    return (options_.max_nodes > 0 && nodes() >= options_.max_nodes) ||
           (options_.seconds > 0 && seconds() >= options_.seconds);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kLeastSeconds = 1e-3;  // 0 would be no limit

  std::uint64_t nodes() const { return search_.nodes() - nodes_before_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  AttackSearch& search_;
  int threshold_;
  AttackOptions options_;
  Clock::time_point start_;
  std::uint64_t nodes_before_;
};

class Collector {
 public:
  Collector(const AttackSearch& search, Questions& questions, int threshold,
            const StrategyOptions& options, const Progress& progress, bool attacker_wins,
            int pass_weight)
      : search_(search),
        questions_(questions),
        threshold_(threshold),
        options_(options),
        progress_([this, &progress](double) {
          stopped_ = stopped_ || !progress(static_cast<double>(game_.size()));
          return !stopped_;
        }),
        watch_({}, progress_),
        attacker_wins_(attacker_wins),
        pass_weight_(pass_weight),
        step_cost_(options.search.draw_suffices == attacker_wins ? 0 : 1) {}

  StrategyOutcome run(const Situation& root, Strategy& strategy);

 private:
  // A node's situation is what its key says.
  Situation situation_of(std::uint64_t key) const;
  std::vector<Successor> successors(const Situation& now) const;
  Kind classify(const Situation& now) const;
  bool winner_moves(const Situation& now) const { return now.attacker_to_move == attacker_wins_; }
  AttackResult ask(const Situation& now);
  bool is_won(const Situation& now);
  int weight(bool of_winner, int move) const {
    return (move != kPass ? 0 : of_winner ? pass_weight_ : -pass_weight_) - step_cost_;
  }

  Node node_of(const Situation& situation, std::uint64_t key);
  // The twin differs only in how many passes end the game. Whether that makes it another situation
  // is a matter of the rules; with equal credits for both, the strategy holds either way.
  void tie_to_twin(Node node);
  bool is_open(Node node) const {
    return game_.kind(node) == Kind::kWinner || game_.kind(node) == Kind::kLoser;
  }
  void add_step(Node from, const Successor& successor);
  bool has_step(Node from, int move) const {
    return std::find(moves_[from].begin(), moves_[from].end(), move) != moves_[from].end();
  }

  // Adds everything that can arise from a node, with one move for the winner each time.
  void collect(Node start);
  void expand(Node node);
  void choose_move(Node node, const Situation& now);
  // Gives the node one more winning move that it does not have; false if there is none.
  bool add_new_move(Node node);
  // Gives nodes without credit moves to nodes with it; false if there are none.
  bool add_known_moves(const Credits& credits);
  bool add_new_moves(Node root, const Credits& credits);

  void extract(Node root, const Credits& credits, Strategy& strategy);
  int best_move(Node node, const Credits& credits, const std::vector<bool>& kept, Node& to) const;

  bool failed() const { return stopped_ || too_large_ || over_limit_; }

  const AttackSearch& search_;
  Questions& questions_;
  int threshold_;
  const StrategyOptions& options_;
  Progress progress_;
  StopWatch watch_;
  bool attacker_wins_;
  int pass_weight_;
  int step_cost_;
  bool stopped_ = false;
  bool too_large_ = false;
  bool over_limit_ = false;
  bool undecided_ = false;
  std::size_t expansions_ = 0;

  EnergyGame game_;
  std::unordered_map<std::uint64_t, Node> nodes_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::vector<std::int8_t>> moves_;  // of each step of a node
  std::vector<bool> expanded_;
  std::vector<bool> closed_;  // all that arises from it has been collected
};

Situation Collector::situation_of(std::uint64_t key) const {
  const auto flags = static_cast<int>(key % 16);
  const int ko = static_cast<int>(key / 16 % 64) - 1;
  std::uint64_t number = key / 1024;
  Set stones[2];
  for (int point = 0; number > 0; ++point, number /= 3) {
    if (number % 3 != 0) stones[number % 3 - 1].insert(point);
  }
  Situation situation = make_situation(search_.digits(), stones[0], stones[1], (flags & 8) != 0, ko,
                                       options_.ko_pass);
  situation.passes = flags % 8 / 2;
  situation.passes_needed = 2 + flags % 2;
  return situation;
}

std::vector<Successor> Collector::successors(const Situation& now) const {
  std::vector<Successor> result;
  int symmetry = 0;
  Successor next;
  for (int point : search_.grid().board() & ~now.stones()) {
    if (play(search_.grid(), search_.digits(), now, point, next.situation) < 0) continue;
    next.move = point;
    next.key = next.situation.canonical_key(search_.digits(), symmetry);
    result.push_back(next);
  }
  pass(now, next.situation);
  next.move = kPass;
  next.key = next.situation.canonical_key(search_.digits(), symmetry);
  result.push_back(next);
  return result;
}

Kind Collector::classify(const Situation& now) const {
  const Grid<1>& grid = search_.grid();
  const int points = grid.size().points();
  const auto decided = [&](bool attacker) {
    return attacker == attacker_wins_ ? Kind::kWon : Kind::kLost;
  };
  if (now.is_over()) {
    return decided(terminal_score(grid, now.attacker, now.defender, true) >= threshold_);
  }
  if (2 * unconditional_area(grid, now.attacker, now.defender).count() - points >= threshold_) {
    return decided(true);
  }
  if (points - 2 * unconditional_area(grid, now.defender, now.attacker).count() < threshold_) {
    return decided(false);
  }
  return winner_moves(now) ? Kind::kWinner : Kind::kLoser;
}

Node Collector::node_of(const Situation& situation, std::uint64_t key) {
  const auto [place, is_new] = nodes_.try_emplace(key, static_cast<Node>(game_.size()));
  if (is_new) {
    game_.add(classify(situation));
    keys_.push_back(key);
    moves_.emplace_back();
    expanded_.push_back(false);
    closed_.push_back(false);
    tie_to_twin(place->second);
    too_large_ = options_.max_situations > 0 && game_.size() > options_.max_situations;
  }
  return place->second;
}

void Collector::tie_to_twin(Node node) {
  const auto twin = nodes_.find(keys_[node] ^ kTwinBit);
  if (twin != nodes_.end() && is_open(node) && is_open(twin->second)) {
    game_.tie(node, twin->second);
  }
}

void Collector::add_step(Node from, const Successor& successor) {
  const Node to = node_of(successor.situation, successor.key);
  game_.add_step(from, {to, weight(game_.kind(from) == Kind::kWinner, successor.move)});
  moves_[from].push_back(static_cast<std::int8_t>(successor.move));
}

AttackResult Collector::ask(const Situation& now) {
  AttackResult result = questions_.ask(now, progress_);
  undecided_ = undecided_ || result.verdict == Verdict::kUnknown;
  over_limit_ = questions_.is_over_limit();
  return result;
}

bool Collector::is_won(const Situation& now) {
  const Kind kind = classify(now);
  if (kind == Kind::kWon || kind == Kind::kLost) return kind == Kind::kWon;
  const AttackResult result = ask(now);
  return result.verdict == (attacker_wins_ ? Verdict::kProven : Verdict::kHeld);
}

void Collector::choose_move(Node node, const Situation& now) {
  const std::vector<Successor> all = successors(now);
  for (const Successor& next : all) {
    if (classify(next.situation) == Kind::kWon) return add_step(node, next);
  }
  for (const Successor& next : all) {
    const auto known = nodes_.find(next.key);
    if (known != nodes_.end() && closed_[known->second] &&
        game_.kind(known->second) == Kind::kLoser) {
      return add_step(node, next);
    }
  }
  const AttackResult result = ask(now);
  if (stopped_) return;
  if (result.verdict != (attacker_wins_ ? Verdict::kProven : Verdict::kHeld)) {
    game_.set_kind(node, Kind::kLost);
    return;
  }
  if (result.line.empty()) {
    if (!add_new_move(node)) game_.set_kind(node, Kind::kLost);
    return;
  }
  for (const Successor& next : all) {
    if (next.move == result.line.front()) return add_step(node, next);
  }
}

bool Collector::add_new_move(Node node) {
  for (const Successor& next : successors(situation_of(keys_[node]))) {
    if (has_step(node, next.move) || !is_won(next.situation)) continue;
    if (stopped_) return false;
    add_step(node, next);
    return true;
  }
  return false;
}

void Collector::expand(Node node) {
  expanded_[node] = true;
  if (++expansions_ % kExpansionsBetweenLooks == 0) {
    watch_.look();
    over_limit_ = questions_.is_over_limit();
  }
  const Situation now = situation_of(keys_[node]);
  if (game_.kind(node) == Kind::kWinner) {
    choose_move(node, now);
  } else if (game_.kind(node) == Kind::kLoser) {
    for (const Successor& next : successors(now)) add_step(node, next);
  }
}

void Collector::collect(Node start) {
  struct Frame {
    Node node;
    std::size_t next_step;
  };
  std::vector<Frame> path{{start, 0}};
  while (!path.empty() && !failed()) {
    Frame& frame = path.back();
    if (!expanded_[frame.node]) expand(frame.node);
    const auto& steps = game_.steps(frame.node);
    while (frame.next_step < steps.size() && expanded_[steps[frame.next_step].to]) {
      ++frame.next_step;
    }
    if (frame.next_step < steps.size()) {
      path.push_back({steps[frame.next_step].to, 0});
    } else {
      closed_[frame.node] = true;
      path.pop_back();
    }
  }
}

bool Collector::add_known_moves(const Credits& credits) {
  bool added = false;
  for (Node node = 0; node < credits.size() && !watch_.count(); ++node) {
    if (credits[node] != EnergyGame::kInfinite || game_.kind(node) != Kind::kWinner) continue;
    for (const Successor& next : successors(situation_of(keys_[node]))) {
      const auto known = nodes_.find(next.key);
      if (known == nodes_.end() || credits[known->second] == EnergyGame::kInfinite) continue;
      if (has_step(node, next.move)) continue;
      add_step(node, next);
      added = true;
    }
  }
  return added;
}

bool Collector::add_new_moves(Node root, const Credits& credits) {
  std::vector<Node> open{root};
  std::vector<bool> seen(credits.size(), false);
  seen[root] = true;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const EnergyGame::Step& step : game_.steps(open[i])) {
      if (seen[step.to] || credits[step.to] != EnergyGame::kInfinite) continue;
      seen[step.to] = true;
      open.push_back(step.to);
    }
  }
  bool added = false;
  for (Node node : open) {
    if (game_.kind(node) != Kind::kWinner || failed()) continue;
    if (!add_new_move(node)) continue;
    collect(game_.steps(node).back().to);
    added = true;
  }
  return added && !failed();
}

int Collector::best_move(Node node, const Credits& credits, const std::vector<bool>& kept,
                         Node& to) const {
  int best = kNoMove;
  int best_rank = -1;
  for (const Successor& next : successors(situation_of(keys_[node]))) {
    const auto known = nodes_.find(next.key);
    if (known == nodes_.end()) continue;
    const Credit there = credits[known->second];
    const Credit needed = there - weight(true, next.move);
    if (there == EnergyGame::kInfinite || needed > credits[node]) continue;
    const bool is_end = game_.kind(known->second) == Kind::kWon;
    const int rank = is_end ? 2 : kept[known->second] ? 1 : 0;
    if (rank <= best_rank) continue;
    best_rank = rank;
    best = next.move;
    to = known->second;
  }
  return best;
}

// Walks from the root and keeps few nodes, since steps to nodes that are kept already come first.
void Collector::extract(Node root, const Credits& credits, Strategy& strategy) {
  std::vector<bool> kept(game_.size(), false);
  std::vector<Node> open{root};
  kept[root] = true;
  const auto keep = [&](Node node) {
    if (kept[node] || game_.kind(node) == Kind::kWon) return;
    kept[node] = true;
    open.push_back(node);
  };
  while (!open.empty() && !watch_.count()) {
    const Node node = open.back();
    open.pop_back();
    int move = kNoMove;
    if (game_.kind(node) == Kind::kWinner) {
      Node to = root;
      move = best_move(node, credits, kept, to);
      keep(to);
    } else {
      for (const EnergyGame::Step& step : game_.steps(node)) keep(step.to);
    }
    strategy.records.push_back({keys_[node], static_cast<std::int8_t>(move), credits[node]});
  }
  std::sort(strategy.records.begin(), strategy.records.end(),
            [](const StrategyRecord& a, const StrategyRecord& b) { return a.key < b.key; });
}

StrategyOutcome Collector::run(const Situation& root, Strategy& strategy) {
  strategy.attacker_wins = attacker_wins_;
  strategy.pass_weight = pass_weight_;
  strategy.step_cost = step_cost_;
  int symmetry = 0;
  const Node start = node_of(root, root.canonical_key(search_.digits(), symmetry));
  if (game_.kind(start) == Kind::kWon) return StrategyOutcome::kFound;
  collect(start);
  const Credit cap = std::max(kLeastCap, kCreditPerWeight * pass_weight_);
  while (!failed()) {
    const Credits credits = game_.credits(cap, watch_);
    if (failed()) break;
    if (credits[start] != EnergyGame::kInfinite) {
      extract(start, credits, strategy);
      if (!stopped_) return StrategyOutcome::kFound;
    } else if (!add_known_moves(credits) && !add_new_moves(start, credits))
      break;
  }
  if (stopped_) return StrategyOutcome::kStopped;
  if (too_large_) return StrategyOutcome::kTooLarge;
  return undecided_ || over_limit_ ? StrategyOutcome::kUndecided : StrategyOutcome::kNoStrategy;
}

}  // namespace

StrategyOutcome find_strategy(AttackSearch& search, const Situation& root, int threshold,
                              const StrategyOptions& options, const Progress& progress,
                              Strategy& strategy) {
  bool stopped = false;
  const Progress report = [&](double) { return !(stopped = !progress(0)); };
  Questions questions(search, threshold, options.search);
  const Verdict verdict = questions.ask(root, report).verdict;
  if (stopped) return StrategyOutcome::kStopped;
  if (verdict == Verdict::kUnknown) return StrategyOutcome::kUndecided;
  const bool attacker_wins = verdict == Verdict::kProven;
  const bool draws_are_enough = options.search.draw_suffices == attacker_wins;
  if (options.search.cycle == CycleRule::kDraw || draws_are_enough) {
    const int pass_weight = options.search.cycle == CycleRule::kDraw ? 0 : 1;
    return Collector(search, questions, threshold, options, progress, attacker_wins, pass_weight)
        .run(root, strategy);
  }
  StrategyOutcome outcome = StrategyOutcome::kNoStrategy;
  for (int pass_weight : kPassWeights) {
    outcome = Collector(search, questions, threshold, options, progress, attacker_wins, pass_weight)
                  .run(root, strategy);
    if (outcome != StrategyOutcome::kNoStrategy) break;
  }
  return outcome;
}

}  // namespace goseki::go
