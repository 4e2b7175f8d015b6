#include "phantom/sampler.h"

#include <algorithm>

namespace goseki::phantom {
namespace {

using Kind = Event::Kind;
using Cause = Event::Cause;

// A refusal is never taken for certain to be suicide, nor not to be, where either is possible.
constexpr double kLeastShare = 0.02;

bool chance(Random& random, double probability) { return random.next() < probability * 0x1p32; }

bool contains(const std::vector<Point>& points, Point point) {
  return std::find(points.begin(), points.end(), point) != points.end();
}

// The points connected to `seed` for which `belongs` holds.
template <typename Belongs>
std::vector<Point> component(Point seed, Belongs belongs) {
  std::vector<Point> found{seed};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (Point n : neighbors(found[i])) {
      if (belongs(n) && !contains(found, n)) found.push_back(n);
    }
  }
  return found;
}

std::vector<bool> cells_of(const std::vector<Point>& points) {
  std::vector<bool> cells(kCells, false);
  for (Point point : points) cells[point] = true;
  return cells;
}

// Takes one of the points out, the likelier to be played on the more often.
Point draw_likely(std::vector<Point>& points, const Position& position, Random& random) {
  for (;;) {
    const std::size_t i = random.below(static_cast<std::uint32_t>(points.size()));
    const Point point = points[i];
    if (random.below(kMostLikely) >= likelihood(position, point)) continue;
    points[i] = points.back();
    points.pop_back();
    return point;
  }
}

}  // namespace

Sampler::Sampler(Size size, Color color, const std::vector<Event>& events)
    : size_(size), own_(color), enemy_(opponent(color)), marks_(kCells), stands_(kCells) {
  std::vector<Point> own;
  for (const Event& event : events) {
    Step step;
    step.event = event;
    step.own = own;
    if (event.kind == Kind::kPlayed) own.push_back(event.point);
    if (event.kind == Kind::kTheirMove) {
      ++moves_;
      std::erase_if(own, [&](Point stone) { return contains(event.stones, stone); });
    }
    step.moves_so_far = moves_;
    const std::vector<bool> mine = cells_of(own);
    if (event.kind == Kind::kPlayed && event.captured > 0) find_captures(step, mine);
    if (event.kind == Kind::kRefused) find_smothering(step, mine);
    if (event.kind == Kind::kTheirMove) {
      const Position board(size_);
      for (Point lost : event.stones) {
        for (Point n : neighbors(lost)) {
          const bool known = mine[n] || contains(event.stones, n) || contains(step.around, n);
          if (board.at(n) == Color::kEmpty && !known) step.around.push_back(n);
        }
      }
    }
    steps_.push_back(std::move(step));
  }
  took_.resize(steps_.size());
  exclude_impossible_causes();
}

// Every combination of regions next to the move that has as many points as were captured.
void Sampler::find_captures(Step& step, const std::vector<bool>& own) {
  if (!step.event.stones.empty()) {
    step.captures = {step.event.stones};
    return;
  }
  const Position board(size_);
  const auto is_other = [&](Point p) { return board.at(p) == Color::kEmpty && !own[p]; };
  std::vector<std::vector<Point>> regions;
  for (Point n : neighbors(step.event.point)) {
    const auto has_it = [n](const std::vector<Point>& region) { return contains(region, n); };
    if (is_other(n) && std::none_of(regions.begin(), regions.end(), has_it)) {
      regions.push_back(component(n, is_other));
    }
  }
  for (unsigned subset = 1; subset < 1U << regions.size(); ++subset) {
    std::vector<Point> all;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (subset >> i & 1U) all.insert(all.end(), regions[i].begin(), regions[i].end());
    }
    if (static_cast<int>(all.size()) == step.event.captured) step.captures.push_back(all);
  }
}

// For a move to be suicide, all around it and around the own blocks it joins must be theirs.
void Sampler::find_smothering(Step& step, const std::vector<bool>& own) const {
  const Point point = step.event.point;
  const Position board(size_);
  const auto joined = component(point, [&](Point p) { return own[p]; });
  for (Point member : joined) {
    for (Point n : neighbors(member)) {
      const bool counts = board.at(n) == Color::kEmpty && !own[n] && n != point;
      if (counts && !contains(step.smothering, n)) step.smothering.push_back(n);
    }
  }
  step.may_be_occupied = step.event.cause != Cause::kEmpty;
  step.may_be_suicide =
      step.event.cause != Cause::kOccupied && static_cast<int>(step.smothering.size()) <= moves_;
}

