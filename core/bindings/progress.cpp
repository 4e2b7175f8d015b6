#include "bindings/bindings.h"

namespace nb = nanobind;

namespace goseki {

Progress make_progress(nb::object callback) {
  return [callback = std::move(callback)](double share) {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) return false;
    if (callback.is_none()) return true;
    PyObject* result = PyObject_CallFunction(callback.ptr(), "d", share);
    if (result == nullptr) return false;
    Py_DECREF(result);
    return true;
  };
}

void raise_if_stopped(bool stopped) {
  if (stopped) throw nb::python_error();
}

void drop_interrupt(bool stopped) {
  if (stopped && PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
    PyErr_Clear();
  } else {
    raise_if_stopped(stopped);
  }
}

}  // namespace goseki
