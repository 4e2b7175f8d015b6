// ProofEntry: what the table knows of a situation.
//
// A proven or held situation is known for ever; an unknown one is known to be so up to some
// depth of a search for proofs, or for defences: each goal has its own entry, in the same
// bucket.
//
// An entry of a table in a file may be damaged: half written when the process was killed, or
// worse. So each carries a check of itself, and one that fails it is not found.
#pragma once

#include <cstdint>
#include <utility>

#include "board/zobrist.h"
#include "search/transposition_table.h"

namespace goseki::go {

enum class Verdict : std::uint8_t { kUnknown, kProven, kHeld };

inline constexpr int kNoMove = -2;

// To be increased whenever old entries in a file would mean something else: another key,
// layout or check, or verdicts under other rules.
inline constexpr int kProofEntryVersion = 1;

struct ProofEntry {
  std::uint64_t key;
  std::uint8_t iteration;  // in which it was found, modulo 256
  Verdict goal;
  Verdict verdict;
  std::uint8_t depth;      // plies looked ahead
  std::uint8_t log_nodes;  // what it cost, never 0
  std::int8_t move;
  std::uint16_t check;  // computed_check() when it was stored

  // What to look for: the entry of one goal, or one that decides, whatever its goal was.
  struct OfGoal {
    std::uint64_t key;
    Verdict goal;
  };
  struct Deciding {
    std::uint64_t key;
  };
  bool matches(const OfGoal& wanted) const {
    return key == wanted.key && goal == wanted.goal && check == computed_check();
  }
  bool matches(const Deciding& wanted) const {
    return key == wanted.key && verdict != Verdict::kUnknown && check == computed_check();
  }
  // 16 bits that change with any single bit of the entry, and with nearly any other damage.
  std::uint16_t computed_check() const {
    std::uint64_t rest = iteration;
    rest = rest << 8 | static_cast<std::uint8_t>(goal);
    rest = rest << 8 | static_cast<std::uint8_t>(verdict);
    rest = rest << 8 | depth;
    rest = rest << 8 | log_nodes;
    rest = rest << 8 | static_cast<std::uint8_t>(move);
    return static_cast<std::uint16_t>(((key ^ rest) * 0x9e3779b97f4a7c15ULL) >> 48);
  }
  std::uint32_t work() const { return log_nodes; }
  std::uint64_t hash() const { return scatter(key); }
};
static_assert(sizeof(ProofEntry) == 16);

// The table of a search, by key instead of by hash.
class ProofTable {
 public:
  explicit ProofTable(TableMemory memory) : table_(std::move(memory)) {}

  void clear() { table_.clear(); }
  std::size_t bytes() const { return table_.bytes(); }
  // Writes a table in a file to its disk.
  void flush() const { table_.memory().flush(); }
  double share_used() const { return table_.load(); }
  void prefetch(std::uint64_t key) const { table_.prefetch(scatter(key)); }

  const ProofEntry* find(std::uint64_t key, Verdict goal) const {
    return table_.find(scatter(key), ProofEntry::OfGoal{key, goal});
  }
  const ProofEntry* find_decided(std::uint64_t key) const {
    return table_.find(scatter(key), ProofEntry::Deciding{key});
  }
  void store(ProofEntry entry) {
    entry.check = entry.computed_check();
    table_.slot_for(entry.hash(), ProofEntry::OfGoal{entry.key, entry.goal}) = entry;
  }

 private:
  TranspositionTable<ProofEntry> table_;
};

}  // namespace goseki::go
