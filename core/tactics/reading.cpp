#include "tactics/reading.h"

#include <algorithm>

#include "board/bit_mixer.h"

namespace goseki::tactics {
namespace {

constexpr int kDeepest = 60;
constexpr int kNodesOfALadder = 500;
// Of the ladder that is read to see which moves break it.
constexpr int kNodesOfFirstMoves = 50'000;
// In the keys of situations after a pass of the side with ko threats.
constexpr std::uint64_t kPassedKey = kGoldenStep;
constexpr std::size_t kMostNodes = std::size_t{1} << 22;

// A block that has so many liberties is thought to escape, by how wide the reading is.
constexpr std::array<int, kWidestCapture + 1> kManyLiberties = {5, 5, 6, 7};
// Stones that have so many after they took a stone are not taken back.
constexpr int kSafeLiberties = 3;
// Liberties up to which blocks around the target are weak, from the inside out.
constexpr std::array<std::array<int, 4>, kWidestCapture + 1> kCircles = {
    {{2, 1}, {3, 2, 1}, {4, 3, 2, 1}, {5, 4, 3, 2}}};

// Moves beyond which no way from block to block is looked for.
constexpr int kLongestWay = 6;
// Blocks with a longer way between them are thought to be cut, by how wide the reading is.
constexpr std::array<int, kWidestConnection + 1> kLongestWays = {3, 3, 4, 6};
// Liberties up to which a block of the opponent is thought to be taken on the way.
constexpr std::array<int, kWidestConnection + 1> kMostOnTheWay = {2, 2, 3, 4};
// Points between the blocks that are tried.
constexpr std::array<std::size_t, kWidestConnection + 1> kMostBetween = {6, 9, 14, 20};
constexpr int kLongestReading = 20;

std::span<const int> circle_of(int width, std::size_t most = 4) {
  const auto& limits = kCircles[static_cast<std::size_t>(width)];
  const auto end = std::find(limits.begin(), limits.end(), 0);
  return {limits.data(),
          std::min<std::size_t>(most, static_cast<std::size_t>(end - limits.begin()))};
}

}  // namespace

// -- the search -----------------------------------------------------------------------------------

Finding Reading::read(StopWatch& watch) {
  watch_ = &watch;
  moves_.resize(kDeepest + 1);
  slots_.assign(1 << 12, 0);
  bool is_new = false;
  const std::uint32_t root = find_node(is_new);
  nodes_[root].numbers = {1, 1};
  expand(root, prover_first_, {kNever, kNever}, 0);
  return {nodes_[root].numbers, best_move(nodes_[root], prover_first_), met_ko_, met_snapback_};
}

void Reading::open(std::uint32_t node, bool provers_turn, int depth) {
  Points& moves = moves_[static_cast<std::size_t>(depth)];
  moves.clear();
  if (board_.ko() != kNoPoint) moves.add(board_.ko());
  depth == 0 ? list_first_moves(provers_turn, moves) : list_moves(provers_turn, moves);
  if (!provers_turn) moves.add(kPass);  // who prevents something may also play elsewhere
  const ReadingNumbers decided = provers_turn ? kReached : kMissed;
  const auto first = static_cast<std::uint32_t>(children_.size());
  for (Point move : moves.list) {
    if (move != kPass && !may_play(move)) continue;
    play(move);
    bool is_new = false;
    const std::uint32_t child = find_node(is_new);
    if (is_new) {
      const ReadingNumbers numbers = look(!provers_turn, depth + 1);
      nodes_[child].numbers = numbers;
    }
    undo();
    children_.push_back({child, move});
    if (nodes_[child].numbers == decided) break;
  }
  nodes_[node].children = first;
  nodes_[node].count = static_cast<std::uint16_t>(children_.size() - first);
  nodes_[node].is_open = true;
}

bool Reading::expand(std::uint32_t node, bool provers_turn, ReadingNumbers limits, int depth) {
  if (!nodes_[node].is_open && depth < kDeepest) open(node, provers_turn, depth);
  if (depth >= kDeepest || nodes_[node].count == 0) {
    nodes_[node].numbers = kMissed;
    return true;
  }
  // The number that is the least of the children's, and the one that is the sum.
  const auto least_of = [&](ReadingNumbers n) { return provers_turn ? n.proof : n.disproof; };
  const auto sum_of = [&](ReadingNumbers n) { return provers_turn ? n.disproof : n.proof; };
  const auto numbers_of = [&](int least, int sum) {
    return provers_turn ? ReadingNumbers{least, sum} : ReadingNumbers{sum, least};
  };
  nodes_[node].is_on_path = true;
  while (true) {
    int least = kNever;
    int second = kNever;
    int total = 0;
    const Child* chosen = nullptr;
    const Child* children = children_.data() + nodes_[node].children;
    for (const Child& child : std::span(children, nodes_[node].count)) {
      const Node& below = nodes_[child.node];
      const ReadingNumbers numbers = below.is_on_path ? kMissed : below.numbers;
      total = std::min(total + sum_of(numbers), kNever);
      if (least_of(numbers) < least) {
        second = least;
        least = least_of(numbers);
        chosen = &child;
      } else {
        second = std::min(second, least_of(numbers));
      }
    }
    nodes_[node].numbers = numbers_of(least, total);
    if (least >= least_of(limits) || total >= sum_of(limits) || chosen == nullptr || least == 0) {
      break;
    }
    if (watch_->count() || nodes_.size() > kMostNodes) return false;
    const Child child = *chosen;
    const int first = std::min(least_of(limits), second + 1 + second / 4);
    const int rest = sum_of(limits) - total + sum_of(nodes_[child.node].numbers);
    play(child.move);
    const bool goes_on = expand(child.node, !provers_turn, numbers_of(first, rest), depth + 1);
    undo();
    if (!goes_on) return false;
  }
  nodes_[node].is_on_path = false;
  return true;
}

std::uint32_t Reading::find_node(bool& is_new) {
  if (2 * nodes_.size() > slots_.size()) {
    slots_.assign(4 * slots_.size(), 0);
    for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
      std::size_t slot = nodes_[number].key & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number + 1;
    }
  }
  const std::uint64_t key = board_.hash() ^ (frees_passes_ > 0 ? kPassedKey : 0);
  std::size_t slot = key & (slots_.size() - 1);
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    if (nodes_[slots_[slot] - 1].key == key) return slots_[slot] - 1;
  }
  is_new = true;
  nodes_.push_back({.key = key, .numbers = {1, 1}});
  slots_[slot] = static_cast<std::uint32_t>(nodes_.size());
  return slots_[slot] - 1;
}

