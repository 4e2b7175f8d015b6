#include "life/benson.h"

#include <algorithm>

namespace goseki {

using Id = Regions::Id;

bool Benson::prove(const Position& position, Color color, bool suicide_is_legal) {
  regions_.find(position, color);
  alive_blocks_ = 0;
  if (regions_.regions() < 2 || !count_vital(suicide_is_legal)) return false;
  drop_until_stable();
  if (alive_blocks_ == 0) return false;
  for (Id region = 0; region < regions_.regions(); ++region) {
    const auto vital = vital_[region].begin();
    territory_[region] =
        kept_[region] && std::any_of(vital, vital + vital_count_[region],
                                     [&](Id block) { return regions_.is_sealed(region, block); });
  }
  return true;
}

// Lists which regions are vital to which blocks. Returns whether some block has two.
bool Benson::count_vital(bool suicide_is_legal) {
  std::fill_n(vital_regions_.begin(), regions_.blocks(), std::int16_t{0});
  bool two = false;
  for (Id region = 0; region < regions_.regions(); ++region) {
    int count = 0;
    for (Id block : regions_.healthy(region)) {
      if (suicide_is_legal && !regions_.is_sealed(region, block)) continue;
      vital_[region][count++] = block;
      two = ++vital_regions_[block] >= 2 || two;
    }
    vital_count_[region] = static_cast<std::uint8_t>(count);
  }
  return two;
}

void Benson::drop_until_stable() {
  alive_blocks_ = 0;
  for (Id block = 0; block < regions_.blocks(); ++block) {
    alive_[block] = vital_regions_[block] >= 2;
    alive_blocks_ += alive_[block];
  }
  // Only vital regions count; the others are dropped here without a consequence.
  for (Id region = 0; region < regions_.regions(); ++region) {
    kept_[region] = vital_count_[region] > 0;
  }
  for (bool changed = true; changed && alive_blocks_ > 0;) {
    changed = false;
    for (Id region = 0; region < regions_.regions(); ++region) {
      if (!kept_[region]) continue;
      const auto boundary = regions_.boundary(region);
      if (std::all_of(boundary.begin(), boundary.end(), [&](Id b) { return alive_[b]; })) continue;
      kept_[region] = false;
      for (int i = 0; i < vital_count_[region]; ++i) {
        const Id block = vital_[region][i];
        if (--vital_regions_[block] < 2 && alive_[block]) {
          alive_[block] = false;
          --alive_blocks_;
          changed = true;
        }
      }
    }
  }
}

int benson_map(const Position& position, bool suicide_is_legal, Benson& scratch,
               std::array<std::int8_t, kMaxPoints>& owner) {
  const Size size = position.size();
  std::fill_n(owner.begin(), size.points(), std::int8_t{0});
  int proven = 0;
  for (Color color : {Color::kBlack, Color::kWhite}) {
    if (!scratch.prove(position, color, suicide_is_legal)) continue;
    int index = 0;
    position.for_each_point([&](Point p) {
      if (scratch.is_proven(p)) {
        owner[index] = static_cast<std::int8_t>(sign(color));
        ++proven;
      }
      ++index;
    });
  }
  return proven;
}

}  // namespace goseki
