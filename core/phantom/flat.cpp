#include "phantom/flat.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "threads.h"

namespace goseki::phantom {
namespace {

// Lets `threads` workers take numbered pieces of work, each a piece at a time, until `count`
// are taken (0: for ever) or the budget is used up. Which worker takes which piece does not
// matter if a piece's result depends on its number alone. Returns whether it was interrupted.
template <typename Worker>
bool share_work(std::vector<Worker>& workers, std::int64_t count, std::int64_t games_per_piece,
                Budget& budget) {
  std::atomic<std::int64_t> next{0};
  std::atomic<bool> stop{false};
  const auto take = [&](Worker& worker) {
    const std::int64_t piece = next.fetch_add(1);
    if (count > 0 && piece >= count) return false;
    worker.play(piece);
    return true;
  };
  Threads helpers;
  for (std::size_t i = 1; i < workers.size(); ++i) {
    helpers.start([&, i] {
      while (!stop && take(workers[i])) {
      }
    });
  }
  // This thread works too, and alone looks at the clock.
  while (take(workers[0]) && budget.allows(next * games_per_piece)) {
  }
  if (count == 0 || next < count || budget.interrupted()) stop = true;
  helpers.join();
  return budget.interrupted();
}

// The budget in seconds alone: how many pieces there are is decided beforehand.
SearchOptions timed(const SearchOptions& options) {
  SearchOptions by_time = options;
  by_time.simulations = 0;
  return by_time;
}

std::int64_t pieces(std::int64_t simulations, std::int64_t games_per_piece) {
  return (simulations + games_per_piece - 1) / games_per_piece;
}

// The index of the best value for a colour: the greatest for Black, the least for White.
std::size_t best_of(const std::vector<double>& values, Color color) {
  const auto best = color == Color::kBlack ? std::max_element(values.begin(), values.end())
                                           : std::min_element(values.begin(), values.end());
  return static_cast<std::size_t>(best - values.begin());
}

class Sweeper {
 public:
  Sweeper(const Belief& belief, const std::vector<Point>& moves, const SearchOptions& options)
      : belief_(belief),
        moves_(moves),
        seed_(options.seed),
        start_(belief.board()),
        scorer_(options),
        tallies_(moves.size()) {}

  void play(std::int64_t sweep) {
    const Color enemy = opponent(belief_.to_play);
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      PlayoutBoard board = start_;
      Random random(seed_, static_cast<std::uint64_t>(sweep) * moves_.size() + i);
      board.try_play<EyeRule::kAtari>(board.number_of(moves_[i]));
      scatter(board, enemy, belief_.unknown, random);
      play_out(board, random, [](Point, Color) {});
      tallies_[i].add(scorer_.of(board));
    }
  }
  const std::vector<Tally>& tallies() const { return tallies_; }

 private:
  const Belief& belief_;
  const std::vector<Point>& moves_;
  std::uint64_t seed_;
  PlayoutBoard start_;
  Scorer scorer_;
  std::vector<Tally> tallies_;
};

// Plays games from the boards that `deal` gives, and notes who was first on each point.
template <typename Deal>
class Player {
 public:
  // Games of one piece of work.
  static constexpr std::int64_t kGames = 25;

  Player(const Deal& deal, const SearchOptions& options)
      : deal_(deal), options_(options), scorer_(options) {}

  void play(std::int64_t piece) {
    std::int64_t last = (piece + 1) * kGames;
    if (options_.simulations > 0) last = std::min(last, options_.simulations);
    for (std::int64_t game = piece * kGames; game < last; ++game) play_game(game);
  }
  const FirstPlays& sums() const { return sums_; }

 private:
  void play_game(std::int64_t game) {
    Random random(options_.seed, static_cast<std::uint64_t>(game));
    PlayoutBoard board = deal_(game, random);
    const Color own = board.to_play();
    ++stamp_;
    first_count_ = 0;
    play_out(board, random, [this](Point point, Color color) {
      if (stamps_[point] == stamp_) return;
      stamps_[point] = stamp_;
      firsts_[first_count_++] = {point, color};
    });
    const int value = scorer_.of(board);
    sums_.all.add(value);
    for (int i = 0; i < first_count_; ++i) {
      const auto [point, color] = firsts_[i];
      (color == own ? sums_.own : sums_.enemy)[point].add(value);
    }
  }