Point Reading::best_move(const Node& node, bool provers_turn) const {
  Point best = kNoPoint;
  std::pair<int, int> best_numbers{};
  for (const Child& child : std::span(children_.data() + node.children, node.count)) {
    if (child.move == kPass) continue;
    const auto [proof, disproof] = nodes_[child.node].numbers;
    const std::pair numbers =
        provers_turn ? std::pair(proof, -disproof) : std::pair(disproof, -proof);
    if (best == kNoPoint || numbers < best_numbers) {
      best = child.move;
      best_numbers = numbers;
    }
  }
  return best;
}

bool Reading::may_play(Point point) {
  if (point == board_.ko()) {
    met_ko_ = true;
    return board_.to_play() == free();
  }
  return at(point) == Color::kEmpty && board_.legality(point, board_.to_play()) == Legality::kLegal;
}

void Reading::play(Point point) {
  last_ = point;
  if (point == kPass && board_.to_play() == free_) ++frees_passes_;
  board_.play_assume_legal(point, board_.to_play());
}

void Reading::undo() {
  const MoveRecord& move = board_.history().back();
  if (move.point == kPass && move.color == free_) --frees_passes_;
  board_.undo();
}

// -- what several readings look at ----------------------------------------------------------------

std::span<const Point> Reading::liberties(Point stone, int most) {
  liberties_.clear();
  ++marks_;
  Point current = stone;
  do {
    for (Point n : neighbors(current)) {
      if (at(n) != Color::kEmpty || mark_[n] == marks_) continue;
      mark_[n] = marks_;
      liberties_.push_back(n);
      if (static_cast<int>(liberties_.size()) > most) return liberties_;
    }
    current = position().next_in_block(current);
  } while (current != stone);
  return liberties_;
}

