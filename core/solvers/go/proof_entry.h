// ProofEntry: what the table knows of a situation.
//
// That a situation is proven or held is known for ever. Of other situations the table knows to
// which depth they were searched for a proof, or for a defence: each goal has its own entry, in
// the same bucket.
//
// If the table is in a file an entry may be damaged: half written when the process was killed, or
// worse. So each entry carries a checksum, and one that does not fit its checksum is not found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "board/bit_mixer.h"
#include "search/shared_table.h"
#include "stop_watch.h"

namespace goseki::go {

enum class Verdict : std::uint8_t { kUnknown, kProven, kHeld };

inline constexpr int kNoMove = -2;

// To be increased whenever old entries in a file would mean something else: another key,
// layout or check, or verdicts under other rules.
inline constexpr int kProofEntryVersion = 4;

struct ProofEntry {
  std::uint64_t key;
  // The zone of a verdict (attack_search.h); or, where the verdict is unknown, the depth in plies
  // to which the situation was searched, and in which iteration, modulo 256.
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
  bool decides() const { return verdict() != Verdict::kUnknown; }
  Verdict goal() const { return static_cast<Verdict>(goal_bits); }
  int move() const { return static_cast<int>(move_bits) + kNoMove; }
  // Precondition: decides().
  std::uint32_t zone() const { return detail; }
  // Precondition of both: !decides().
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
  // The key, while another thread may write it with assign().
  std::uint64_t key_now() const { return __atomic_load_n(&key, __ATOMIC_RELAXED); }
  void assign(const ProofEntry& other) {
    __atomic_store_n(&key, other.key, __ATOMIC_RELAXED);
    std::memcpy(&detail, &other.detail, sizeof(ProofEntry) - offsetof(ProofEntry, detail));
  }
  // 16 bits that change with any single bit of the entry, and with nearly any other damage.
  std::uint16_t computed_check() const {
    std::uint64_t rest = detail;
    rest = rest << 16 | (verdict_bits << 14 | goal_bits << 12 | log_nodes << 6 | move_bits);
    return static_cast<std::uint16_t>(((key ^ rest) * kGoldenStep) >> 48);
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

// The table of a search, which is looked up by key instead of by hash. While it is shared, several
// threads use it. To write to a bucket a thread locks it; to read from it as well, once the thread
// has seen the key that it is looking for. Only that key is read without the lock, as one word. So
// no thread ever sees an entry half written.
class ProofTable {
 public:
  explicit ProofTable(TableMemory memory) : table_(std::move(memory)) {}

  // Before other threads use the table, and when they are done (shared_table.h).
  void begin_sharing(StopWatch& watch) { table_.begin_sharing(watch); }
  void end_sharing() { table_.end_sharing(); }

  void clear() { table_.entries().clear(); }
  std::size_t bytes() const { return table_.entries().bytes(); }
  // Writes a table in a file to its disk.
  void flush() const { table_.entries().memory().flush(); }
  double share_used() const { return table_.entries().load(); }
  [[gnu::always_inline]] void prefetch(std::uint64_t key) const {
    table_.entries().prefetch(scatter(key));
  }

  std::optional<ProofEntry> find(std::uint64_t key, Verdict goal) const {
    return look_up(ProofEntry::OfGoal{key, goal});
  }
  std::optional<ProofEntry> find_decided(std::uint64_t key) const {
    return look_up(ProofEntry::Deciding{key});
  }
  void store(ProofEntry entry) {
    entry.check = entry.computed_check();
    const std::uint64_t hash = entry.hash();
    const auto guard = table_.guard(hash);
    table_.entries().slot_for(hash, ProofEntry::OfGoal{entry.key, entry.goal()}).assign(entry);
  }

 private:
  static constexpr int kWays = TranspositionTable<ProofEntry>::kWays;

  template <typename Wanted>
  std::optional<ProofEntry> look_up(const Wanted& wanted) const {
    const std::uint64_t hash = scatter(wanted.key);
    const ProofEntry* first = table_.entries().first_of(hash);
    for (int way = 0; way < kWays; ++way) {
      if (first[way].key_now() != wanted.key) continue;
      const auto guard = table_.guard(hash);
      const ProofEntry* entry = table_.entries().find(hash, wanted);
      return entry == nullptr ? std::nullopt : std::optional(*entry);
    }
    return std::nullopt;
  }

  SharedTable<ProofEntry> table_;
};

}  // namespace goseki::go
