#include <nanobind/nanobind.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/checks.h"

NB_MODULE(_core, module) {
  module.doc() = "The fast kernels of Goseki. Points are indices, row-major from the top left.";
  goseki::load_numpy();
  nanobind::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const goseki::BadInput& error) {
      const auto type = nanobind::module_::import_("goseki.errors").attr("GosekiError");
      PyErr_SetString(nanobind::object(type).ptr(), error.what());
    }
  });
  goseki::bind_board(module);
  goseki::bind_life(module);
  goseki::bind_playout(module);
  goseki::bind_safety(module);
  goseki::bind_safety_strategy(module);
  goseki::bind_tactics(module);
  goseki::bind_phantom(module);
  goseki::bind_move_features(module);
  goseki::bind_capture(module);
  goseki::bind_solver_go(module);
  goseki::bind_solver_go_superko(module);
  goseki::bind_solver_go_thesis(module);
  goseki::bind_tactics_ladder(module);
  goseki::bind_tactics_reading(module);
  goseki::bind_features(module);
}
