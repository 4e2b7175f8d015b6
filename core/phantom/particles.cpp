#include "phantom/particles.h"

#include <algorithm>
#include <utility>

namespace goseki::phantom {
namespace {

using Kind = Event::Kind;
using Cause = Event::Cause;

constexpr int kMendings = 8;      // tries for each world that is contradicted
constexpr int kRescues = 10;      // times as many if all worlds are
constexpr int kDonors = 10;       // hidden moves looked at for one that may have been elsewhere
constexpr int kMostSupplied = 4;  // stones moved in one try
constexpr int kFreshTries = 10;   // of the sampler, and so many more for each success:
constexpr int kTriesPerFresh = 4;
constexpr int kWanderings = 2;  // for each copy of a world

bool contains(const std::vector<Point>& points, Point point) {
  return std::find(points.begin(), points.end(), point) != points.end();
}

bool are_same(const std::vector<Point>& a, const std::vector<Point>& b) {
  return a.size() == b.size() &&
         std::all_of(a.begin(), a.end(), [&](Point point) { return contains(b, point); });
}

template <typename T>
std::size_t any_of(const std::vector<T>& items, Random& random) {
  return random.below(static_cast<std::uint32_t>(items.size()));
}

bool is_eye(const Position& position, Point point, Color color) {
  for (Point n : neighbors(point)) {
    if (position.at(n) != color && position.at(n) != Color::kWall) return false;
  }
  return true;
}

// The points around blocks, or around a point and the blocks of `color` next to it, that are
// not of that colour.
std::vector<Point> surroundings(const Position& position, const std::vector<Point>& stones,
                                Color color) {
  std::vector<Point> inside = stones;
  std::vector<Point> around;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    for (Point n : neighbors(inside[i])) {
      if (position.at(n) == Color::kWall || contains(inside, n)) continue;
      if (position.at(n) == color) {
        inside.push_back(n);
      } else if (!contains(around, n)) {
        around.push_back(n);
      }
    }
  }
  return around;
}

}  // namespace

Particles::Particles(Size size, Color color) : size_(size), own_(color), enemy_(opponent(color)) {
  worlds_.push_back(World{Position(size)});
}

void Particles::observe(const Event& event, Random& random) {
  events_.push_back(event);
  if (event.kind == Kind::kRefused) is_refused_[event.point] = true;
  if (event.kind == Kind::kPlayed) is_refused_[event.point] = false;
  std::size_t kept = 0;
  World before{Position(size_)};
  for (World& world : worlds_) {
    before = world;
    if (!advance(world, event, random)) {
      world = before;
      if (!mend(world, event, random)) continue;
    }
    if (&world != &worlds_[kept]) worlds_[kept] = std::move(world);
    ++kept;
  }
  if (kept == 0) kept = rescue(event, random);
  worlds_.resize(kept, before);
}

std::size_t Particles::rescue(const Event& event, Random& random) {
  std::size_t kept = 0;
  for (int i = 0; i < kRescues && kept == 0; ++i) {
    for (World& world : worlds_) {
      if (mend(world, event, random)) std::swap(world, worlds_[kept++]);
    }
  }
  return kept;
}

void Particles::renew(int count, Random& random) {
  const auto wanted = static_cast<std::size_t>(count);
  while (worlds_.size() > wanted) {
    std::swap(worlds_[any_of(worlds_, random)], worlds_.back());
    worlds_.pop_back();
  }
  const bool same_turn = !events_.empty() && events_.back().kind == Kind::kRefused;
  if (!same_turn) {
    for (World& world : worlds_) wander(world, random);
  }
  if (worlds_.size() <= wanted / 2) add_fresh(wanted, random);
  const std::size_t originals = worlds_.size();
  worlds_.reserve(wanted);
  while (originals > 0 && worlds_.size() < wanted) {
    worlds_.push_back(worlds_[random.below(static_cast<std::uint32_t>(originals))]);
    for (int i = 0; i < kWanderings; ++i) wander(worlds_.back(), random);
  }
}

void Particles::add_fresh(std::size_t wanted, Random& random) {
  Sampler sampler(size_, own_, events_);
  for (int left = kFreshTries; left > 0 && worlds_.size() < wanted; --left) {
    if (auto world = sampler.sample(random)) {
      worlds_.push_back(std::move(*world));
      left += kTriesPerFresh;
    }
  }
}

