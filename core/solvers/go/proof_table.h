// ProofTable: what is known of situations, in buckets of one cache line, for one thread.
//
// A proven or held situation is known for ever; an unknown one is known to be so up to some
// depth. When a bucket is full, the entry that cost the least work to find goes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/zobrist.h"

namespace goseki::go {

enum class Verdict : std::uint8_t { kUnknown, kProven, kHeld };

struct ProofEntry {
  std::uint64_t key = 0;
  Verdict verdict = Verdict::kUnknown;
  std::uint8_t depth = 0;       // plies looked ahead; 0 only in an entry that is not used
  std::int8_t move = -2;        // best point, kPass, or kNoMove
  std::uint8_t work = 0;        // log2 of the nodes it cost
  std::uint32_t iteration = 0;  // in which it was found
};
static_assert(sizeof(ProofEntry) == 16);

inline constexpr int kNoMove = -2;

class ProofTable {
 public:
  // As many buckets as fit into this many bytes, at least one.
  explicit ProofTable(std::size_t bytes) : buckets_(bytes < 64 ? 1 : bytes / 64) {}

  void clear() {
    if (used_ == 0) return;
    std::fill(buckets_.begin(), buckets_.end(), Bucket{});
    used_ = 0;
  }
  std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

  const ProofEntry* find(std::uint64_t key) const {
    for (const ProofEntry& entry : bucket(key)) {
      if (entry.key == key && entry.depth != 0) return &entry;
    }
    return nullptr;
  }

  void store(const ProofEntry& fresh) {
    Bucket& entries = buckets_[index(fresh.key)];
    ProofEntry* worst = &entries[0];
    for (ProofEntry& entry : entries) {
      if (entry.depth == 0 || entry.key == fresh.key) {
        worst = &entry;
        break;
      }
      if (entry.work < worst->work) worst = &entry;
    }
    if (worst->depth == 0) ++used_;
    *worst = fresh;
  }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[index(key)]); }

  double share_used() const {
    return static_cast<double>(used_) / (4.0 * static_cast<double>(buckets_.size()));
  }

 private:
  using Bucket = std::array<ProofEntry, 4>;

  std::size_t index(std::uint64_t key) const {
    // The high half of a product picks the bucket, whatever their number.
    const auto product = static_cast<unsigned __int128>(scatter(key)) * buckets_.size();
    return static_cast<std::size_t>(product >> 64);
  }
  const Bucket& bucket(std::uint64_t key) const { return buckets_[index(key)]; }

  std::vector<Bucket> buckets_;
  std::size_t used_ = 0;
};

}  // namespace goseki::go