bool Reading::add_liberties(Point stone, int most, Points& found) {
  const auto own = liberties(stone, most);
  if (static_cast<int>(own.size()) > most) return false;
  for (Point point : own) found.add(point);
  return true;
}

void Reading::add_circle(Point stone, std::span<const int> limits, Points& found) {
  Cells seen;  // blocks
  seen.set(position().block(stone));
  std::vector<Point>& layer = layers_[0];
  std::vector<Point>& following = layers_[1];
  layer.assign(1, stone);
  for (int most : limits) {
    following.clear();
    for (Point one : layer) {
      const Color other = opponent(at(one));
      position().for_each_stone(one, [&](Point own) {
        for (Point n : neighbors(own)) {
          if (at(n) != other || seen.test(position().block(n))) continue;
          seen.set(position().block(n));
          if (add_liberties(n, most, found)) following.push_back(n);
        }
      });
    }
    std::swap(layer, following);
  }
}

bool Reading::is_ladder(Point stone) {
  const Color owner = at(stone);
  const LadderQuestion question{
      .target = stone,
      .to_play = board_.to_play(),
      .ban = board_.ko(),
      .attacker_threats = free() == opponent(owner) ? kUnlimitedThreats : 0,
      .defender_threats = free() == owner ? kUnlimitedThreats : 0};
  StopWatch watch(*watch_, kNodesOfALadder);
  const Verdict verdict = ladder_.read(position(), question, watch);
  met_ko_ |= ladder_.met_ban();
  return verdict == Verdict::kProven;
}

// -- is a block captured? -------------------------------------------------------------------------

CaptureReading::CaptureReading(const Board& board, Point stone, int width, Color free)
    : Reading(board, board.to_play() != board.position().at(stone), free),
      stone_(stone),
      color_(at(stone)),
      width_(width),
      many_(std::max(kManyLiberties[static_cast<std::size_t>(width)],
                     static_cast<int>(liberties(stone).size()) + 2)) {}

ReadingNumbers CaptureReading::look(bool provers_turn, int) {
  if (at(stone_) != color_) return taken();
  const auto own = liberties(stone_, many_);
  const int count = static_cast<int>(own.size());
  if (count >= many_) return kMissed;
  if (provers_turn && count == 1 && may_play(own[0])) {
    play(own[0]);
    const ReadingNumbers numbers = taken();
    undo();
    if (numbers == kReached) return kReached;
  }
  if (count == 1 + provers_turn && is_ladder(stone_) && is_taken_for_good(provers_turn)) {
    return kReached;
  }
  return {count + !provers_turn, 1 + many_ - count};
}

ReadingNumbers CaptureReading::taken() {
  if (board_.ko() == stone_) {
    met_ko_ = true;
    return free() == board_.to_play() ? kMissed : kReached;
  }
  if (last_ == kPass || at(last_) != opponent(color_)) return kReached;
  const auto own = liberties(last_, 1);
  const bool is_snapback = own.size() == 1 && own[0] == stone_ && may_play(stone_);
  met_snapback_ |= is_snapback;
  return is_snapback ? kMissed : kReached;
}

