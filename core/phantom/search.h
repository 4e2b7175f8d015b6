// What all players of Phantom Go share: options, the value of a simulated game, the answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <vector>

#include "board/point.h"
#include "playout/playout_board.h"
#include "playout/random.h"
#include "playout/random_game.h"
#include "playout/uniform_choice.h"
#include "progress.h"
#include "stop_watch.h"

namespace goseki::phantom {

// What a simulated game is worth: Black's lead after komi, or 1 if Black wins and 0 if not.
enum class Scoring : std::uint8_t { kTerritory, kWin };

struct SearchOptions {
  Scoring scoring = Scoring::kWin;
  double komi = 6.5;
  std::int64_t simulations = 500;  // 0: no limit
  double seconds = 0;              // 0: no limit; one of the two must be given
  std::uint64_t seed = 0;
  int threads = 1;              // of the flat players; a tree grows one game at a time
  double exploration = 0.2;     // UCT's C
  double caution = 1;           // uct_prob's C: how readily a reply is taken for a hidden stone
  double bias = 0.001;          // uct_infmove's C
  bool processor_time = false;  // whether seconds are of the process, not of the wall clock
};

// A move looked at: how many games it got, and their mean value for Black.
struct MoveValue {
  Point move = kPass;
  std::int64_t visits = 0;
  double value = 0;
};

struct Choice {
  Point move = kPass;
  std::int64_t simulations = 0;
  std::vector<MoveValue> values;
  bool interrupted = false;
};

// Values of games are added up as whole numbers, so that the order does not matter: leads
// without komi, or twice the share of the point that Black wins.
class Scorer {
 public:
  explicit Scorer(const SearchOptions& options) : scoring_(options.scoring), komi_(options.komi) {}

  int of(const PlayoutBoard& end) const {
    const int lead = end.area_lead();
    if (scoring_ == Scoring::kTerritory) return lead;
    return lead > komi_ ? 2 : lead == komi_ ? 1 : 0;
  }
  // The mean value for Black. Precondition: games > 0.
  double mean(std::int64_t sum, std::int64_t games) const {
    const double raw = static_cast<double>(sum) / static_cast<double>(games);
    return scoring_ == Scoring::kTerritory ? raw - komi_ : raw / 2;
  }

  // A value, or a sum of values, as numbers from 0 to 1 each: who wins, or where the lead
  // lies between all for White and all for Black.
  float share(std::int64_t sum, std::int64_t games, Size size) const {
    const auto total = static_cast<float>(sum);
    if (scoring_ == Scoring::kWin) return total / 2;
    return (static_cast<float>(games) + total / static_cast<float>(size.points())) / 2;
  }

 private:
  Scoring scoring_;
  double komi_;
};

// A simulated game is counted as it stands after this many moves.
constexpr int longest_simulation(Size size) { return 3 * size.points(); }

// Plays at random until neither side has a legal move that does not fill an own eye, telling
// `note` the point and the colour of every stone.
template <typename Note>
void play_out(PlayoutBoard& board, Random& random, Note note) {
  play_random_game(
      board, longest_simulation(board.size()),
      [&](PlayoutBoard& now) { return play_uniform<EyeRule::kAtari>(now, random); },
      [&](Point point, Color color) {
        if (point != kPass) note(point, color);
        return true;
      });
}

// What one decision may use.
class Budget {
 public:
  Budget(const SearchOptions& options, const Progress& progress)
      : simulations_(options.simulations),
        processor_seconds_(options.processor_time ? options.seconds : 0),
        watch_({0, options.processor_time ? 0 : options.seconds}, progress) {}

  // Whether to go on after so many simulations. Reports now and then; for one thread only.
  bool allows(std::int64_t done) {
    const double of_games = share(static_cast<double>(done), static_cast<double>(simulations_));
    const double of_time = share(processor_time(), processor_seconds_);
    if (std::max(of_games, of_time) >= 1) return false;
    watch_.set_share(std::max(of_games, of_time));
    return !watch_.look();
  }
  bool interrupted() const { return watch_.interrupted(); }

 private:
  // 0 without a limit.
  static double share(double used, double limit) { return limit > 0 ? used / limit : 0; }

  double processor_time() const {
    if (processor_seconds_ == 0) return 0;
    return static_cast<double>(std::clock() - processor_start_) / CLOCKS_PER_SEC;
  }

  std::int64_t simulations_;
  double processor_seconds_;
  StopWatch watch_;
  std::clock_t processor_start_ = std::clock();
};

}  // namespace goseki::phantom
