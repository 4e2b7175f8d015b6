#include "playout/playouts.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "playout/playout_board.h"
#include "playout/random.h"
#include "playout/random_game.h"
#include "playout/uniform_choice.h"
#include "threads.h"

namespace goseki {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kGamesPerChunk = 64;
constexpr auto kTimeBetweenReports = std::chrono::milliseconds(50);

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

// Plays one game to its end, telling `note` the point of every move.
template <typename Choice, typename Note>
GameEnd play_game(PlayoutBoard& board, Choice& choice, Random& random,
                  const PlayoutOptions& options, Note note) {
  choice.start(board);
  return play_random_game(
      board, longest_game(options, board.size()),
      [&](PlayoutBoard& now) { return choice.move(now, random); },
      [&](Point point, Color) {
        note(point);
        return options.mercy == 0 || point == kPass || std::abs(board.stone_lead()) < options.mercy;
      });
}

// One thread's share of a run.
template <typename Choice>
class Worker {
 public:
  Worker(const PlayoutBoard& start, const PlayoutOptions& options, Choice choice)
      : start_(start), options_(options), choice_(std::move(choice)) {}

  void play(std::int64_t first, std::int64_t last) {
    for (std::int64_t game = first; game < last; ++game) {
      PlayoutBoard board = start_;
      Random random(options_.seed, static_cast<std::uint64_t>(game));
      played_.clear();
      const GameEnd end = play_game(board, choice_, random, options_, [this](Point point) {
        ++sums_.moves;
        if (options_.amaf) played_.push_back(point);
      });
      note_result(board, end);
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
  const auto begin = Clock::now();
  std::atomic<std::int64_t> next{0};
  std::atomic<bool> stop{false};
  PlayoutSums sums;
  const auto seconds_passed = [&] {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  // Takes chunks of games until there are none left or somebody says stop.
  const auto work = [&](Worker<Choice>& worker, auto&& after_chunk) {
    while (!stop) {
      const std::int64_t first = next.fetch_add(kGamesPerChunk);
      if (first >= options.games) return;
      worker.play(first, std::min(first + kGamesPerChunk, options.games));
      if (options.seconds > 0 && seconds_passed() >= options.seconds) stop = true;
      after_chunk();
    }
  };

  std::vector<Worker<Choice>> workers;
  for (int i = 0; i < options.threads; ++i) workers.emplace_back(start, options, choice);
  Threads threads;
  for (int i = 1; i < options.threads; ++i) {
    threads.start([&work, &worker = workers[i]] { work(worker, [] {}); });
  }
  // This thread works too, and is the only one that reports to the caller.
  auto reported = begin;
  work(workers[0], [&] {
    const auto now = Clock::now();
    if (now - reported < kTimeBetweenReports) return;
    reported = now;
    const double of_games = static_cast<double>(next) / static_cast<double>(options.games);
    const double of_time = options.seconds > 0 ? seconds_passed() / options.seconds : 0.0;
    if (!progress(std::min(1.0, std::max(of_games, of_time)))) stop = sums.interrupted = true;
  });
  threads.join();

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
    play_game(scratch, choice, random, options, [&](Point point) { played.push_back(point); });
  };
  if (options.black_weights.empty()) {
    play(UniformChoice());
  } else {
    play(WeightedChoice(options));
  }
  return played;
}

}  // namespace goseki