bool CaptureReading::is_taken_for_good(bool provers_turn) {
  if (position().block_size(stone_) > 1) return true;
  if (provers_turn) play(ladder_.line()[0]);
  play(kPass);
  play(liberties(stone_)[0]);
  const bool is_safe = static_cast<int>(liberties(last_, kSafeLiberties).size()) >= kSafeLiberties;
  for (int plays = 2 + provers_turn; plays > 0; --plays) undo();
  return is_safe;
}

void CaptureReading::list_first_moves(bool provers_turn, Points& moves) {
  list_moves(provers_turn, moves);
  // Also those that break a ladder, wherever they are, and those of a wide circle.
  StopWatch watch(*watch_, kNodesOfFirstMoves);
  const LadderQuestion question{.target = stone_, .to_play = board_.to_play(), .ban = board_.ko()};
  ladder_.read(position(), question, watch, {.moves = true});
  for (Point move : ladder_.moves()) {
    if (move != kPass) moves.add(move);
  }
  add_circle(stone_, circle_of(kWidestCapture), moves);
}

void CaptureReading::list_moves(bool provers_turn, Points& moves) {
  const auto found = liberties(stone_);
  const std::vector<Point> around(found.begin(), found.end());
  // The defender is given more moves: a capture that one of them refutes is none, but the attacker
  // needs no more than one way.
  const int width = provers_turn ? width_ : std::min(width_ + 1, kWidestCapture);
  if (!provers_turn) add_circle(stone_, circle_of(width), moves);
  for (Point point : around) moves.add(point);
  if (provers_turn) add_circle(stone_, circle_of(width), moves);
  for (Point point : around) {
    for (Point n : neighbors(point)) {
      if (at(n) == Color::kEmpty) moves.add(n);
    }
  }
  add_beside(around, width, moves);
}

void CaptureReading::add_beside(const std::vector<Point>& around, int width, Points& found) {
  Cells seen;  // blocks
  for (Point liberty : around) {
    for (Point n : neighbors(liberty)) {
      if (!is_stone(at(n)) || seen.test(position().block(n))) continue;
      seen.set(position().block(n));
      if (add_liberties(n, 2 + width, found)) add_circle(n, circle_of(width, 1), found);
    }
  }
}

// -- are two blocks joined? -----------------------------------------------------------------------

ConnectionReading::ConnectionReading(const Board& board, Point one, Point other, int width,
                                     Color free)
    : Reading(board, board.to_play() == board.position().at(one), free),
      one_(one),
      other_(other),
      color_(at(one)),
      width_(width),
      far_(kLongestWay),
      rings_(2 * kLongestWay + 2) {
  find_ways();
  const int shortest = ways_.empty() ? 0 : shortest_way();
  far_ = std::max(kLongestWays[static_cast<std::size_t>(width)], shortest + 1);
}

bool ConnectionReading::is_at_ease() {
  find_ways();
  const int shortest = shortest_way();
  if (shortest > 2) return false;
  Points near;
  for (const Way& way : ways_) {
    if (way.length == shortest) near.add(way.point);
  }
  for (int step = 0; step < 2; ++step) {
    for (std::size_t i = 0, end = near.list.size(); i < end; ++i) {
      for (Point n : neighbors(near.list[i])) {
        if (at(n) != Color::kWall) near.add(n);
      }
    }
  }
  return std::none_of(near.list.begin(), near.list.end(),
                      [&](Point point) { return at(point) == opponent(color_); });
}

ReadingNumbers ConnectionReading::look(bool provers_turn, int depth) {
  if (at(one_) != color_ || at(other_) != color_) return kMissed;
  if (position().block(one_) == position().block(other_)) return kReached;
  const std::vector<Point> joining = common();
  if (provers_turn
          ? std::any_of(joining.begin(), joining.end(), [&](Point p) { return may_play(p); })
          : joining.size() > 1) {
    return kReached;
  }
  for (Point stone : cutters(1 + provers_turn)) {
    if (is_ladder(stone)) return kReached;
  }
  find_ways();
  const int way = shortest_way();
  if (way > far_) return kMissed;
  if (depth >= kLongestReading) return way <= 1 + provers_turn ? kReached : kMissed;
  return {way + !provers_turn, std::max(1, far_ + 1 - way)};
}