bool Particles::advance(World& world, const Event& event, Random& random) {
  switch (event.kind) {
    case Kind::kPlayed:
    case Kind::kRefused:
      return advance_own(world, event);
    case Kind::kTheirMove:
      return draw_reply(world, event, random);
    case Kind::kPassed:
    case Kind::kTheirPass:
      world.ko = kNoPoint;
      return true;
  }
  return false;
}

bool Particles::advance_own(World& world, const Event& event) {
  const bool legal = world.is_legal(event.point, own_);
  if (event.kind == Kind::kRefused) {
    const bool empty = world.position.at(event.point) == Color::kEmpty;
    return !legal && (event.cause == Cause::kUnknown || (event.cause == Cause::kEmpty) == empty);
  }
  if (!legal) return false;
  world.play(event.point, own_, removed_);
  return static_cast<int>(removed_.size()) == event.captured &&
         (event.stones.empty() || are_same(removed_, event.stones));
}

bool Particles::draw_reply(World& world, const Event& event, Random& random) {
  std::vector<Point> open;
  std::vector<Point> eyes;
  if (event.stones.empty()) {
    world.position.for_each_point([&](Point point) {
      if (world.position.at(point) != Color::kEmpty) return;
      (is_eye(world.position, point, enemy_) ? eyes : open).push_back(point);
    });
  } else {
    for (Point point : surroundings(world.position, event.stones, own_)) {
      if (world.position.at(point) == Color::kEmpty) open.push_back(point);
    }
  }
  return draw_reply_from(open, world, event, random) || draw_reply_from(eyes, world, event, random);
}

bool Particles::draw_reply_from(std::vector<Point>& points, World& world, const Event& event,
                                Random& random) {
  while (!points.empty()) {
    const std::size_t i = any_of(points, random);
    if (random.below(kMostLikely) >= likelihood(world.position, points[i])) continue;
    if (advance_theirs(world, event, points[i])) return true;
    points[i] = points.back();
    points.pop_back();
  }
  return false;
}

bool Particles::advance_theirs(World& world, const Event& event, Point point) {
  if (!world.is_legal(point, enemy_)) return false;
  const bool captures = world.position.effect(point, enemy_) == Position::Effect::kCaptures;
  if (captures == event.stones.empty()) return false;
  if (captures) {
    World after = world;
    after.play(point, enemy_, removed_);
    if (!are_same(removed_, event.stones)) return false;
  }
  world.play(point, enemy_, removed_);
  world.moves.push_back(point);
  return true;
}

std::optional<World> Particles::tell(const std::vector<Point>& moves) {
  World world{Position(size_)};
  std::size_t next = 0;
  for (const Event& event : events_) {
    bool fits = true;
    if (event.kind == Kind::kTheirMove) {
      fits = advance_theirs(world, event, moves[next++]);
    } else if (event.kind == Kind::kPlayed || event.kind == Kind::kRefused) {
      fits = advance_own(world, event);
    } else {
      world.ko = kNoPoint;
    }
    if (!fits) return std::nullopt;
  }
  return world;
}

bool Particles::mend(World& world, const Event& event, Random& random) {
  std::vector<Point> moves;
  for (int i = 0; i < kMendings; ++i) {
    moves = world.moves;
    if (!propose(world, event, random, moves)) continue;
    if (auto mended = tell(moves)) {
      world = std::move(*mended);
      return true;
    }
  }
  return false;
}

bool Particles::propose(const World& world, const Event& event, Random& random,
                        std::vector<Point>& moves) {
  switch (event.kind) {
    case Kind::kPlayed:
      return propose_own(world, event, random, moves);
    case Kind::kRefused:
      return propose_refusal(world, event, random, moves);
    case Kind::kTheirMove:
      return propose_theirs(world, event, random, moves);
    default:
      return false;
  }
}

// A stone on the point, or now and then stones all around it.
bool Particles::propose_refusal(const World& world, const Event& event, Random& random,
                                std::vector<Point>& moves) const {
  const bool suicide =
      event.cause == Cause::kEmpty || (event.cause == Cause::kUnknown && random.below(4) == 0);
  if (!suicide) return supply(world, {event.point}, random, moves);
  return supply(world, surroundings(world.position, {event.point}, own_), random, moves);
}