void Sampler::exclude_impossible_causes() {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    Step& refusal = steps_[i];
    if (refusal.event.kind != Kind::kRefused) continue;
    const Point point = refusal.event.point;
    // After their last move took a single stone there, nothing stands there.
    for (std::size_t back = i; back-- > 0;) {
      if (steps_[back].event.kind != Kind::kTheirMove) continue;
      if (contains(steps_[back].event.stones, point)) refusal.may_be_occupied = false;
      break;
    }
    // A stone does not go away by itself before an own move there.
    for (std::size_t later = i + 1; later < steps_.size(); ++later) {
      const Step& step = steps_[later];
      if (step.event.kind != Kind::kPlayed) continue;
      if (step.event.point == point) {
        refusal.may_be_occupied = false;
        break;
      }
      const auto takes_it = [point](const std::vector<Point>& c) { return contains(c, point); };
      if (std::any_of(step.captures.begin(), step.captures.end(), takes_it)) break;
    }
  }
}

std::optional<World> Sampler::sample(Random& random) {
  if (!explain(random)) return std::nullopt;
  World world{Position(size_)};
  for (int step = 0; step < static_cast<int>(steps_.size()); ++step) {
    if (!replay(step, world, random)) return std::nullopt;
  }
  return world;
}

// Decides what every refusal and capture was due to, and marks the points accordingly.
bool Sampler::explain(Random& random) {
  for (auto& marks : marks_) marks.clear();
  stands_.assign(kCells, false);
  int taken = 0;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    const Step& step = steps_[i];
    const Point point = step.event.point;
    if (step.event.kind == Kind::kPlayed) {
      if (stands_[point]) return false;
      marks_[point].push_back({i, false});
      took_[i] = nullptr;
      taken += step.event.captured;
      if (step.event.captured > 0) {
        if (step.captures.empty()) return false;
        const auto count = static_cast<std::uint32_t>(step.captures.size());
        took_[i] = &step.captures[random.below(count)];
        demand(*took_[i], i);
        for (Point taken : *took_[i]) stands_[taken] = false;
      }
    } else if (step.event.kind == Kind::kTheirMove) {
      demand(step.around, i);
    } else if (step.event.kind == Kind::kRefused && !contains(step.own, point)) {
      if (stands_[point]) {
        if (!step.may_be_occupied) return false;
        continue;
      }
      if (step.may_be_occupied && !chance(random, suicide_share(step, taken))) {
        demand({point}, i);
      } else {
        marks_[point].push_back({i, false});
        if (step.may_be_suicide) demand(step.smothering, i);
      }
    }
  }
  return true;
}

// How likely a refusal was for suicide. If each point that nothing is known of holds a stone
// with the same probability d, a stone on the point has d, and suicide d for every further
// stone that it needs, and 1 - d for the point itself.
double Sampler::suicide_share(const Step& step, int taken) const {
  if (!step.may_be_suicide) return 0;
  const auto standing = static_cast<int>(std::count(stands_.begin(), stands_.end(), true));
  const int unknown = step.moves_so_far - taken - standing;
  const int open = size_.points() - static_cast<int>(step.own.size()) - standing;
  const double d = std::clamp(static_cast<double>(unknown) / std::max(1, open), 0.05, 0.95);
  double suicide = 1 - d;
  for (Point point : step.smothering) {
    if (!stands_[point]) suicide *= d;
  }
  return std::clamp(suicide / (suicide + d), kLeastShare, 1 - kLeastShare);
}

void Sampler::demand(const std::vector<Point>& points, int step) {
  for (Point point : points) {
    marks_[point].push_back({step, true});
    stands_[point] = true;
  }
}

