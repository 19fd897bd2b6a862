#include "lib/data/strided_features.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace hashlab {
namespace {

template <typename T>
T number_at(const char* place) {
  T number;
  std::memcpy(&number, place, sizeof(T));  // it may lie at any address
  return number;
}

/// False also for NaN. Unlike std::isfinite, this becomes vector instructions.
template <typename T>
bool is_single(T number) {
  return std::abs(static_cast<double>(number)) <= std::numeric_limits<float>::max();
}
template <>
bool is_single(float number) {
  return std::abs(number) <= std::numeric_limits<float>::max();
}

/// Copies `count` numbers, `stride` bytes apart, to places that are `step` numbers apart. Returns
/// false if one of them is not finite in single precision; its copy is then 0.
template <typename T>
bool copy_numbers(const char* from, std::ptrdiff_t stride, float* to, std::size_t step,
                  std::size_t count) {
  int bad = 0;
  const auto copy = [&](const char* place, float& copied) {
    const T number = number_at<T>(place);
    const bool is_good = is_single(number);
    copied = is_good ? static_cast<float>(number) : 0;
    bad |= is_good ? 0 : 1;
  };
  if (stride == sizeof(T) && step == 1) {
    for (std::size_t i = 0; i < count; ++i) copy(from + i * sizeof(T), to[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i, from += stride) copy(from, to[i * step]);
  }
  return bad == 0;
}

const char* place_of(const StridedFeatures& X, std::size_t sample, std::size_t feature) {
  return static_cast<const char*>(X.first) + static_cast<std::ptrdiff_t>(sample) * X.sample_stride +
         static_cast<std::ptrdiff_t>(feature) * X.feature_stride;
}

/// One of these samples has a number that is_single() refuses.
template <typename T>
[[noreturn]] void refuse_number(const StridedFeatures& X, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    for (std::size_t j = 0; j < X.d; ++j) {
      const T number = number_at<T>(place_of(X, i, j));
      if (is_single(number)) continue;
      refuse(
          fmt::format("feature {} of sample {} (counted from 0) is {}, expected a finite number "
                      "of single precision: remove the sample, or replace the number",
                      j, i, number));
    }
  }
  std::abort();
}

template <typename T>
Features read_as(const StridedFeatures& X, std::size_t first, std::size_t count) {
  Features block(X.d, count, arma::fill::none);
  if (block.is_empty()) return block;  // has no memory to point into
  bool is_good = true;
  // The inner loop goes along the shorter stride.
  if (std::abs(X.feature_stride) <= std::abs(X.sample_stride)) {
    for (std::size_t i = 0; i < count; ++i) {
      is_good &=
          copy_numbers<T>(place_of(X, first + i, 0), X.feature_stride, block.colptr(i), 1, X.d);
    }
  } else {
    for (std::size_t j = 0; j < X.d; ++j) {
      is_good &=
          copy_numbers<T>(place_of(X, first, j), X.sample_stride, block.memptr() + j, X.d, count);
    }
  }
  if (!is_good) refuse_number<T>(X, first, count);
  return block;
}

}  // namespace

Features StridedFeatures::read(std::size_t first_sample, std::size_t count) const {
  switch (number) {
    case Number::float64:
      return read_as<double>(*this, first_sample, count);
    case Number::uint8:
      return read_as<std::uint8_t>(*this, first_sample, count);
    case Number::float32:
      break;
  }
  return read_as<float>(*this, first_sample, count);
}

StridedFeatures strided(const Features& X) {
  return {X.memptr(),
          StridedFeatures::Number::float32,
          X.n_cols,
          X.n_rows,
          static_cast<std::ptrdiff_t>(X.n_rows * sizeof(float)),
          sizeof(float)};
}

}  // namespace hashlab
