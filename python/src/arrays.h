#pragma once

#include "lib/codes/codes.h"
#include "lib/data/strided_features.h"
#include "lib/types.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

// NumPy's arrays and our values. Python code has checked what users gave, so these functions refuse
// only what would be read outside of its memory.
namespace hashlab::python {

/// The samples in the rows of an n x d array of float32, float64 or uint8 in native byte order, of
/// any strides. The array must outlive the result.
/// Errors:  invalid_argument for other arrays.
StridedFeatures strided_of(const pybind11::array& array);
/// Samples first .. first + count - 1 alone.
StridedFeatures part_of(const StridedFeatures& X, std::size_t first, std::size_t count);
/// A copy of the samples in the rows of such an array: d x n. Signals are looked for on the way.
/// Errors:  those of strided_of and StridedFeatures::read.
Features features_of(const pybind11::array& array);

/// A list of rows, or none if `rows` is None.
Rows rows_of(const pybind11::object& rows);

/// Class numbers (a list of int32) or several classes (n x C of 0 and 1, uint8); none if `labels`
/// is None.
Labels labels_of(const pybind11::object& labels);
/// The inverse of labels_of().
pybind11::object array_of_labels(const Labels& labels);

/// An array that owns these values.
template <typename T>
pybind11::array_t<T> array_of(std::vector<T> values, const std::vector<pybind11::ssize_t>& shape) {
  auto owner = std::make_unique<std::vector<T>>(std::move(values));
  T* const first = owner->data();
  const pybind11::capsule free(owner.release(),
                               [](void* held) { delete static_cast<std::vector<T>*>(held); });
  return pybind11::array_t<T>(shape, first, free);
}
template <typename T>
pybind11::array_t<T> array_of(std::vector<T> values) {
  const auto n = static_cast<pybind11::ssize_t>(values.size());
  return array_of(std::move(values), {n});
}

/// A read-only array of memory that `owner` keeps alive. Strides are in bytes.
template <typename T>
pybind11::array_t<T> view_of(const T* first, const std::vector<pybind11::ssize_t>& shape,
                             const std::vector<pybind11::ssize_t>& strides,
                             const pybind11::object& owner) {
  pybind11::array_t<T> view(shape, strides, first, owner);
  pybind11::detail::array_proxy(view.ptr())->flags &=
      ~pybind11::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

}  // namespace hashlab::python