  struct First {
    Point point;
    Color color;
  };

  const Deal& deal_;
  const SearchOptions& options_;
  Scorer scorer_;
  FirstPlays sums_;
  std::int64_t stamp_ = 0;
  std::array<std::int64_t, kCells> stamps_{};
  std::array<First, kMaxPoints> firsts_;
  int first_count_ = 0;
};

template <typename Deal>
FirstPlays play_from(const Deal& deal, const SearchOptions& options, const Progress& progress) {
  using Worker = Player<Deal>;
  std::vector<Worker> workers;
  for (int i = 0; i < options.threads; ++i) workers.emplace_back(deal, options);
  const SearchOptions by_time = timed(options);
  Budget budget(by_time, progress);
  FirstPlays sums;
  sums.interrupted =
      share_work(workers, pieces(options.simulations, Worker::kGames), Worker::kGames, budget);
  for (const Worker& worker : workers) sums.add(worker.sums());
  return sums;
}

}  // namespace

void FirstPlays::add(const FirstPlays& other) {
  for (int cell = 0; cell < kCells; ++cell) {
    own[cell].add(other.own[cell]);
    enemy[cell].add(other.enemy[cell]);
  }
  all.add(other.all);
}

FirstPlays play_all_as_first(const std::vector<PlayoutBoard>& starts, const SearchOptions& options,
                             const Progress& progress) {
  const auto deal = [&starts](std::int64_t game, Random&) {
    return starts[static_cast<std::size_t>(game) % starts.size()];
  };
  return play_from(deal, options, progress);
}

Choice choose_standard(const Belief& belief, const std::vector<Point>& moves,
                       const SearchOptions& options, const Progress& progress) {
  const auto per_sweep = static_cast<std::int64_t>(moves.size());
  std::vector<Sweeper> workers;
  for (int i = 0; i < options.threads; ++i) workers.emplace_back(belief, moves, options);
  const SearchOptions by_time = timed(options);
  Budget budget(by_time, progress);
  Choice choice;
  choice.interrupted =
      share_work(workers, pieces(options.simulations, per_sweep), per_sweep, budget);

  const Scorer scorer(options);
  std::vector<double> values;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Tally tally;
    for (const Sweeper& worker : workers) tally.add(worker.tallies()[i]);
    choice.simulations += tally.games;
    values.push_back(scorer.mean(tally.sum, tally.games));
    choice.values.push_back({moves[i], tally.games, values.back()});
  }
  choice.move = moves[best_of(values, belief.to_play)];
  return choice;
}

Choice choose_all_as_first(const Belief& belief, const std::vector<Point>& moves,
                           const SearchOptions& options, const Progress& progress) {
  const PlayoutBoard start = belief.board();
  const auto deal = [&](std::int64_t, Random& random) {
    PlayoutBoard board = start;
    scatter(board, opponent(belief.to_play), belief.unknown, random);
    return board;
  };
  const FirstPlays sums = play_from(deal, options, progress);
  Choice choice;
  choice.interrupted = sums.interrupted;
  choice.simulations = sums.all.games;
  const Scorer scorer(options);
  const double average = scorer.mean(sums.all.sum, sums.all.games);
  // Where one side was never first there is nothing to compare with but the average game.
  const auto mean_of = [&](const Tally& tally) {
    return tally.games > 0 ? scorer.mean(tally.sum, tally.games) : average;
  };
  std::vector<double> values;
  for (Point move : moves) {
    values.push_back(mean_of(sums.own[move]) - mean_of(sums.enemy[move]));
    choice.values.push_back({move, sums.own[move].games, values.back()});
  }
  choice.move = moves[best_of(values, belief.to_play)];
  return choice;
}

}  // namespace goseki::phantom
