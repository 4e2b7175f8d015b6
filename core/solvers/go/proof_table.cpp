#include "solvers/go/proof_table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace goseki::go {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kFirstBuckets = std::size_t{1} << 14;  // 1 MiB
constexpr std::size_t kGrowth = 4;

}  // namespace

void ProofTable::Release::operator()(void* memory) const { std::free(memory); }

ProofTable::ProofTable(std::size_t max_bytes)
    : max_count_(std::max<std::size_t>(1, max_bytes / sizeof(Bucket))) {
  allocate(std::min(max_count_, kFirstBuckets));
}

void ProofTable::allocate(std::size_t count) {
  // Memory that the system zeroes when it is first touched.
  memory_.reset(std::calloc(count * sizeof(Bucket) + kHugePage, 1));
  if (memory_ == nullptr) throw std::bad_alloc();
  count_ = count;
  // Whole huge pages, where the system has them, spare most of the address look-ups that a
  // large table costs.
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
  const std::uintptr_t aligned = (address + kHugePage - 1) / kHugePage * kHugePage;
  buckets_ = reinterpret_cast<Bucket*>(aligned);
#ifdef __linux__
  if (count_ * sizeof(Bucket) >= kHugePage)
    madvise(buckets_, count_ * sizeof(Bucket), MADV_HUGEPAGE);
#endif
}

void ProofTable::grow() {
  const std::size_t old_count = count_;
  const Bucket* old_buckets = buckets_;
  const std::unique_ptr<void, Release> old_memory = std::move(memory_);
  allocate(std::min(max_count_, count_ * kGrowth));
  used_ = 0;
  for (std::size_t i = 0; i < old_count; ++i) {
    for (const ProofEntry& entry : old_buckets[i]) {
      if (is_current(entry)) store(entry);
    }
  }
}

std::uint16_t ProofTable::start() {
  used_ = 0;
  first_iteration_ = advance();
  return first_iteration_;
}

std::uint16_t ProofTable::advance() {
  if (iteration_ == UINT16_MAX) {
    // Hundreds of questions later: the numbers have run out, so really forget.
    std::memset(static_cast<void*>(buckets_), 0, count_ * sizeof(Bucket));
    iteration_ = 0;
    first_iteration_ = 1;
    used_ = 0;
  }
  return ++iteration_;
}

}  // namespace goseki::go
