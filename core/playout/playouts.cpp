#include "playout/playouts.h"

#include <algorithm>
#include <atomic>

#include "playout/playout_board.h"
#include "playout/random.h"
#include "playout/random_game.h"
#include "playout/uniform_choice.h"
#include "stop_watch.h"
#include "threads.h"

namespace goseki {
namespace {

constexpr int kGamesPerChunk = 64;
constexpr int kPliesBetweenLooks = 1 << 12;

// How a game chooses among the empty points. Both classes draw points until one is playable, and
// set the others aside, so that each playable point has the right probability.

class UniformChoice {
 public:
  void start(const PlayoutBoard&) {}

  // Plays a move and returns its point, or returns kPass if there is none to play.
  Point move(PlayoutBoard& board, Random& random) { return play_uniform(board, random); }
};

class WeightedChoice {
 public:
  explicit WeightedChoice(const PlayoutOptions& options) : options_(options) {}

  void start(const PlayoutBoard& board) {
    samplers_ = {};
    for (int i = 0; i < board.empty_count(); ++i) add(board.empty(i), i);
  }

  Point move(PlayoutBoard& board, Random& random) {
    WeightedSampler& sampler = samplers_[board.to_play() == Color::kWhite];
    std::array<Point, kMaxPoints> aside;
    int aside_count = 0;
    Point played = kPass;
    while (sampler.total() > 0) {
      const Point point = sampler.draw(random);
      const int number = number_[point];
      const int before = board.empty_count();
      if (board.try_play(number)) {
        take(point);
        if (number < before - 1) number_[board.empty(number)] = static_cast<std::uint16_t>(number);
        for (int i = before - 1; i < board.empty_count(); ++i) add(board.empty(i), i);
        played = point;
        break;
      }
      aside[aside_count++] = point;
      sampler.set(point, 0);
    }
    const auto& weights =
        &sampler == &samplers_[0] ? options_.black_weights : options_.white_weights;
    for (int i = 0; i < aside_count; ++i) sampler.set(aside[i], weights[aside[i]]);
    return played;
  }

 private:
  void add(Point point, int number) {
    number_[point] = static_cast<std::uint16_t>(number);
    samplers_[0].set(point, options_.black_weights[point]);
    samplers_[1].set(point, options_.white_weights[point]);
  }
  void take(Point point) {
    for (WeightedSampler& sampler : samplers_) sampler.set(point, 0);
  }

  const PlayoutOptions& options_;
  std::array<WeightedSampler, 2> samplers_;  // Black's, White's
  std::array<std::uint16_t, kCells> number_{};
};

int longest_game(const PlayoutOptions& options, Size size) {
  return options.longest > 0 ? options.longest : longest_playout(size);
}

// Plays one game to its end. `goes_on` is told the point of every move, and may stop the game.
template <typename Choice, typename GoesOn>
GameEnd play_game(PlayoutBoard& board, Choice& choice, Random& random,
                  const PlayoutOptions& options, GoesOn goes_on) {
  choice.start(board);
  return play_random_game(
      board, longest_game(options, board.size()),
      [&](PlayoutBoard& now) { return choice.move(now, random); },
      [&](Point point, Color) {
        const bool mercy =
            options.mercy > 0 && point != kPass && std::abs(board.stone_lead()) >= options.mercy;
        return goes_on(point) && !mercy;
      });
}

// One thread's share of a run.
template <typename Choice>
class Worker {
 public:
  Worker(const PlayoutBoard& start, const PlayoutOptions& options, Choice choice)
      : start_(start), options_(options), choice_(std::move(choice)) {}

  void play(std::int64_t first, std::int64_t last, StopWatch& watch) {
    for (std::int64_t game = first; game < last && !watch.stopped(); ++game) {
      PlayoutBoard board = start_;
      Random random(options_.seed, static_cast<std::uint64_t>(game));
      played_.clear();
      int plies = 0;
      bool given_up = false;
      const GameEnd end = play_game(board, choice_, random, options_, [&](Point point) {
        if (options_.amaf) played_.push_back(point);
        return ++plies % kPliesBetweenLooks != 0 || !(given_up = watch.look());
      });
      if (given_up) break;
      sums_.moves += plies;
      note_result(board, end);
      watch.count();
    }
    for (int cell = 0; cell < kCells; ++cell) {
      sums_.owner[cell] += owners_[cell];
      owners_[cell] = 0;
    }
  }