// Nothing on the point; stones all over a region next to it if some were taken; and if none
// were, one less of those that this world takes.
bool Particles::propose_own(const World& world, const Event& event, Random& random,
                            std::vector<Point>& moves) {
  const Point point = event.point;
  if (world.position.at(point) == enemy_) return move_away(world, point, random, moves);
  if (event.captured > 0) {
    std::vector<Point> stones = event.stones;
    if (stones.empty()) stones = region(world.position, neighbors(point)[random.below(4)], point);
    return static_cast<int>(stones.size()) <= event.captured &&
           supply(world, stones, random, moves);
  }
  if (!world.is_legal(point, own_)) return false;
  World after = world;
  after.play(point, own_, removed_);
  return !removed_.empty() && move_away(world, removed_[any_of(removed_, random)], random, moves);
}

// The points around and with `seed` that hold no stone of ours, up to the border point.
std::vector<Point> Particles::region(const Position& position, Point seed, Point border) const {
  std::vector<Point> points;
  const auto add = [&](Point point) {
    const Color color = position.at(point);
    const bool is_inside = color == enemy_ || color == Color::kEmpty;
    if (is_inside && point != border && !contains(points, point)) points.push_back(point);
  };
  add(seed);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (Point n : neighbors(points[i])) add(n);
  }
  return points;
}

bool Particles::move_away(const World& world, Point point, Random& random,
                          std::vector<Point>& moves) const {
  const auto last = std::find(moves.rbegin(), moves.rend(), point);
  if (last == moves.rend()) return false;
  *last = draw_empty(world, random);
  return *last != kNoPoint;
}

// Stones all around the lost ones, one of which was the last move. If none were lost, a move
// for which there was no room is put where an earlier one stands, and that elsewhere.
bool Particles::propose_theirs(const World& world, const Event& event, Random& random,
                               std::vector<Point>& moves) const {
  if (event.stones.empty()) {
    if (moves.empty()) return false;
    const std::size_t i = any_of(moves, random);
    moves.push_back(moves[i]);
    moves[i] = draw_empty(world, random);
    return moves[i] != kNoPoint;
  }
  std::vector<Point> around = surroundings(world.position, event.stones, own_);
  std::vector<Point> open;
  for (Point point : around) {
    if (world.position.at(point) == Color::kEmpty) open.push_back(point);
  }
  if (around.empty()) return false;
  const Point last = open.empty() ? around[any_of(around, random)] : open[any_of(open, random)];
  std::erase(around, last);
  if (open.empty() && !move_away(world, last, random, moves)) return false;
  if (!supply(world, around, random, moves)) return false;
  moves.push_back(last);
  return true;
}

bool Particles::supply(const World& world, const std::vector<Point>& points, Random& random,
                       std::vector<Point>& moves) const {
  int supplied = 0;
  for (Point point : points) {
    if (world.position.at(point) == enemy_) continue;
    if (moves.empty() || ++supplied > kMostSupplied) return false;
    const std::size_t i = donor(world, moves, random);
    if (contains(points, moves[i])) return false;
    moves[i] = point;
  }
  return true;
}

std::size_t Particles::donor(const World& world, const std::vector<Point>& moves,
                             Random& random) const {
  std::size_t i = any_of(moves, random);
  for (int tries = 1; tries < kDonors; ++tries) {
    if (world.position.at(moves[i]) == enemy_ && !is_refused_[moves[i]]) break;
    i = any_of(moves, random);
  }
  return i;
}

void Particles::wander(World& world, Random& random) {
  if (world.moves.empty()) return;
  std::vector<Point> moves = world.moves;
  const Point to = draw_empty(world, random);
  if (to == kNoPoint) return;
  moves[any_of(moves, random)] = to;
  if (auto other = tell(moves)) world = std::move(*other);
}

Point Particles::draw_empty(const World& world, Random& random) const {
  constexpr int kTries = 200;
  for (int i = 0; i < kTries; ++i) {
    const Point point =
        size_.point(static_cast<int>(random.below(static_cast<std::uint32_t>(size_.points()))));
    if (world.position.at(point) == Color::kEmpty &&
        random.below(kMostLikely) < likelihood(world.position, point)) {
      return point;
    }
  }
  return kNoPoint;
}

}  // namespace goseki::phantom
