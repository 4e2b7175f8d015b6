// Sampler: true positions that a player of Phantom Go cannot rule out.
//
// A sampled world is a whole game: hidden moves of the opponent for which the referee would
// have said everything it said, move by move. What was said is turned into marks on points:
// a refused point held a stone (or the move was suicide, or a ko); a capture of n stones
// filled whole regions of n points next to the move; when own stones were taken, every point
// around them was the opponent's; where an own stone was played nothing stood. The hidden
// moves are then dealt to the points that need a stone in time and, the rest, to points that
// nothing is known of, as often as players play on such points. Worlds in which a verdict comes out
// differently are thrown away, so every world returned is possible; how likely it is, the sampler
// only guesses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/position.h"
#include "phantom/world.h"
#include "playout/random.h"

namespace goseki::phantom {

// One message of the referee, as far as it tells something about the board.
struct Event {
  enum class Kind : std::uint8_t { kPlayed, kRefused, kPassed, kTheirMove, kTheirPass };
  // Why an own move was refused: not told, a stone, or (on an empty point) suicide or ko.
  enum class Cause : std::uint8_t { kUnknown, kOccupied, kEmpty };

  Kind kind = Kind::kPassed;
  Point point = kNoPoint;     // of an own move
  int captured = 0;           // by an own move
  std::vector<Point> stones;  // own stones lost; or the captured ones, if they are told
  Cause cause = Cause::kUnknown;
};

class Sampler {
 public:
  // The events of a game, in order; for others there are no worlds.
  Sampler(Size size, Color color, const std::vector<Event>& events);

  // One try to find a world.
  std::optional<World> sample(Random& random);

 private:
  // What an event demands of the points of the board, worked out once.
  struct Step {
    Event event;
    std::vector<Point> own;                    // own stones before it
    std::vector<std::vector<Point>> captures;  // what an own move may have taken
    std::vector<Point> around;                 // a loss: the points around the lost stones
    std::vector<Point> smothering;             // a refusal: stones that would make it suicide
    bool may_be_occupied = true;
    bool may_be_suicide = true;
    int moves_so_far = 0;  // of the opponent, up to and with this event
  };

  // From this step on a point is known to be the opponent's, or to be empty.
  struct Mark {
    int step;
    bool stone;
  };

  void find_captures(Step& step, const std::vector<bool>& own);
  void find_smothering(Step& step, const std::vector<bool>& own) const;
  void exclude_impossible_causes();

  bool explain(Random& random);
  double suicide_share(const Step& step, int taken) const;
  void demand(const std::vector<Point>& points, int step);
  bool replay(int step, World& world, Random& random);
  bool replay_own(int step, World& world);
  bool replay_refusal(const Step& step, const World& world) const;
  bool replay_theirs(int step, World& world, Random& random);
  // The points for their move, those that need a stone in time first.
  bool find_choices(int step, const World& world);
  Point draw_move(int step, const World& world, Random& random);
  bool fits(const World& world, Point point, const Step& step);
  const Mark* next_mark(Point point, int step) const;

  Size size_;
  Color own_;
  Color enemy_;
  int moves_ = 0;  // of the opponent in all
  std::vector<Step> steps_;
  // Of the try that goes on:
  std::vector<std::vector<Mark>> marks_;         // by cell
  std::vector<bool> stands_;                     // by cell: known to be the opponent's
  std::vector<const std::vector<Point>*> took_;  // by step: what the own move took
  std::vector<Point> needed_;
  std::vector<int> slack_;
  std::vector<Point> urgent_;
  std::vector<Point> free_;
  std::vector<Point> removed_;
};

}  // namespace goseki::phantom