  const PlayoutSums& sums() const { return sums_; }

 private:
  void note_result(const PlayoutBoard& board, GameEnd end) {
    const int lead = board.area_lead();
    const double margin = lead - options_.komi;
    ++sums_.games;
    sums_.black_wins += margin > 0;
    sums_.white_wins += margin < 0;
    sums_.lead += lead;
    sums_.lead_squares += lead * lead;
    ++sums_.leads[lead + board.size().points()];
    sums_.ended_by_mercy += end == GameEnd::kStopped;
    sums_.ended_by_length += end == GameEnd::kLength;
    board.add_owners(owners_.data());
    if (options_.amaf) note_first_plays(margin);
  }

  void note_first_plays(double margin) {
    const int winner = margin > 0 ? 1 : margin < 0 ? -1 : 0;
    const int doubled = 1 + winner * sign(start_.to_play());
    ++stamp_;
    bool ours = true;
    for (Point point : played_) {
      if (point != kPass && stamps_[point] != stamp_) {
        stamps_[point] = stamp_;
        if (ours) {
          ++sums_.first_plays[point];
          sums_.first_play_wins_doubled[point] += doubled;
        }
      }
      ours = !ours;
    }
  }

  const PlayoutBoard& start_;
  const PlayoutOptions& options_;
  Choice choice_;
  PlayoutSums sums_;
  std::array<std::int32_t, kCells> owners_{};
  std::vector<Point> played_;
  std::int64_t stamp_ = 0;
  std::array<std::int64_t, kCells> stamps_{};
};

template <typename Choice>
PlayoutSums run(const Board& board, const PlayoutOptions& options, const Progress& progress,
                const Choice& choice) {
  const PlayoutBoard start(board);
  std::atomic<std::int64_t> next{0};
  // Takes chunks of games until there are none left or the watch says stop.
  const auto work = [&](Worker<Choice>& worker, StopWatch& watch) {
    while (!watch.stopped()) {
      const std::int64_t first = next.fetch_add(kGamesPerChunk);
      if (first >= options.games) return;
      watch.set_share(static_cast<double>(first) / static_cast<double>(options.games));
      worker.play(first, std::min(first + kGamesPerChunk, options.games), watch);
    }
  };

  std::vector<Worker<Choice>> workers;
  for (int i = 0; i < options.threads; ++i) workers.emplace_back(start, options, choice);
  StopWatch watch({0, options.seconds}, progress);
  Threads threads;
  for (int i = 1; i < options.threads; ++i) {
    threads.start([&, i] {
      StopWatch own(watch, 0, StopWatch::kInOtherThread);
      work(workers[i], own);
    });
  }
  // This thread works too, and is the only one that looks at the clock and reports to the caller.
  work(workers[0], watch);
  threads.join();

  PlayoutSums sums;
  sums.interrupted = watch.interrupted();
  for (const Worker<Choice>& worker : workers) sums.add(worker.sums());
  return sums;
}

}  // namespace

void PlayoutSums::add(const PlayoutSums& other) {
  games += other.games;
  black_wins += other.black_wins;
  white_wins += other.white_wins;
  moves += other.moves;
  lead += other.lead;
  lead_squares += other.lead_squares;
  ended_by_mercy += other.ended_by_mercy;
  ended_by_length += other.ended_by_length;
  for (std::size_t i = 0; i < leads.size(); ++i) leads[i] += other.leads[i];
  for (int cell = 0; cell < kCells; ++cell) {
    owner[cell] += other.owner[cell];
    first_plays[cell] += other.first_plays[cell];
    first_play_wins_doubled[cell] += other.first_play_wins_doubled[cell];
  }
}

PlayoutSums run_playouts(const Board& board, const PlayoutOptions& options,
                         const Progress& progress) {
  if (options.black_weights.empty()) return run(board, options, progress, UniformChoice());
  return run(board, options, progress, WeightedChoice(options));
}

std::vector<Point> sample_playout(const Board& board, const PlayoutOptions& options,
                                  std::uint64_t stream) {
  PlayoutBoard scratch(board);
  Random random(options.seed, stream);
  std::vector<Point> played;
  const auto play = [&](auto choice) {
    play_game(scratch, choice, random, options, [&](Point point) {
      played.push_back(point);
      return true;
    });
  };
  if (options.black_weights.empty()) {
    play(UniformChoice());
  } else {
    play(WeightedChoice(options));
  }
  return played;
}

}  // namespace goseki