bool Sampler::replay(int step, World& world, Random& random) {
  switch (steps_[step].event.kind) {
    case Kind::kPlayed:
      return replay_own(step, world);
    case Kind::kRefused:
      return replay_refusal(steps_[step], world);
    case Kind::kTheirMove:
      return replay_theirs(step, world, random);
    case Kind::kPassed:
    case Kind::kTheirPass:
      world.ko = kNoPoint;
      return true;
  }
  return false;
}

bool Sampler::replay_own(int step, World& world) {
  const Event& event = steps_[step].event;
  if (!world.is_legal(event.point, own_)) return false;
  world.play(event.point, own_, removed_);
  if (static_cast<int>(removed_.size()) != event.captured) return false;
  return std::all_of(removed_.begin(), removed_.end(),
                     [&](Point p) { return contains(*took_[step], p); });
}

bool Sampler::replay_refusal(const Step& step, const World& world) const {
  const Point point = step.event.point;
  if (world.is_legal(point, own_)) return false;
  const bool empty = world.position.at(point) == Color::kEmpty;
  return step.event.cause == Cause::kUnknown || (step.event.cause == Cause::kEmpty) == empty;
}

bool Sampler::replay_theirs(int step, World& world, Random& random) {
  if (!find_choices(step, world)) return false;
  const Point move = draw_move(step, world, random);
  if (move == kNoPoint) return false;
  world.play(move, enemy_, removed_);
  world.moves.push_back(move);
  return true;
}

const Sampler::Mark* Sampler::next_mark(Point point, int step) const {
  for (const Mark& mark : marks_[point]) {
    if (mark.step >= step) return &mark;
  }
  return nullptr;
}

bool Sampler::find_choices(int step, const World& world) {
  needed_.clear();
  urgent_.clear();
  free_.clear();
  slack_.clear();
  const int now = steps_[step].moves_so_far;
  // For every number of moves from this one on, how many stones are due within it.
  slack_.assign(static_cast<std::size_t>(moves_ - now + 2), 0);
  const auto moves_until = [&](const Mark& mark) {
    return steps_[mark.step].moves_so_far - now + 1;
  };
  world.position.for_each_point([&](Point point) {
    if (world.position.at(point) != Color::kEmpty) return;
    const Mark* mark = next_mark(point, step);
    if (mark == nullptr) {
      free_.push_back(point);
    } else if (mark->stone) {
      needed_.push_back(point);
      ++slack_[static_cast<std::size_t>(moves_until(*mark))];
    }
  });
  int due = 0;
  int tight = 0;
  for (int moves = 0; moves < static_cast<int>(slack_.size()); ++moves) {
    due += slack_[static_cast<std::size_t>(moves)];
    if (due > moves) return false;
    if (due == moves && moves > 0 && tight == 0) tight = moves;
  }
  if (tight > 0) {
    for (Point point : needed_) {
      if (moves_until(*next_mark(point, step)) <= tight) urgent_.push_back(point);
    }
  }
  return true;
}

Point Sampler::draw_move(int step, const World& world, Random& random) {
  const Step& now = steps_[step];
  const auto draw_from = [&](std::vector<Point>& points) {
    while (!points.empty()) {
      const Point point = draw_likely(points, world.position, random);
      if (fits(world, point, now)) return point;
    }
    return kNoPoint;
  };
  if (!urgent_.empty()) return draw_from(urgent_);
  if (!now.event.stones.empty()) return draw_from(needed_);
  const int left = moves_ - now.moves_so_far + 1;
  const bool needed_first =
      chance(random, static_cast<double>(needed_.size()) / static_cast<double>(left));
  const Point move = draw_from(needed_first ? needed_ : free_);
  return move != kNoPoint ? move : draw_from(needed_first ? free_ : needed_);
}

// Whether their move there is legal and takes exactly the stones that were lost.
bool Sampler::fits(const World& world, Point point, const Step& step) {
  if (!world.is_legal(point, enemy_)) return false;
  const bool captures = world.position.effect(point, enemy_) == Position::Effect::kCaptures;
  if (captures == step.event.stones.empty()) return false;
  if (!captures) return true;
  World after = world;
  after.play(point, enemy_, removed_);
  return removed_.size() == step.event.stones.size() &&
         std::all_of(removed_.begin(), removed_.end(),
                     [&](Point p) { return contains(step.event.stones, p); });
}

}  // namespace goseki::phantom
