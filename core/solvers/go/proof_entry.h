// ProofEntry: what the table knows of a situation.
//
// A proven or held situation is known for ever; an unknown one is known to be so up to some
// depth of a search for proofs, or for defences: each goal has its own entry, in the same
// bucket.
#pragma once

#include <cstdint>

#include "board/zobrist.h"
#include "search/transposition_table.h"

namespace goseki::go {

enum class Verdict : std::uint8_t { kUnknown, kProven, kHeld };

inline constexpr int kNoMove = -2;

struct ProofEntry {
  std::uint64_t key;
  std::uint16_t iteration;  // in which it was found
  Verdict goal;
  Verdict verdict;
  std::uint8_t depth;      // plies looked ahead
  std::uint8_t log_nodes;  // what it cost, never 0
  std::int8_t move;

  // What to look for: the entry of one goal, or one that decides, whatever its goal was.
  struct OfGoal {
    std::uint64_t key;
    Verdict goal;
  };
  struct Deciding {
    std::uint64_t key;
  };
  bool matches(const OfGoal& wanted) const { return key == wanted.key && goal == wanted.goal; }
  bool matches(const Deciding& wanted) const {
    return key == wanted.key && verdict != Verdict::kUnknown;
  }
  std::uint32_t work() const { return log_nodes; }
  std::uint64_t hash() const { return scatter(key); }
};
static_assert(sizeof(ProofEntry) == 16);

// The table of a search, by key instead of by hash.
class ProofTable {
 public:
  explicit ProofTable(std::size_t bytes) : table_(bytes) {}

  void clear() { table_.clear(); }
  std::size_t bytes() const { return table_.bytes(); }
  double share_used() const { return table_.load(); }
  void prefetch(std::uint64_t key) const { table_.prefetch(scatter(key)); }

  const ProofEntry* find(std::uint64_t key, Verdict goal) const {
    return table_.find(scatter(key), ProofEntry::OfGoal{key, goal});
  }
  const ProofEntry* find_decided(std::uint64_t key) const {
    return table_.find(scatter(key), ProofEntry::Deciding{key});
  }
  void store(const ProofEntry& entry) {
    table_.slot_for(entry.hash(), ProofEntry::OfGoal{entry.key, entry.goal}) = entry;
  }

 private:
  TranspositionTable<ProofEntry> table_;
};

}  // namespace goseki::go
