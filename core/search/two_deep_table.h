// TwoDeepTable: a transposition table with two slots an address, as in Breuker's scheme
// TwoDeep (van der Werf 2004, 5.2.1): a result that is deeper than the one in the first slot
// pushes it into the second; any other goes into the second slot. A position that is in the
// first slot already stays there.
//
// A Slot is a trivial type, all its bytes zero when free, with
//
//     bool is_free() const
//     bool same_position(const Slot&) const     whether both are about one position
//     int depth                                 plies that were looked ahead
//     std::uint64_t hash() const                spreads positions over the addresses
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace goseki {

template <typename Slot>
class TwoDeepTable {
  static_assert(std::is_trivially_copyable_v<Slot>);

 public:
  // As many pairs of slots as fit in `bytes`, at least one. Throws std::bad_alloc.
  explicit TwoDeepTable(std::size_t bytes)
      : addresses_(std::max<std::size_t>(1, bytes / (2 * sizeof(Slot)))),
        memory_(std::calloc(addresses_, 2 * sizeof(Slot)), &std::free) {
    if (!memory_) throw std::bad_alloc();
  }

  std::size_t bytes() const { return addresses_ * 2 * sizeof(Slot); }

  // What is known of the position of `wanted`, or nullptr. Only its position is looked at.
  const Slot* find(const Slot& wanted) const {
    const Slot* pair = at(wanted);
    for (int i = 0; i < 2; ++i) {
      if (!pair[i].is_free() && pair[i].same_position(wanted)) return pair + i;
    }
    return nullptr;
  }

  void store(const Slot& slot) {
    Slot* pair = at(slot);
    if (pair[0].is_free() || pair[0].same_position(slot)) {
      if (slot.depth >= pair[0].depth || pair[0].is_free()) {
        pair[0] = slot;
        return;
      }
    } else if (slot.depth > pair[0].depth) {
      pair[1] = pair[0];
      pair[0] = slot;
      return;
    }
    pair[1] = slot;
  }

 private:
  Slot* at(const Slot& slot) const {
    return static_cast<Slot*>(memory_.get()) + slot.hash() % addresses_ * 2;
  }

  std::size_t addresses_;
  std::unique_ptr<void, decltype(&std::free)> memory_;
};

}  // namespace goseki
