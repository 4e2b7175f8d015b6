// One function per folder of the core, each defined in the file of that name.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "progress.h"

namespace goseki {

void bind_board(nanobind::module_& module);
void bind_capture(nanobind::module_& module);
void bind_features(nanobind::module_& module);
void bind_life(nanobind::module_& module);
void bind_move_features(nanobind::module_& module);
void bind_phantom(nanobind::module_& module);
void bind_playout(nanobind::module_& module);
void bind_safety(nanobind::module_& module);
void bind_safety_strategy(nanobind::module_& module);
void bind_tactics(nanobind::module_& module);
void bind_solver_go(nanobind::module_& module);
void bind_solver_go_superko(nanobind::module_& module);
void bind_solver_go_thesis(nanobind::module_& module);
void bind_tactics_ladder(nanobind::module_& module);
void bind_tactics_reading(nanobind::module_& module);

// A Progress for code that runs without the GIL: takes it, lets Ctrl-C through, and calls
// `callback` (None for nothing) with the share done.
Progress make_progress(nanobind::object callback);

// Runs `work(report)` without the GIL.
template <typename Work>
auto without_gil(nanobind::object callback, Work&& work) {
  const Progress report = make_progress(std::move(callback));
  nanobind::gil_scoped_release release;
  return work(report);
}

// What takes long to free, such as a large table, is freed without the GIL.
struct FreeWithoutGil {
  template <typename T>
  void operator()(T* large) const {
    nanobind::gil_scoped_release release;
    delete large;
  }
};
template <typename T>
using FreedWithoutGil = std::unique_ptr<T, FreeWithoutGil>;

// For work that has nothing to show when it is stopped: raises what stopped it, an exception of
// the callback or KeyboardInterrupt.
void raise_if_stopped(bool stopped);

// For work that returns what it has found: the same, but for KeyboardInterrupt, which is dropped.
void drop_interrupt(bool stopped);

}  // namespace goseki
