// TranspositionTable: what a search has learned about positions, in a fixed amount of memory.
//
// A bucket is one cache line, or one entry if that is larger. A position may lie in any slot of
// its bucket; when all are taken, the entry that cost the least work is replaced. The number of
// buckets need not be a power of two, so the table uses all the memory it is given.
//
// The memory is reserved at once but used little by little: only the first buckets are active at
// the start, and their number doubles when half the slots are taken, so that a short search
// does not pay for touching a large table.
//
// The entries in the memory of a file are kept, and a line before the buckets says how many were
// active. If a process is killed while the table grows, entries lie in wrong buckets. They are
// never found, and do no other harm.
//
// An Entry is a trivial type of a size that divides 64, or is a multiple of it, with
//
//     bool matches(const Key&) const     whether it is about this position
//     std::uint32_t work() const         what it cost to find out; 0 for a free slot only
//     std::uint64_t hash() const         the hash it was stored under; optional, and without
//                                        it all buckets are active from the start
//
// and all its bytes zero when free, so that untouched memory is an empty table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "search/table_memory.h"

namespace goseki {

template <typename Entry>
class TranspositionTable {
  static_assert(std::is_trivially_copyable_v<Entry>);
  static_assert(64 % sizeof(Entry) == 0 || sizeof(Entry) % 64 == 0);

 public:
  static constexpr std::size_t kBucketBytes = std::max(TableMemory::kLine, sizeof(Entry));
  static constexpr int kWays = static_cast<int>(kBucketBytes / sizeof(Entry));

  // As many buckets as fit in `bytes`, at least one. Throws std::bad_alloc.
  explicit TranspositionTable(std::size_t bytes)
      : TranspositionTable(TableMemory::anonymous(bytes)) {}

  // All of `memory`, with the entries that are there.
  explicit TranspositionTable(TableMemory memory)
      : memory_(std::move(memory)),
        lines_before_(memory_.is_of_file() && memory_.bytes() > kBucketBytes ? 1 : 0),
        buckets_(memory_.bytes() / kBucketBytes - lines_before_) {
    use_memory();
  }

  // The memory it holds.
  std::size_t bytes() const { return memory_.bytes(); }
  const TableMemory& memory() const { return memory_; }

  void clear() {
    // Only active buckets were ever written to. If they are few, wiping them costs less than
    // fresh memory.
    if (!memory_.is_of_file() && active_ * kBucketBytes <= kWipedBytes) {
      std::fill_n(entries_, active_ * kWays, Entry{});
    } else {
      memory_.clear();
    }
    use_memory();
  }

  // Asks for a position's bucket ahead of a look-up. It must be inlined: GCC drops the call of a
  // function that only prefetches, since that has no effect.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(bucket(hash));
  }

  // The entry of a position, or nullptr. `hash` spreads keys evenly over all 64 bits.
  template <typename Key>
  const Entry* find(std::uint64_t hash, const Key& key) const {
    const Entry* entry = bucket(hash);
    for (int way = 0; way < kWays; ++way) {
      if (is_about(entry[way], key)) return entry + way;
    }
    return nullptr;
  }

  // The first of the kWays slots of a position's bucket.
  const Entry* first_of(std::uint64_t hash) const { return bucket(hash); }

  // Whether slot_for may let the table grow, which moves entries and so is not allowed while
  // several threads use it.
  void set_growing(bool growing) { grows_ = growing; }

  // Grows to many times what is there, before several threads use the table. The system may take
  // long to provide the memory, so it is asked for piece by piece, and `stop()` is asked between
  // two pieces: if it says so the table stays as it is.
  template <typename Stop>
  void grow_ahead(Stop stop) {
    if constexpr (kCanGrow) {
      std::size_t factor = 1;
      while (active_ * factor * 2 <= buckets_ && used() * kRoomAhead > active_ * factor * kWays) {
        factor *= 2;
      }
      if (factor == 1) return;
      for (std::size_t i = active_; i < active_ * factor; i += kPieceBytes / kBucketBytes) {
        if (stop()) return;
        auto* byte = reinterpret_cast<volatile char*>(entries_ + i * kWays);
        *byte = *byte;  // only when written to is memory provided
      }
      grow(factor);
    }
  }

