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
inline constexpr int kProofEntryVersion = 4;

struct ProofEntry {
  std::uint64_t key;
  // A verdict's zone (attack_search.h), or of an unknown one how far it was looked ahead, in
  // plies, and in which iteration, modulo 256.
  std::uint32_t detail;
  std::uint16_t verdict_bits : 2;
  std::uint16_t goal_bits : 2;
  std::uint16_t log_nodes : 6;  // what it cost, never 0
  std::uint16_t move_bits : 6;
  std::uint16_t check;  // computed_check() when it was stored

  static ProofEntry decided(std::uint64_t key, Verdict goal, Verdict verdict, std::uint32_t zone,
                            int log_nodes, int move) {
    return ProofEntry(key, goal, verdict, zone, log_nodes, move);
  }
  static ProofEntry unknown(std::uint64_t key, Verdict goal, int depth, std::uint8_t iteration,
                            int log_nodes, int move) {
    const auto detail = static_cast<std::uint32_t>(depth << 8 | iteration);
    return ProofEntry(key, goal, Verdict::kUnknown, detail, log_nodes, move);
  }
  ProofEntry() = default;

  Verdict verdict() const { return static_cast<Verdict>(verdict_bits); }
  Verdict goal() const { return static_cast<Verdict>(goal_bits); }
  int move() const { return static_cast<int>(move_bits) + kNoMove; }
  // Precondition: it decides.
  std::uint32_t zone() const { return detail; }
  // Precondition of both: it does not.
  int depth() const { return static_cast<int>(detail >> 8); }
  std::uint8_t iteration() const { return static_cast<std::uint8_t>(detail); }

  // What to look for: the entry of one goal, or one that decides, whatever its goal was.
  struct OfGoal {
    std::uint64_t key;
    Verdict goal;
  };
  struct Deciding {
    std::uint64_t key;
  };
  bool matches(const OfGoal& wanted) const {
    return key == wanted.key && goal() == wanted.goal && check == computed_check();
  }
  bool matches(const Deciding& wanted) const {
    return key == wanted.key && verdict() != Verdict::kUnknown && check == computed_check();
  }
  // 16 bits that change with any single bit of the entry, and with nearly any other damage.
  std::uint16_t computed_check() const {
    std::uint64_t rest = detail;
    rest = rest << 16 | (verdict_bits << 14 | goal_bits << 12 | log_nodes << 6 | move_bits);
    return static_cast<std::uint16_t>(((key ^ rest) * 0x9e3779b97f4a7c15ULL) >> 48);
  }
  std::uint32_t work() const { return log_nodes; }
  std::uint64_t hash() const { return scatter(key); }

 private:
  ProofEntry(std::uint64_t name, Verdict goal, Verdict verdict, std::uint32_t details, int work,
             int move)
      : key(name),
        detail(details),
        verdict_bits(static_cast<std::uint16_t>(verdict) & 3),
        goal_bits(static_cast<std::uint16_t>(goal) & 3),
        log_nodes(static_cast<std::uint16_t>(work < 63 ? work : 63) & 63),
        move_bits(static_cast<std::uint16_t>(move - kNoMove) & 63),
        check(0) {}
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
    table_.slot_for(entry.hash(), ProofEntry::OfGoal{entry.key, entry.goal()}) = entry;
  }

 private:
  TranspositionTable<ProofEntry> table_;
};

}  // namespace goseki::go
