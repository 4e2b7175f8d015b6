#include "features/move_features.h"

#include <algorithm>

#include "features/liberties.h"

namespace goseki {
namespace {

using Step = MoveFeatures::Step;

constexpr int kEdgeBits = 9;
constexpr int kBeams = 8;
constexpr std::array<const char*, kBeams> kBeamNames = {
    "left", "right", "up", "down", "up left", "up right", "down left", "down right"};

constexpr int absolute(int number) { return number < 0 ? -number : number; }

int count_diamond(int radius) { return 2 * radius * (radius + 1); }

std::string words(int right, int down) {
  std::string text;
  if (right != 0) text = std::to_string(absolute(right)) + (right < 0 ? " left" : " right");
  if (down == 0) return text;
  if (right != 0) text += ", ";
  return text + std::to_string(absolute(down)) + (down < 0 ? " up" : " down");
}

// A stone seen from a point: the beam it lies in, and its place in the order in which the beam is
// searched. A point lies in a straight beam if it is less than half as far aside as along, else in
// a diagonal one.
struct BeamPlace {
  int beam;
  int distance;
  int offset;  // aside of the beam

  // Nearer stones come first, then those less far aside, then those on one side.
  constexpr int order() const {
    return distance * 128 + absolute(offset) * 2 + (offset < 0 ? 1 : 0);
  }
};

constexpr BeamPlace beam_place(int right, int down) {
  const int across = absolute(right);
  const int along = absolute(down);
  const int distance = across + along;
  if (2 * along < across) return {right < 0 ? 0 : 1, distance, down};
  if (2 * across < along) return {down < 0 ? 2 : 3, distance, right};
  return {4 + (right > 0 ? 1 : 0) + (down > 0 ? 2 : 0), distance, across - along};
}

constexpr int kFarthest = kMaxSide - 1;
constexpr int kPlaces = 2 * kFarthest + 1;

// beam * 8192 + order for every step from one point to another.
constexpr std::array<std::uint16_t, kPlaces * kPlaces> make_beam_table() {
  std::array<std::uint16_t, kPlaces * kPlaces> table{};
  for (int down = -kFarthest; down <= kFarthest; ++down) {
    for (int right = -kFarthest; right <= kFarthest; ++right) {
      const BeamPlace place = beam_place(right, down);
      table[(down + kFarthest) * kPlaces + right + kFarthest] =
          static_cast<std::uint16_t>(place.beam * 8192 + place.order());
    }
  }
  return table;
}

constexpr std::array<std::uint16_t, kPlaces * kPlaces> kBeamTable = make_beam_table();

// The step on the board that is seen as this step under a symmetry.
constexpr Step on_board(Step seen, int symmetry) {
  Step step = symmetry & 4 ? Step{seen.down, seen.right} : seen;
  if (symmetry & 1) step.right = -step.right;
  if (symmetry & 2) step.down = -step.down;
  return step;
}
// And the way back.
constexpr Step as_seen(Step step, int symmetry) {
  if (symmetry & 1) step.right = -step.right;
  if (symmetry & 2) step.down = -step.down;
  return symmetry & 4 ? Step{step.down, step.right} : step;
}

}  // namespace

// What the vectors of all moves of a position need, gathered once. The board has a margin, so that
// a diamond never leaves the arrays; off the board there are no stones and no liberties.
struct MoveFeatures::View {
  static constexpr int kWidth = kMaxSide + 2 * kMostRadius;
  static constexpr int cell(int column, int row) {
    return (row + kMostRadius) * kWidth + column + kMostRadius;
  }
  struct Stone {
    int column, row;
    float color;  // +1 own, -1 other
    float liberties;
  };

  explicit View(const Board& board);

