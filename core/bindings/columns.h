// Columns of records as Python bytes, in the byte order of this machine.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

namespace goseki {

template <typename T>
nanobind::bytes to_bytes(const std::vector<T>& column) {
  return nanobind::bytes(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(T));
}

// The keys (8 bytes each), moves (1 byte) and credits (8 bytes) of a strategy.
struct StrategyColumns {
  nanobind::bytes keys, moves, credits;
};

template <typename Record>
StrategyColumns strategy_columns(const std::vector<Record>& records) {
  std::vector<std::uint64_t> keys;
  std::vector<std::int8_t> moves;
  std::vector<std::int64_t> credits;
  for (const Record& record : records) {
    keys.push_back(record.key);
    moves.push_back(record.move);
    credits.push_back(record.credit);
  }
  return {to_bytes(keys), to_bytes(moves), to_bytes(credits)};
}

}  // namespace goseki
