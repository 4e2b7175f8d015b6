// TranspositionTable: what a search has learned about positions, in a fixed amount of memory.
//
// Buckets of one cache line. A position may lie in any slot of its bucket; when all are
// taken, the entry that cost the least work gives way. The number of buckets need not be a
// power of two, so the table takes the memory it is given.
//
// An Entry is a trivial type of a size that divides 64, with
//
//     bool matches(const Key&) const     whether it is about this position
//     std::uint32_t work() const         what it cost to find out; 0 for a free slot only
//
// and all its bytes zero when free, so that untouched memory is an empty table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace goseki {

template <typename Entry>
class TranspositionTable {
  static_assert(std::is_trivially_copyable_v<Entry> && 64 % sizeof(Entry) == 0);

 public:
  static constexpr std::size_t kBucketBytes = 64;
  static constexpr int kWays = static_cast<int>(kBucketBytes / sizeof(Entry));

  // As many buckets as fit in `bytes`, at least one. Throws std::bad_alloc.
  explicit TranspositionTable(std::size_t bytes)
      : buckets_(bytes < 2 * kBucketBytes ? 1 : bytes / kBucketBytes - 1),
        memory_(std::calloc(buckets_ + 1, kBucketBytes), &std::free) {
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t space = (buckets_ + 1) * kBucketBytes;
    entries_ = static_cast<Entry*>(
        std::align(kBucketBytes, buckets_ * kBucketBytes, start, space));
  }

  // The memory it holds.
  std::size_t bytes() const { return (buckets_ + 1) * kBucketBytes; }
  std::size_t capacity() const { return buckets_ * kWays; }

  void clear() { std::memset(static_cast<void*>(entries_), 0, buckets_ * kBucketBytes); }

  // The entry of a position, or nullptr. `hash` spreads keys evenly over all 64 bits.
  template <typename Key>
  const Entry* find(std::uint64_t hash, const Key& key) const {
    const Entry* entry = bucket(hash);
    for (int way = 0; way < kWays; ++way) {
      if (entry[way].work() != 0 && entry[way].matches(key)) return entry + way;
    }
    return nullptr;
  }

  // Where to write about a position: its own entry, a free slot, or the cheapest entry.
  template <typename Key>
  Entry& slot_for(std::uint64_t hash, const Key& key) {
    Entry* entry = bucket(hash);
    Entry* cheapest = entry;
    for (int way = 0; way < kWays; ++way) {
      if (entry[way].work() != 0 && entry[way].matches(key)) return entry[way];
      if (entry[way].work() < cheapest->work()) cheapest = entry + way;
    }
    return *cheapest;
  }

  // The share of slots in use, from a sample.
  double load() const {
    const std::size_t sampled = buckets_ < 1000 ? buckets_ : 1000;
    std::size_t used = 0;
    for (std::size_t i = 0; i < sampled * kWays; ++i) used += entries_[i].work() != 0;
    return static_cast<double>(used) / static_cast<double>(sampled * kWays);
  }

 private:
  // The high half of hash * buckets: even for any number of buckets.
  Entry* bucket(std::uint64_t hash) const {
    const std::uint64_t high = hash >> 32;
    const std::uint64_t low = hash & 0xffffffff;
    return entries_ + ((high * buckets_ + (low * buckets_ >> 32)) >> 32) * kWays;
  }

  std::size_t buckets_;
  std::unique_ptr<void, decltype(&std::free)> memory_;
  Entry* entries_;
};

}  // namespace goseki
