// Work that looks at a StopWatch, called from Python.
#pragma once

#include <utility>

#include "bindings/bindings.h"
#include "stop_watch.h"

namespace goseki {

// Runs `work(watch)` without the GIL. `interrupted` becomes whether the callback, or Ctrl-C,
// stopped it: then an exception waits for `raise_if_stopped` or `drop_interrupt`.
template <typename Work>
auto watched(const Limits& limits, nanobind::object progress, bool& interrupted, Work&& work) {
  return without_gil(std::move(progress), [&](const Progress& report) {
    StopWatch watch(limits, report);
    auto result = work(watch);
    interrupted = watch.interrupted();
    return result;
  });
}

}  // namespace goseki