  // Where to write about a position: its own entry, a free slot, or the cheapest entry.
  // The caller must write to it before the next call.
  template <typename Key>
  Entry& slot_for(std::uint64_t hash, const Key& key) {
    if constexpr (kCanGrow) {
      if (grows_ && active_ * 2 <= buckets_ && used() * 2 > active_ * kWays) grow(2);
    }
    Entry* entry = bucket(hash);
    Entry* cheapest = entry;
    for (int way = 0; way < kWays; ++way) {
      if (is_about(entry[way], key)) return entry[way];
      if (entry[way].work() < cheapest->work()) cheapest = entry + way;
    }
    if (cheapest->work() == 0) set_used(used() + 1);
    return *cheapest;
  }

  // The share of slots in use.
  double load() const {
    return static_cast<double>(used()) / static_cast<double>(buckets_ * kWays);
  }

 private:
  // Looks at the key first, because it seldom matches, while every second slot is free.
  template <typename Key>
  static bool is_about(const Entry& entry, const Key& key) {
    return entry.matches(key) && entry.work() != 0;
  }

  // Threads that share a table may overwrite each other's counts: then it is only about right.
  std::size_t used() const { return __atomic_load_n(&used_, __ATOMIC_RELAXED); }
  void set_used(std::size_t used) { __atomic_store_n(&used_, used, __ATOMIC_RELAXED); }

  static constexpr std::size_t kFirstActive = 1 << 12;
  static constexpr std::size_t kRoomAhead = 32;
  static constexpr std::size_t kPieceBytes = 1 << 12;  // a page
  static constexpr std::size_t kSample = 1 << 16;
  static constexpr std::size_t kWipedBytes = 32 << 20;
  static constexpr bool kCanGrow = requires(const Entry& entry) { entry.hash(); };

  void use_memory() {
    entries_ = static_cast<Entry*>(memory_.data()) + lines_before_ * kWays;
    active_ = buckets_;
    if constexpr (kCanGrow) {
      const std::uint64_t noted = lines_before_ ? *noted_active() : 0;
      while (active_ > kFirstActive && active_ != noted) active_ /= 2;
    }
    set_used(memory_.is_of_file() ? estimated_use() : 0);
  }

  std::uint64_t* noted_active() const { return static_cast<std::uint64_t*>(memory_.data()); }

  // Estimated from the first buckets, since hashes spread evenly and reading a large file takes
  // long.
  std::size_t estimated_use() const {
    const std::size_t sample = std::min(active_, kSample);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample * kWays; ++i) used += entries_[i].work() != 0;
    return used * active_ / sample;
  }

  // The high half of hash * active. It spreads evenly over any number of buckets, and the entries
  // of bucket i go to buckets i * n to i * n + n - 1 when there are n times as many.
  Entry* bucket(std::uint64_t hash) const {
    const std::uint64_t high = hash >> 32;
    const std::uint64_t low = hash & 0xffffffff;
    return entries_ + ((high * active_ + (low * active_ >> 32)) >> 32) * kWays;
  }

  // Works in place, from the last bucket down, so that the buckets that entries go to are empty
  // by then. Only an entry in a wrong bucket, after damage or a kill, may find no room, and is
  // dropped.
  void grow(std::size_t factor) {
    const std::size_t before = active_;
    active_ *= factor;
    for (std::size_t i = before; i-- > 0;) {
      std::array<Entry, kWays> moving;
      for (int way = 0; way < kWays; ++way) {
        moving[way] = entries_[i * kWays + way];
        entries_[i * kWays + way] = Entry{};
      }
      for (const Entry& entry : moving) {
        if (entry.work() == 0) continue;
        Entry* slots = bucket(entry.hash());
        const auto is_free = [](const Entry& slot) { return slot.work() == 0; };
        Entry* slot = std::find_if(slots, slots + kWays, is_free);
        if (slot != slots + kWays) *slot = entry;
      }
    }
    if (lines_before_) *noted_active() = active_;
  }

  TableMemory memory_;
  std::size_t lines_before_;
  std::size_t buckets_;
  std::size_t active_ = 0;
  bool grows_ = true;
  Entry* entries_ = nullptr;
  alignas(kBucketBytes) std::size_t used_ =
      0;  // on a line of its own, away from what all threads read
};

}  // namespace goseki
