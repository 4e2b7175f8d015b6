// ProofTable: what is known of situations, in buckets of one cache line, for one thread.
//
// A proven or held situation is known for ever; an unknown one is known to be so up to some
// depth of a search for proofs, or for defences: each goal has its own entry, in the same
// bucket. When a bucket is full, the entry that cost the least work to find goes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "board/zobrist.h"

namespace goseki::go {

enum class Verdict : std::uint8_t { kUnknown, kProven, kHeld };

inline constexpr int kNoMove = -2;

struct ProofEntry {
  std::uint64_t key;
  std::uint16_t iteration;  // in which it was found; 0 in memory never written
  Verdict goal;
  Verdict verdict;
  std::uint8_t depth;  // plies looked ahead
  std::uint8_t work;   // log2 of the nodes it cost
  std::int8_t move;
};
static_assert(sizeof(ProofEntry) == 16);

class ProofTable {
 public:
  // Starts small and grows, as it fills, to as many buckets as fit into this many bytes (at
  // least one): memory that a question does not need is not touched.
  explicit ProofTable(std::size_t max_bytes);

  std::size_t bytes() const { return count_ * sizeof(Bucket); }

  // Forgets everything and returns the number of the first iteration from now on. Entries of
  // earlier iterations are taken as absent: nothing is written, however large the table.
  std::uint16_t start();
  // The next iteration.
  std::uint16_t advance();

  // The entry of a situation for a goal, if there is one.
  const ProofEntry* find(std::uint64_t key, Verdict goal) const {
    for (const ProofEntry& entry : buckets_[index(key)]) {
      if (entry.key == key && entry.goal == goal && is_current(entry)) return &entry;
    }
    return nullptr;
  }
  // The entry that decides a situation, whatever its goal was.
  const ProofEntry* find_decided(std::uint64_t key) const {
    for (const ProofEntry& entry : buckets_[index(key)]) {
      if (entry.key == key && entry.verdict != Verdict::kUnknown && is_current(entry)) {
        return &entry;
      }
    }
    return nullptr;
  }
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[index(key)]); }

  void store(const ProofEntry& fresh) {
    if (used_ > count_ * 2 && count_ < max_count_) grow();
    Bucket& entries = buckets_[index(fresh.key)];
    ProofEntry* worst = &entries[0];
    for (ProofEntry& entry : entries) {
      const bool same = entry.key == fresh.key && entry.goal == fresh.goal;
      if (same || !is_current(entry)) {
        worst = &entry;
        break;
      }
      if (entry.work < worst->work) worst = &entry;
    }
    if (!is_current(*worst)) ++used_;
    *worst = fresh;
  }

  double share_used() const {
    return static_cast<double>(used_) / (4.0 * static_cast<double>(count_));
  }

 private:
  using Bucket = std::array<ProofEntry, 4>;
  struct Release {
    void operator()(void* memory) const;
  };

  void allocate(std::size_t count);
  void grow();

  bool is_current(const ProofEntry& entry) const { return entry.iteration >= first_iteration_; }

  std::size_t index(std::uint64_t key) const {
    // The high half of a product picks the bucket, whatever their number.
    const auto product = static_cast<unsigned __int128>(scatter(key)) * count_;
    return static_cast<std::size_t>(product >> 64);
  }

  std::size_t max_count_;
  std::size_t count_ = 0;
  std::unique_ptr<void, Release> memory_;
  Bucket* buckets_ = nullptr;
  std::uint16_t first_iteration_ = 1;
  std::uint16_t iteration_ = 0;
  std::size_t used_ = 0;
};

}  // namespace goseki::go
