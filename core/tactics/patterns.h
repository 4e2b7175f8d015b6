// Patterns: verdicts that are found again wherever the zone looks the same.
//
// A verdict holds for every situation that is like its own on the zone (zone.h). So when the loser
// plays elsewhere and is answered there, what was found out before need not be searched again. To
// find it by a hash, zones are rounded up to one of a few *masks*, sets of points that were zones
// of earlier verdicts; a situation is looked up by what stands on each mask. (Shih et al. 2023 keep
// such patterns in a tree instead.)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "tactics/situation.h"

namespace goseki::tactics {

template <int Words>
class Masks {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;

  static constexpr int kMost = 12;

  void clear() { count_ = 0; }
  int count() const { return count_; }
  const Set& operator[](int number) const {
    return masks_[static_cast<std::size_t>(number)].points;
  }
  void note_hit(int number) { masks_[static_cast<std::size_t>(number)].hits += kHit; }

  // The mask for a verdict with this zone: the smallest that has it and not much more. If there is
  // none the zone itself becomes one, instead of the one that was of least use.
  int for_zone(const Set& zone) {
    const int size = zone.count();
    int best = -1;
    int least = size + size / 8 + 2;
    for (int i = 0; i < count_; ++i) {
      const Set& points = (*this)[i];
      if (!zone.is_subset_of(points)) continue;
      if (const int all = points.count(); all < least) {
        least = all;
        best = i;
      }
    }
    if (best >= 0) return best;
    if (count_ < kMost) {
      best = count_++;
    } else {
      best = 0;
      for (int i = 1; i < kMost; ++i) {
        if (hits(i) < hits(best)) best = i;
      }
      for (Mask& mask : masks_) mask.hits -= mask.hits / 16;
    }
    masks_[static_cast<std::size_t>(best)] = {zone, kHit * 4};
    return best;
  }

  // What stands on a mask, whose turn it is, and the ban if it is there.
  static Key key_on(const Set& mask, const Now& now) {
    Key key;
    const auto add = [&key](std::uint64_t word) {
      key.place = mix_pair(key.place, word);
      key.check = mix_pair(key.check ^ kGoldenStep, word);
    };
    for (int w = 0; w < Words; ++w) {
      const auto i = static_cast<std::size_t>(w);
      add(mask.words[i]);
      add(now.stones[kProver].words[i] & mask.words[i]);
      add(now.stones[kOther].words[i] & mask.words[i]);
      add(now.target.words[i]);
    }
    const bool banned = now.ko != kNoKo && mask.contains(now.ko);
    add((static_cast<std::uint64_t>(banned ? now.ko + 1 : 0) * 2 + (now.to_move == kOther)) * 256 +
        now.tenukis);
    return key;
  }

 private:
  static constexpr std::int64_t kHit = 1024;
  struct Mask {
    Set points;
    std::int64_t hits = 0;
  };
  std::int64_t hits(int number) const { return masks_[static_cast<std::size_t>(number)].hits; }

  std::array<Mask, kMost> masks_{};
  int count_ = 0;
};

}  // namespace goseki::tactics
