// Checks of what Python passes in: a number out of range is a GosekiError of one line, never
// undefined behaviour.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "board/point.h"

namespace goseki {

// Becomes a goseki.errors.GosekiError.
struct BadInput : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A whole number from Python. Using it throws BadInput if Python passed something else, or a
// number that does not fit; nanobind itself would complain of a wrong type, in several lines.
template <typename T>
struct Whole {
  operator T() const {
    if (!refused.empty()) throw BadInput(refused);
    return value;
  }
  T value = 0;
  std::string refused;  // why, if it cannot be used
};
using Int = Whole<int>;
using Long = Whole<std::int64_t>;
using Natural = Whole<std::uint64_t>;

// The value if it is from `low` to `high`.
inline std::int64_t checked(const char* name, std::int64_t value, std::int64_t low,
                            std::int64_t high) {
  if (value < low || value > high) {
    throw BadInput(std::string(name) + " must be from " + std::to_string(low) + " to " +
                   std::to_string(high) + ", not " + std::to_string(value));
  }
  return value;
}

inline int checked_int(const char* name, int value, int low,
                       int high = std::numeric_limits<int>::max()) {
  return static_cast<int>(checked(name, value, low, high));
}

// A limit of nodes, 0 for none.
inline std::int64_t checked_nodes(std::int64_t nodes) {
  return checked("nodes", nodes, 0, std::numeric_limits<std::int64_t>::max());
}

constexpr std::int64_t kMostMemory = std::int64_t{1} << 46;

// Bytes of a table.
inline std::size_t checked_memory(std::int64_t bytes) {
  return static_cast<std::size_t>(checked("memory", bytes, 1, kMostMemory));
}

inline int checked_threads(int threads) { return checked_int("threads", threads, 1, 1024); }

inline double checked_number(const char* name, double value) {
  if (!std::isfinite(value)) throw BadInput(std::string(name) + " must be a finite number");
  return value;
}

// A limit of time, 0 for none.
inline double checked_seconds(double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds)) {
    throw BadInput("seconds must be a finite number from 0 up");
  }
  return seconds;
}

inline Size checked_size(int columns, int rows) {
  if (columns < 1 || rows < 1 || columns > kMaxSide || rows > kMaxSide) {
    throw BadInput("board sides are from 1 to 19");
  }
  return {columns, rows};
}

}  // namespace goseki

namespace nanobind::detail {

template <typename T>
struct type_caster<goseki::Whole<T>> {
  NB_TYPE_CASTER(goseki::Whole<T>, const_name("int"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    PyObject* whole = PyNumber_Index(source.ptr());  // refuses a float
    if (whole == nullptr) {
      PyErr_Clear();
      value.refused = words(PyObject_Repr(source.ptr())) + " is not a whole number";
      return true;
    }
    bool fits = false;
    if constexpr (std::is_unsigned_v<T>) {
      const unsigned long long number = PyLong_AsUnsignedLongLong(whole);
      fits = !PyErr_Occurred() && number <= std::numeric_limits<T>::max();
      value.value = static_cast<T>(number);
    } else {
      const long long number = PyLong_AsLongLong(whole);
      fits = !PyErr_Occurred() && number >= std::numeric_limits<T>::min() &&
             number <= std::numeric_limits<T>::max();
      value.value = static_cast<T>(number);
    }
    PyErr_Clear();
    if (!fits) value.refused = "the number " + words(PyObject_Str(whole)) + " is out of range";
    Py_DECREF(whole);
    return true;
  }

 private:
  // A new reference to a text, or null: Python refuses to write very many digits.
  static std::string words(PyObject* text) {
    constexpr std::size_t kLongest = 40;
    const char* letters = text == nullptr ? nullptr : PyUnicode_AsUTF8(text);
    std::string found = letters == nullptr ? "of very many digits" : letters;
    PyErr_Clear();
    Py_XDECREF(text);
    return found.size() <= kLongest ? found : found.substr(0, kLongest - 3) + "...";
  }
};

}  // namespace nanobind::detail
