#include "arrays.h"

#include "without_gil.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using Number = StridedFeatures::Number;

Number number_of(const py::array& array) {
  const char kind = array.dtype().kind();
  const py::ssize_t bytes = array.itemsize();
  if (kind == 'f' && bytes == 4) return Number::float32;
  if (kind == 'f' && bytes == 8) return Number::float64;
  if (kind == 'u' && bytes == 1) return Number::uint8;
  refuse(
      fmt::format("an array of '{}{}' was found, expected float32, float64 or uint8", kind, bytes));
}

}  // namespace

StridedFeatures strided_of(const py::array& array) {
  if (array.ndim() != 2) refuse(fmt::format("an array of {} axes, expected 2", array.ndim()));
  return {array.data(),
          number_of(array),
          static_cast<std::size_t>(array.shape(0)),
          static_cast<std::size_t>(array.shape(1)),
          array.strides(0),
          array.strides(1)};
}

StridedFeatures part_of(const StridedFeatures& X, std::size_t first, std::size_t count) {
  StridedFeatures part = X;
  part.first =
      static_cast<const char*>(X.first) + static_cast<std::ptrdiff_t>(first) * X.sample_stride;
  part.n = count;
  return part;
}

Features features_of(const py::array& array) {
  constexpr std::size_t at_once = 65536;
  const StridedFeatures X = strided_of(array);
  Features all(X.d, X.n, arma::fill::none);
  for (std::size_t first = 0; first < X.n; first += at_once) {
    without_gil([&] {
      const Features block = X.read(first, std::min(at_once, X.n - first));
      std::copy_n(block.memptr(), block.n_elem, all.colptr(first));
    });
    check_signals();
  }
  return all;
}

Rows rows_of(const py::object& rows) {
  if (rows.is_none()) return {};
  const py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast> list(rows);
  return Rows(list.data(), list.data() + list.size());
}

Labels labels_of(const py::object& labels) {
  Labels result;
  if (labels.is_none()) return result;
  const py::array array(labels);
  if (array.ndim() == 1) {
    const py::array_t<std::int32_t, py::array::c_style | py::array::forcecast> list(array);
    result.single.assign(list.data(), list.data() + list.size());
    return result;
  }
  const py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast> table(array);
  result.multi = arma::Mat<std::uint8_t>(table.data(), static_cast<arma::uword>(table.shape(1)),
                                         static_cast<arma::uword>(table.shape(0)));
  return result;
}

py::object array_of_labels(const Labels& labels) {
  if (labels.empty()) return py::none();
  if (!labels.single.empty()) return array_of(labels.single);
  const auto n = static_cast<py::ssize_t>(labels.multi.n_cols),
             classes = static_cast<py::ssize_t>(labels.multi.n_rows);
  return array_of(std::vector<std::uint8_t>(labels.multi.begin(), labels.multi.end()),
                  {n, classes});
}

}  // namespace hashlab::python
