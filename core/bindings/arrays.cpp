#include "bindings/arrays.h"

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>
#include <array>

namespace nb = nanobind;

namespace goseki {

void load_numpy() {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
}

nb::object make_array(std::initializer_list<int> shape, Element element, void** data) {
  constexpr std::array<int, 6> kTypes = {NPY_INT8,  NPY_UINT8,   NPY_INT32,
                                         NPY_INT64, NPY_FLOAT32, NPY_FLOAT64};
  std::array<npy_intp, 4> sides{};
  std::copy(shape.begin(), shape.end(), sides.begin());
  PyObject* array = PyArray_SimpleNew(static_cast<int>(shape.size()), sides.data(),
                                      kTypes[static_cast<int>(element)]);
  if (array == nullptr) throw nb::python_error();
  *data = PyArray_DATA(reinterpret_cast<PyArrayObject*>(array));
  return nb::steal(array);
}

}  // namespace goseki
