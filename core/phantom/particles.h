// Particles: hidden worlds that a player carries through a game.
//
// A particle is a whole game: the hidden moves of the opponent for which the referee would
// have said everything it said. Every message moves all of them on. One that it contradicts
// is mended: some hidden moves are put where they explain the message, and the game is told
// anew from the start; what does not fit after a few tries is dropped. Fresh worlds come from
// the Sampler as long as it finds some easily, and copies are kept apart by moving a hidden
// move at a time (a walk among the possible games). So every world is possible, and there
// are worlds late in a game, when sampling from nothing has become hopeless.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "phantom/sampler.h"
#include "phantom/world.h"
#include "playout/random.h"

namespace goseki::phantom {

class Particles {
 public:
  Particles(Size size, Color color);

  // Takes in a message of the referee.
  void observe(const Event& event, Random& random);

  // Makes `count` worlds of those that are left, and of fresh ones if half of them are lost.
  // None if there are neither old nor fresh ones.
  void renew(int count, Random& random);

  const std::vector<World>& worlds() const { return worlds_; }

 private:
  // Adds worlds of the sampler until there are `wanted`, as long as it finds some easily.
  void add_fresh(std::size_t wanted, Random& random);
  // Moves a world on by a message: false if that contradicts it. For a move of the opponent
  // a likely one is drawn.
  bool advance(World& world, const Event& event, Random& random);
  bool advance_own(World& world, const Event& event);
  bool draw_reply(World& world, const Event& event, Random& random);
  bool draw_reply_from(std::vector<Point>& points, World& world, const Event& event,
                       Random& random);
  // The opponent moves there and takes exactly the stones of the event.
  bool advance_theirs(World& world, const Event& event, Point point);
  // The world of these hidden moves, if they explain all messages.
  std::optional<World> tell(const std::vector<Point>& moves);
  // Tries to change a world's hidden moves so that they explain the latest message too.
  bool mend(World& world, const Event& event, Random& random);
  // The same for all worlds, with more patience; the mended ones come first. Returns how many.
  std::size_t rescue(const Event& event, Random& random);
  bool propose(const World& world, const Event& event, Random& random, std::vector<Point>& moves);
  bool propose_refusal(const World& world, const Event& event, Random& random,
                       std::vector<Point>& moves) const;
  bool propose_own(const World& world, const Event& event, Random& random,
                   std::vector<Point>& moves);
  bool propose_theirs(const World& world, const Event& event, Random& random,
                      std::vector<Point>& moves) const;
  std::vector<Point> region(const Position& position, Point seed, Point border) const;
  // Puts the hidden move that stands on a point elsewhere.
  bool move_away(const World& world, Point point, Random& random, std::vector<Point>& moves) const;
  // Puts hidden moves on the points that still lack a stone, taking them from others.
  bool supply(const World& world, const std::vector<Point>& points, Random& random,
              std::vector<Point>& moves) const;
  // A hidden move that may have been elsewhere: if possible one whose stone stands on a point
  // that was never refused.
  std::size_t donor(const World& world, const std::vector<Point>& moves, Random& random) const;
  // Moves one hidden move to another likely point, if that explains everything as well.
  void wander(World& world, Random& random);
  Point draw_empty(const World& world, Random& random) const;

  Size size_;
  Color own_;
  Color enemy_;
  std::vector<Event> events_;
  std::array<bool, kCells> is_refused_{};  // since the last own stone there
  std::vector<World> worlds_;
  std::vector<Point> removed_;
};

}  // namespace goseki::phantom
