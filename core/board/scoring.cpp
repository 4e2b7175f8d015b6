#include "board/scoring.h"

namespace goseki {
namespace {

// The board after the dead stones are gone: colours, the owner of each empty region, and
// which region an empty point belongs to.
class Count {
 public:
  Count(const Board& board, const std::vector<Point>& dead) : board_(board) {
    const Position& position = board.position();
    for (int cell = 0; cell < kCells; ++cell) color_[cell] = position.at(static_cast<Point>(cell));
    for (Point stone : dead) {
      position.for_each_stone(stone, [&](Point p) {
        if (color_[p] == Color::kEmpty) return;  // another stone of its block was named
        ++dead_[static_cast<int>(color_[p])];
        color_[p] = Color::kEmpty;
      });
    }
    position.for_each_point([&](Point p) {
      if (color_[p] != Color::kEmpty) {
        owner_[p] = color_[p];
      } else if (region_[p] == 0) {
        flood_empty(p);
      }
    });
  }

  // Takes the eye points of groups in seki from their owners.
  void tax_seki(const std::optional<std::vector<Point>>& seki) {
    std::array<bool, kCells> listed{};
    if (seki) {
      for (Point p : *seki) listed[p] = true;
    }
    std::array<bool, kCells> seen{};
    std::vector<Point> taxed;
    board_.position().for_each_point([&](Point seed) {
      const Color color = owner_[seed];
      if (!is_stone(color) || seen[seed]) return;
      std::vector<Point> group{seed};
      seen[seed] = true;
      bool touches_neutral = false;
      bool is_listed = false;
      int eye_points = 0;
      int eye_region = 0;
      bool one_eye = true;
      for (std::size_t i = 0; i < group.size(); ++i) {
        const Point p = group[i];
        is_listed = is_listed || listed[p];
        if (color_[p] == Color::kEmpty) {
          ++eye_points;
          one_eye = one_eye && (eye_region == 0 || eye_region == region_[p]);
          eye_region = region_[p];
        }
        for (Point n : neighbors(p)) {
          if (owner_[n] == Color::kEmpty) touches_neutral = true;
          if (owner_[n] == color && !seen[n]) {
            seen[n] = true;
            group.push_back(n);
          }
        }
      }
      const bool in_seki =
          seki ? is_listed : touches_neutral && one_eye && eye_points <= kLargestSekiEye;
      if (!in_seki) return;
      for (Point p : group) {
        if (color_[p] == Color::kEmpty) taxed.push_back(p);
      }
    });
    for (Point p : taxed) owner_[p] = Color::kEmpty;
  }

  Score total() const {
    const bool territory = board_.rules().territory_scoring;
    Score score;
    board_.position().for_each_point([&](Point p) {
      score.owner[board_.size().index(p)] = static_cast<std::int8_t>(sign(owner_[p]));
      if (territory && color_[p] != Color::kEmpty) return;
      score.black += owner_[p] == Color::kBlack;
      score.white += owner_[p] == Color::kWhite;
    });
    if (territory) {
      score.black += board_.prisoners(Color::kBlack) + dead_[static_cast<int>(Color::kWhite)];
      score.white += board_.prisoners(Color::kWhite) + dead_[static_cast<int>(Color::kBlack)];
    }
    return score;
  }

 private:
  void flood_empty(Point seed) {
    std::vector<Point> region{seed};
    region_[seed] = ++regions_;
    bool touches[4] = {};
    for (std::size_t i = 0; i < region.size(); ++i) {
      for (Point n : neighbors(region[i])) {
        touches[static_cast<int>(color_[n])] = true;
        if (color_[n] == Color::kEmpty && region_[n] == 0) {
          region_[n] = regions_;
          region.push_back(n);
        }
      }
    }
    const bool black = touches[static_cast<int>(Color::kBlack)];
    const bool white = touches[static_cast<int>(Color::kWhite)];
    const Color owner = black == white ? Color::kEmpty : black ? Color::kBlack : Color::kWhite;
    for (Point p : region) owner_[p] = owner;
  }

  const Board& board_;
  std::array<Color, kCells> color_{};
  std::array<Color, kCells> owner_{[] {
    std::array<Color, kCells> walls;
    walls.fill(Color::kWall);
    return walls;
  }()};
  std::array<int, kCells> region_{};
  int regions_ = 0;
  std::array<int, 3> dead_{};
};

}  // namespace

Score score(const Board& board, const std::vector<Point>& dead,
            const std::optional<std::vector<Point>>& seki) {
  Count count(board, dead);
  if (board.rules().seki_tax) count.tax_seki(seki);
  return count.total();
}

}  // namespace goseki
