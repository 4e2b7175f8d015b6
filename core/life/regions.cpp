#include "life/regions.h"

#include <algorithm>

namespace goseki {

void Regions::find(const Position& position, Color color) {
  position_ = &position;
  color_ = color;
  number_blocks();
  regions_ = 0;
  first_point_[0] = 0;
  first_boundary_[0] = 0;
  region_at_.fill(kNone);
  position.for_each_point([&](Point p) {
    if (position.at(p) == color_ || region_at_[p] != kNone) return;
    flood(p);
    find_healthy(static_cast<Id>(regions_));
    ++regions_;
  });
}

void Regions::number_blocks() {
  blocks_ = 0;
  std::array<bool, kCells> numbered{};
  position_->for_each_point([&](Point p) {
    if (position_->at(p) != color_) return;
    const Point head = position_->block(p);
    if (numbered[head]) return;
    numbered[head] = true;
    block_id_[head] = static_cast<Id>(blocks_);
    stone_[blocks_] = p;
    last_region_[blocks_] = kNone;
    ++blocks_;
  });
}

// Collects the region of `seed` and the blocks that touch it as number `regions_`.
void Regions::flood(Point seed) {
  const auto region = static_cast<Id>(regions_);
  int end = first_point_[region];
  int boundary_end = first_boundary_[region];
  points_[end++] = seed;
  region_at_[seed] = region;
  for (int i = first_point_[region]; i < end; ++i) {
    for (Point n : neighbors(points_[i])) {
      const Color there = position_->at(n);
      if (there == color_) {
        const Id block = block_id_[position_->block(n)];
        if (last_region_[block] != region) {
          last_region_[block] = region;
          boundary_[boundary_end++] = block;
        }
      } else if (there != Color::kWall && region_at_[n] == kNone) {
        region_at_[n] = region;
        points_[end++] = n;
      }
    }
  }
  first_point_[region + 1] = static_cast<std::uint16_t>(end);
  first_boundary_[region + 1] = static_cast<std::uint16_t>(boundary_end);
}

void Regions::find_healthy(Id region) {
  std::array<Id, 4>& healthy = healthy_[region];
  int count = -1;  // no empty point met yet
  for (Point p : points(region)) {
    if (position_->at(p) != Color::kEmpty) continue;
    if (count < 0) {
      count = 0;
      for (Point n : neighbors(p)) {
        const Id block = block_at(n);
        const auto end = healthy.begin() + count;
        if (block != kNone && std::find(healthy.begin(), end, block) == end) {
          healthy[count++] = block;
        }
      }
    } else {
      int kept = 0;
      for (int i = 0; i < count; ++i) {
        if (is_next_to(p, healthy[i])) healthy[kept++] = healthy[i];
      }
      count = kept;
    }
    if (count == 0) break;
  }
  healthy_count_[region] = static_cast<std::uint8_t>(std::max(count, 0));
}

bool Regions::is_next_to(Point point, Id block) const {
  for (Point n : neighbors(point)) {
    if (block_at(n) == block) return true;
  }
  return false;
}

bool Regions::is_sealed(Id region, Id block) const {
  for (Point p : points(region)) {
    if (!is_next_to(p, block)) return false;
  }
  return true;
}

}  // namespace goseki
