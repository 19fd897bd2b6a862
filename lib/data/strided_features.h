#pragma once

#include "lib/types.h"

#include <cstddef>

namespace hashlab {

/// n samples of d features in the memory of another program, such as a NumPy array of any order or
/// a part of one. Feature j of sample i is the number at `first` + i * sample_stride + j *
/// feature_stride. The strides are in bytes and can be negative or 0.
struct StridedFeatures {
  enum class Number { float32, float64, uint8 };

  const void* first = nullptr;
  Number number = Number::float32;
  std::size_t n = 0, d = 0;
  std::ptrdiff_t sample_stride = 0, feature_stride = 0;

  /// Samples first_sample .. first_sample + count - 1 in single precision: d x count.
  /// Errors:  invalid_argument if a value is not finite in single precision.
  /// Cost:    O(d count); the check is part of the copy.
  Features read(std::size_t first_sample, std::size_t count) const;
};

/// Samples in memory of our own, one per column.
StridedFeatures strided(const Features& X);

}  // namespace hashlab
