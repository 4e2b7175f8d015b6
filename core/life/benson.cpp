#include "life/benson.h"

#include <algorithm>
#include <span>

namespace goseki {

using Id = Regions::Id;

bool Benson::prove(const Position& position, Color color, bool suicide_is_legal) {
  regions_.find(position, color);
  any_alive_ = regions_.regions() >= 2 &&
               (regions_.blocks() <= Bits<1>::kCapacity ? prove(suicide_is_legal, few_)
                                                        : prove(suicide_is_legal, many_));
  return any_alive_;
}

template <int Words>
bool Benson::prove(bool suicide_is_legal, VitalRegions<Words>& vital) {
  using Blocks = Bits<Words>;
  int count = 0;
  Blocks once;
  Blocks twice;
  for (Id region = 0; region < regions_.regions(); ++region) {
    Blocks& vital_to = vital[count].vital_to;
    vital_to = {};
    for (Id block : regions_.healthy(region)) {
      if (!suicide_is_legal || regions_.is_sealed(region, block)) vital_to.insert(block);
    }
    if (vital_to.none()) continue;
    twice |= once & vital_to;
    once |= vital_to;
    vital_id_[count++] = region;
  }
  if (twice.none()) return false;
  for (int i = 0; i < count; ++i) {
    vital[i].around = {};
    for (Id block : regions_.boundary(vital_id_[i])) vital[i].around.insert(block);
  }
  const Blocks alive = benson_fixed_point(twice, std::span(vital.data(), count));
  if (alive.none()) return false;

  for (Id block = 0; block < regions_.blocks(); ++block) alive_[block] = alive.contains(block);
  std::fill_n(territory_.begin(), regions_.regions(), false);
  for (int i = 0; i < count; ++i) {
    if (!vital[i].around.is_subset_of(alive)) continue;
    const Id region = vital_id_[i];
    for (Id block : regions_.healthy(region)) {
      territory_[region] = territory_[region] || regions_.is_sealed(region, block);
    }
  }
  return true;
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
