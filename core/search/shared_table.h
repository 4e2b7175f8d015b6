// SharedTable: a transposition table that several threads may use for a while.
//
//     table.begin_sharing(watch);
//     ... in each thread:
//     const auto guard = table.guard(hash);     // before an entry is read or written
//     table.entries().find(hash, key)
//     table.end_sharing();
//
// To write to a bucket a thread locks it, and to read from it as well, so that no thread ever sees
// an entry half written. A lock is held for a few instructions only, so a thread that waits for it
// keeps trying. While the table is not shared a guard does nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/transposition_table.h"
#include "stop_watch.h"

namespace goseki {

template <typename Entry>
class SharedTable {
 public:
  using Entries = TranspositionTable<Entry>;

  explicit SharedTable(TableMemory memory) : entries_(std::move(memory)) {}
  explicit SharedTable(std::size_t bytes) : entries_(bytes) {}

  Entries& entries() { return entries_; }
  const Entries& entries() const { return entries_; }

  // Call begin_sharing before other threads use the table, and end_sharing when they are done.
  // It takes a while, unless the watch stops it.
  void begin_sharing(StopWatch& watch) {
    entries_.grow_ahead([&] { return watch.look(); });
    entries_.set_growing(false);
    locks_ = std::vector<Lock>(kLocks);
  }
  void end_sharing() {
    entries_.set_growing(true);
    locks_.clear();
  }

  class [[nodiscard]] Guard;
  // Of a position's bucket, as long as it lives.
  Guard guard(std::uint64_t hash) const { return Guard(lock_of(hash)); }

 private:
  static constexpr std::size_t kLocks = 1 << 14;
  struct Lock {
    std::atomic_flag taken;
  };

  // nullptr while the table is not shared.
  Lock* lock_of(std::uint64_t hash) const {
    if (locks_.empty()) return nullptr;
    const auto place = reinterpret_cast<std::uintptr_t>(entries_.first_of(hash));
    return &locks_[place / Entries::kBucketBytes % kLocks];
  }

  Entries entries_;
  mutable std::vector<Lock> locks_;
};

template <typename Entry>
class SharedTable<Entry>::Guard {
 public:
  explicit Guard(Lock* lock) : lock_(lock) {
    while (lock_ != nullptr && lock_->taken.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Guard() {
    if (lock_ != nullptr) lock_->taken.clear(std::memory_order_release);
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Lock* lock_;
};

}  // namespace goseki