  Size size;
  Color own;
  Liberties liberties_of;
  std::array<float, kWidth * kWidth> own_stones{}, other_stones{}, liberties{};
  std::vector<Stone> stones;
  bool has_ko, has_last;
  int ko_column = 0, ko_row = 0, last_column = 0, last_row = 0;
};

MoveFeatures::View::View(const Board& board)
    : size(board.size()), own(board.to_play()), liberties_of(board.position()) {
  const Position& position = board.position();
  stones.reserve(kMaxPoints);
  for (int row = 0; row < size.rows; ++row) {
    for (int column = 0; column < size.columns; ++column) {
      const Point point = size.point(column, row);
      const Color color = position.at(point);
      const int here = cell(column, row);
      if (color == Color::kEmpty) {
        const auto around = neighbors(point);
        liberties[here] = static_cast<float>(std::count_if(
            around.begin(), around.end(), [&](Point n) { return position.at(n) == color; }));
        continue;
      }
      (color == own ? own_stones : other_stones)[here] = 1;
      liberties[here] = static_cast<float>(liberties_of.of(point));
      stones.push_back({column, row, color == own ? 1.0F : -1.0F, liberties[here]});
    }
  }
  const auto place = [&](Point point, int& column, int& row) {
    const int index = size.index(point);
    column = index % size.columns;
    row = index / size.columns;
  };
  has_ko = board.ko() != kNoPoint;
  if (has_ko) place(board.ko(), ko_column, ko_row);
  const auto& history = board.history();
  has_last = !history.empty() && history.back().color != own && history.back().point != kPass;
  if (has_last) place(history.back().point, last_column, last_row);
}

MoveFeatures::MoveFeatures(int stones_radius, int liberties_radius)
    : stones_radius_(stones_radius) {
  const auto diamond = [](int radius) {
    std::vector<Step> points;
    for (int down = -radius; down <= radius; ++down) {
      for (int right = -radius; right <= radius; ++right) {
        const int distance = absolute(right) + absolute(down);
        if (distance > 0 && distance <= radius) points.push_back({right, down});
      }
    }
    return points;
  };
  stones_ = diamond(stones_radius);
  liberties_ = diamond(liberties_radius);
  const auto steps = [](const std::vector<Step>& points, int symmetry) {
    std::vector<int> found;
    for (const Step& seen : points) {
      const Step step = on_board({seen.right, seen.down}, symmetry);
      found.push_back(step.down * View::kWidth + step.right);
    }
    return found;
  };
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    stones_steps_[symmetry] = steps(stones_, symmetry);
    liberties_steps_[symmetry] = steps(liberties_, symmetry);
  }
  count_ = 2 * count_diamond(stones_radius) + 2 * kEdgeBits + 2 + count_diamond(liberties_radius) +
           2 + 2 + 4 * kBeams + 1;
}

std::vector<MoveFeature> MoveFeatures::schema() const {
  std::vector<MoveFeature> entries;
  const auto add = [&](const std::string& name, const char* kind, int distance = 0) {
    entries.push_back({name, kind, distance});
  };
  for (const char* side : {"own", "other"}) {
    for (const Step& at : stones_) {
      add(std::string(side) + " stone " + words(at.right, at.down), "stones",
          absolute(at.right) + absolute(at.down));
    }
  }
  for (const char* direction : {" left", " up"}) {
    for (int steps = 1; steps <= kEdgeBits; ++steps) {
      add("off the board " + std::to_string(steps) + direction, "edge");
    }
  }
  add("a ko is banned", "ko");
  add("distance to the banned ko", "ko");
  for (const Step& at : liberties_) {
    add("liberties " + words(at.right, at.down), "liberties",
        absolute(at.right) + absolute(at.down));
  }
  add("liberties after own move", "liberties after");
  add("liberties after other's move", "liberties after");
  add("captures by own move", "captures");
  add("captures by other's move", "captures");
  for (const char* beam : kBeamNames) {
    for (const char* what : {"color", "distance", "offset", "liberties"}) {
      add(std::string("nearest stone ") + beam + ": " + what, "nearest stones");
    }
  }
  add("distance to the last move", "last move");
  return entries;
}

std::vector<Point> MoveFeatures::candidates(const Board& board) {
  std::vector<Point> points;
  board.for_each_legal_point(board.to_play(), [&](Point point, int) { points.push_back(point); });
  return points;
}

void MoveFeatures::write(const Board& board, const std::vector<Point>& points, float* out) const {
  const View view(board);
  for (Point point : points) {
    const int index = view.size.index(point);
    write_one(view, index % view.size.columns, index / view.size.columns, out);
    out += count_;
  }
}

