#include <nanobind/nanobind.h>

#include "bindings/bindings.h"

NB_MODULE(_core, module) {
  module.doc() = "The fast kernels of Goseki. Points are indices, row-major from the top left.";
  goseki::bind_board(module);
}
