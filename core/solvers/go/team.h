// Team: what the threads of one search share beside the table.
//
// Each thread runs the same search from the same root. Where every move of a side must be
// answered, a thread leaves for later what another one is searching (after ABDADA, J.-C. Weill
// 1996), and finds the answer in the table when it comes back to it. Verdicts do not depend on
// the moves that led to a situation, so it does not matter which thread found them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "board/bit_mixer.h"
#include "solvers/go/proof_entry.h"

namespace goseki::go {

class Team {
 public:
  // An iteration ends for all threads when one has finished it, or is told to stop.
  void begin() {
    verdict_ = Verdict::kUnknown;
    is_done_ = false;
  }
  void finish(Verdict verdict) {
    const std::lock_guard guard(finishing_);
    if (!is_done_) verdict_ = verdict;
    is_done_ = true;
  }
  bool is_done() const { return is_done_.load(std::memory_order_relaxed); }
  // The verdict of the thread that finished first.
  Verdict verdict() const { return verdict_; }

  // Nodes that helpers have visited and the leader has not counted yet.
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t take_nodes() { return nodes_.exchange(0); }

  // By a claim a thread says that it is searching a situation. Claims are only hints, kept in few
  // places: one may overwrite another.
  void claim(std::uint64_t key) { place_of(key).store(key, std::memory_order_relaxed); }
  void release(std::uint64_t key) { place_of(key).store(kFree, std::memory_order_relaxed); }
  bool is_claimed(std::uint64_t key) {
    return place_of(key).load(std::memory_order_relaxed) == key;
  }

 private:
  static constexpr std::size_t kPlaces = 1024;
  static constexpr std::size_t kCacheLine = 64;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};  // no key

  std::atomic<std::uint64_t>& place_of(std::uint64_t key) {
    return claims_[scatter(key) % kPlaces];
  }

  std::mutex finishing_;
  Verdict verdict_ = Verdict::kUnknown;
  std::atomic<bool> is_done_ = false;
  // In cache lines of their own, apart from what every node reads.
  alignas(kCacheLine) std::atomic<std::uint64_t> nodes_ = 0;
  alignas(kCacheLine) std::array<std::atomic<std::uint64_t>, kPlaces> claims_{};
};

}  // namespace goseki::go
