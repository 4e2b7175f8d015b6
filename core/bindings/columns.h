// Columns of records as Python bytes, in the byte order of this machine.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

namespace goseki {

template <typename T>
nanobind::bytes to_bytes(const std::vector<T>& column) {
  return nanobind::bytes(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(T));
}

}  // namespace goseki
