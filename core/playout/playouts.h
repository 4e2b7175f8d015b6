// Playouts: many random games from one position, and what they say about it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/board.h"
#include "playout/weighted_sampler.h"
#include "progress.h"

namespace goseki {

// Kos can make the only moves left go round in a circle (on 3x3 one game in 200 does), so a
// game longer than this, many times the mean, is counted as it stands.
constexpr int longest_playout(Size size) { return 20 * size.points() + 200; }

struct PlayoutOptions {
  std::int64_t games = 1000;
  double seconds = 0;  // stop after this long; 0: when all games are played
  std::uint64_t seed = 0;
  int threads = 1;
  double komi = 0;  // and all other points that the rules give to White
  int mercy = 0;    // end a game when one side is this many stones ahead; 0: never
  int longest = 0;  // end a game after this many moves; 0: see longest_playout
  // How likely each point is chosen, by colour and cell; empty: all alike.
  std::vector<std::uint32_t> black_weights;
  std::vector<std::uint32_t> white_weights;
  // Whether to note which side played first on each point (all moves as first).
  bool amaf = false;
};

// Sums over games. All are whole numbers, so that adding them up in any order, on any
// number of threads, gives the same.
struct PlayoutSums {
  std::int64_t games = 0;
  std::int64_t black_wins = 0;
  std::int64_t white_wins = 0;
  std::int64_t moves = 0;
  std::int64_t lead = 0;  // of Black, without komi
  std::int64_t lead_squares = 0;
  std::int64_t ended_by_mercy = 0;
  std::int64_t ended_by_length = 0;
  std::array<std::int64_t, 2 * kMaxPoints + 1> leads{};  // games by lead + points of board
  std::array<std::int64_t, kCells> owner{};              // Black's minus White's games
  // Games in which the player to move at the start was first to play on a point, and those
  // of them that player won (a draw counts a half: both are doubled).
  std::array<std::int64_t, kCells> first_plays{};
  std::array<std::int64_t, kCells> first_play_wins_doubled{};
  bool interrupted = false;

  void add(const PlayoutSums& other);
};

// Plays random games with simple ko and without suicide, in which nobody fills own eyes;
// area scoring. `progress` may stop it early; what was played by then is returned.
PlayoutSums run_playouts(const Board& board, const PlayoutOptions& options,
                         const Progress& progress);

// The moves of one random game.
std::vector<Point> sample_playout(const Board& board, const PlayoutOptions& options,
                                  std::uint64_t stream);

}  // namespace goseki
