// Mind: a player of Phantom Go that carries worlds and experience through a game.
//
// The players of the thesis think about one board, guess the rest anew for every simulation,
// and forget everything when the referee has answered. A mind keeps particles (hidden worlds
// that explain all it was told) and plays its simulations from them. Three things follow:
//
// - Refusals are simulated. In a world where a point is taken the move there is not played
//   but the next best, which is what will happen: a refused attempt costs nothing. So a
//   point is judged by the worlds where it is free.
// - Information has a value. A point is tried before a better one if it is likely enough to
//   be refused and the refusal would tell enough.
// - What was learnt for one attempt serves the next: sums are kept, faded.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "phantom/particles.h"
#include "phantom/search.h"

namespace goseki::phantom {

class Mind {
 public:
  enum class Kind : std::uint8_t {
    kFlat,  // all moves as first, as MCE_all
    kTree,  // information-set tree search: a tree for each side that branches by its own moves
            // alone, since it does not see the other's; all-as-first values stand in where
            // visits are few (RAVE, Gelly & Silver 2007)
  };

  Mind(Size size, Color color, Kind kind, std::uint64_t seed);

  // Hears a message of the referee.
  void observe(const Event& event);

  // Gets worlds ready for a decision. False if none is known, which is rare.
  bool renew();

  // The point to try next; kPass if there is none. Where no world offers a move, every point
  // that was not refused in this turn is tried before a pass: that costs nothing.
  // With a number of simulations, the same seed gives the same moves on any number of threads.
  // Threads serve flat minds. Precondition: renew() was true, and nothing was observed since.
  Choice choose(const std::vector<Point>& refused, const SearchOptions& options,
                const Progress& progress);

  const std::vector<World>& worlds() const { return particles_.worlds(); }

 private:
  // Games and their value for Black.
  struct Sum {
    float games = 0;
    float value = 0;

    void add(float by) {
      ++games;
      value += by;
    }
    void fade(float factor) {
      games *= factor;
      value *= factor;
    }
    float mean_or(float other) const { return games > 0 ? value / games : other; }
    // The mean if so many more games had the value `other`. Precondition: more > 0.
    float mean_towards(float other, float more) const {
      return (value + more * other) / (games + more);
    }
  };
  // A move in a situation.
  struct Move {
    Sum played;  // there and then
    Sum open;    // could have been played
    Sum first;   // this side was the first on the point, from then on
    Sum second;  // the other side was
    std::int32_t next = -1;
  };
  // The situations that one side can tell apart, each with a Move for every point.
  using Tree = std::vector<Move>;
  struct Stone {
    Point point;
    Color color;
  };
  // A situation that a simulation went through: what was played before it and open in it.
  struct Step {
    int tree;
    std::size_t node;
    int move;
    std::size_t stones;
    std::size_t open;
  };

  struct Ran {
    std::int64_t simulations;
    bool interrupted;
  };

  Color color_of(int tree) const { return tree == 0 ? own_ : opponent(own_); }
  std::size_t points() const { return static_cast<std::size_t>(size_.points()); }
  bool is_refused(Point point) const;
  void find_starts();
  std::vector<Point> candidates() const;
  Point last_resort() const;
  void fade();
  Ran think_flat(SearchOptions options, const Progress& progress);
  Ran think_in_trees(const SearchOptions& options, const Progress& progress);
  void simulate(const Scorer& scorer);
  bool descend(std::array<std::int32_t, 2>& nodes);
  int select(const Tree& tree, std::size_t node);
  void learn(float value);
  float advantage(const Move& move, Color color) const;
  Choice answer(const std::vector<Point>& moves) const;

  Size size_;
  Color own_;
  Kind kind_;
  Random random_;
  Particles particles_;
  bool turn_is_new_ = true;
  std::array<Tree, 2> trees_;  // the own and the opponent's
  Sum all_;
  // Of the decision that goes on:
  std::vector<Point> refused_;
  std::vector<PlayoutBoard> starts_;
  std::vector<int> free_;  // by index: in how many worlds the point can be played on
  // Of the simulation that goes on:
  PlayoutBoard board_;
  std::vector<Step> path_;
  std::vector<Stone> stones_;
  std::vector<int> open_;
  std::vector<std::int64_t> stamps_;  // by index
  std::int64_t stamp_ = 0;
};

}  // namespace goseki::phantom
