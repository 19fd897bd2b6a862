#pragma once

#include <pybind11/pybind11.h>

namespace hashlab::python {

/// Adds the class Model: a trained hash function.
void add_model(pybind11::module_& module);

}  // namespace hashlab::python
