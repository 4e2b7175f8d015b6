// BucketLocks: what lets several threads read and write the buckets of one table.
//
//     BucketLocks locks;
//     locks.make();                             // before other threads use the table
//     const BucketLocks::Guard guard(locks, table.first_of(hash));
//
// A lock is held for a few instructions only, so a thread that waits for it keeps trying. While
// there are no locks a guard does nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace goseki {

class BucketLocks {
 public:
  void make() { locks_ = std::vector<Lock>(kLocks); }
  void drop() { locks_.clear(); }
  bool any() const { return !locks_.empty(); }

 private:
  struct Lock {
    std::atomic_flag taken;
  };
  static constexpr std::size_t kLocks = 1 << 14;

  mutable std::vector<Lock> locks_;

 public:
  class Guard {
   public:
    // Of the bucket with this first slot, which is where it lies in memory.
    template <typename Entry>
    Guard(const BucketLocks& locks, const Entry* first) {
      if (locks.locks_.empty()) return;
      const std::size_t bucket = reinterpret_cast<std::uintptr_t>(first) / kLine;
      lock_ = &locks.locks_[bucket % kLocks];
      while (lock_->taken.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Guard() {
      if (lock_ != nullptr) lock_->taken.clear(std::memory_order_release);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    static constexpr std::size_t kLine = 64;
    Lock* lock_ = nullptr;
  };
};

}  // namespace goseki