void MoveFeatures::write_one(const View& view, int column, int row, float* out) const {
  std::vector<float> rival;
  bool first = true;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    // Left and top must be the nearer edges, and left at least as near as the top.
    const int to_right = view.size.columns - 1 - column;
    const int to_bottom = view.size.rows - 1 - row;
    const int across = symmetry & 1 ? to_right : column;
    const int along = symmetry & 2 ? to_bottom : row;
    if (2 * across > view.size.columns - 1 || 2 * along > view.size.rows - 1) continue;
    if (symmetry & 4 ? along > across : across > along) continue;
    if (first) {
      write_turned(view, column, row, symmetry, out);
      first = false;
      continue;
    }
    rival.resize(static_cast<std::size_t>(count_));
    write_turned(view, column, row, symmetry, rival.data());
    if (std::lexicographical_compare(rival.begin(), rival.end(), out, out + count_)) {
      std::copy(rival.begin(), rival.end(), out);
    }
  }
}

void MoveFeatures::write_turned(const View& view, int column, int row, int symmetry,
                                float* out) const {
  const int here = View::cell(column, row);
  for (int step : stones_steps_[symmetry]) *out++ = view.own_stones[here + step];
  for (int step : stones_steps_[symmetry]) *out++ = view.other_stones[here + step];

  const Size size = view.size;
  int left = std::min(column, size.columns - 1 - column);
  int top = std::min(row, size.rows - 1 - row);
  if (symmetry & 4) std::swap(left, top);
  for (int steps = 1; steps <= kEdgeBits; ++steps) *out++ = steps > left ? 1.0F : 0.0F;
  for (int steps = 1; steps <= kEdgeBits; ++steps) *out++ = steps > top ? 1.0F : 0.0F;

  const auto distance = [&](int to_column, int to_row) {
    return static_cast<float>(absolute(column - to_column) + absolute(row - to_row));
  };
  *out++ = view.has_ko ? 1.0F : 0.0F;
  *out++ = view.has_ko ? distance(view.ko_column, view.ko_row) : 0.0F;

  for (int step : liberties_steps_[symmetry]) *out++ = view.liberties[here + step];

  const Point point = size.point(column, row);
  const auto own = view.liberties_of.after(point, view.own);
  const auto other = view.liberties_of.after(point, opponent(view.own));
  *out++ = static_cast<float>(own.liberties);
  *out++ = static_cast<float>(other.liberties);
  *out++ = static_cast<float>(own.captures);
  *out++ = static_cast<float>(other.captures);

  write_nearest(view, column, row, symmetry, out);
  out += 4 * kBeams;

  *out = view.has_last ? distance(view.last_column, view.last_row)
                       : static_cast<float>(size.columns + size.rows - 2);
}

void MoveFeatures::write_nearest(const View& view, int column, int row, int symmetry,
                                 float* out) const {
  constexpr int kStoneBits = 9;  // enough for the number of any stone
  constexpr std::uint32_t kNone = ~0U;
  std::array<std::uint32_t, kBeams> nearest;
  nearest.fill(kNone);
  const auto inside = static_cast<std::uint32_t>(stones_radius_ * 128 + 127);
  for (std::uint32_t number = 0; number < view.stones.size(); ++number) {
    const View::Stone& stone = view.stones[number];
    const Step seen = as_seen({stone.column - column, stone.row - row}, symmetry);
    const std::uint32_t place =
        kBeamTable[(seen.down + kFarthest) * kPlaces + seen.right + kFarthest];
    const std::uint32_t order = place & 8191U;
    if (order <= inside) continue;
    std::uint32_t& found = nearest[place >> 13];
    found = std::min(found, order << kStoneBits | number);
  }
  for (std::uint32_t found : nearest) {
    if (found == kNone) {
      *out++ = 0;
      *out++ = static_cast<float>(view.size.columns + view.size.rows);
      *out++ = 0;
      *out++ = 0;
      continue;
    }
    const View::Stone& stone = view.stones[found & ((1U << kStoneBits) - 1)];
    const Step seen = as_seen({stone.column - column, stone.row - row}, symmetry);
    const BeamPlace place = beam_place(seen.right, seen.down);
    *out++ = stone.color;
    *out++ = static_cast<float>(place.distance);
    *out++ = static_cast<float>(place.offset);
    *out++ = stone.liberties;
  }
}

}  // namespace goseki