void ConnectionReading::list_moves(bool, Points& moves) {
  const auto width = static_cast<std::size_t>(width_);
  for (Point point : common()) moves.add(point);
  find_ways();
  const int shortest = shortest_way();
  std::size_t between = 0;
  for (int length : {shortest, shortest + 1}) {
    for (const Way& way : ways_) {
      if (way.length == length && between++ < kMostBetween[width]) moves.add(way.point);
    }
  }
  for (Point stone : cutters(2 + width_)) add_liberties(stone, kMaxPoints, moves);
  for (Point stone : {one_, other_}) {
    add_circle(stone, circle_of(width_, 2), moves);
    add_liberties(stone, 2, moves);
  }
}

std::vector<Point> ConnectionReading::common() {
  Cells of_one;
  for (Point point : liberties(one_)) of_one.set(point);
  std::vector<Point> found;
  for (Point point : liberties(other_)) {
    if (of_one.test(point)) found.push_back(point);
  }
  return found;
}

std::vector<Point> ConnectionReading::cutters(int most) {
  Cells beside, seen;  // blocks of the opponent
  const auto visit_beside = [&](Point stone, auto visit) {
    position().for_each_stone(stone, [&](Point own) {
      for (Point n : neighbors(own)) {
        if (at(n) == opponent(color_)) visit(position().block(n));
      }
    });
  };
  visit_beside(other_, [&](Point block) { beside.set(block); });
  std::vector<Point> found;
  visit_beside(one_, [&](Point block) {
    if (seen.test(block)) return;
    seen.set(block);
    if (beside.test(block) && static_cast<int>(liberties(block, most).size()) <= most) {
      found.push_back(block);
    }
  });
  return found;
}

int ConnectionReading::shortest_way() const {
  int shortest = kNever;
  for (const Way& way : ways_) shortest = std::min(shortest, way.length);
  return shortest;
}

void ConnectionReading::find_ways() {
  find_distances(other_, there_, order_);
  find_distances(one_, here_, order_);
  ways_.clear();
  for (Point point : order_) {
    if (at(point) == Color::kEmpty && there_[point] < kNever) {
      ways_.push_back({point, here_[point] + there_[point] - 1});
    }
  }
}

void ConnectionReading::find_distances(Point stone, std::array<int, kCells>& found,
                                       std::vector<Point>& order) {
  found.fill(kNever);
  order.clear();
  for (auto& ring : rings_) ring.clear();
  const auto note = [&](Point point, int distance) {
    if (found[point] == kNever) order.push_back(point);
    found[point] = distance;
    rings_[static_cast<std::size_t>(distance)].push_back(point);
  };
  position().for_each_stone(stone, [&](Point own) { note(own, 0); });
  for (int distance = 0; distance <= far_; ++distance) {
    const auto& ring = rings_[static_cast<std::size_t>(distance)];
    for (std::size_t i = 0; i < ring.size(); ++i) {  // grows while own stones are found
      const Point point = ring[i];
      if (found[point] < distance) continue;
      for (Point n : neighbors(point)) {
        if (found[n] <= distance || at(n) == Color::kWall) continue;
        if (at(n) == Color::kEmpty) {
          if (distance < far_ && found[n] > distance + 1) note(n, distance + 1);
          continue;
        }
        int cost = distance;
        if (at(n) != color_) {
          const int most = kMostOnTheWay[static_cast<std::size_t>(width_)];
          const int weak = static_cast<int>(liberties(n, most).size());
          cost += weak;
          if (weak > most || cost > far_ || found[n] <= cost) continue;
        }
        position().for_each_stone(n, [&](Point one) { note(one, cost); });
      }
    }
  }
}

}  // namespace goseki::tactics
