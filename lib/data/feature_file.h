#pragma once

#include "lib/types.h"

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab {

/// A file of features, read in blocks, so that it may be larger than memory:
///
///   HDF5         /features: N x D, float32 or uint8, as in a data set
///   NumPy .npy   N x D, float32, uint8, or float64, which is rounded to float32
class FeatureSource {
 public:
  virtual ~FeatureSource() = default;
  virtual std::size_t size() const = 0;                ///< N
  virtual std::size_t dimensions() const = 0;          ///< D
  virtual const std::string& description() const = 0;  ///< how the file was read
  /// Samples first .. first + count <= size(), one a column: D x count.
  /// Errors:  corrupt_file naming file, row and column of a value that is not finite, io_error.
  virtual Features read(std::size_t first, std::size_t count) const = 0;
};

/// Opens a file of features; its kind is told by its content.
/// Errors:  not_found, io_error, corrupt_file.
std::unique_ptr<const FeatureSource> open_features(const std::string& path);

}  // namespace hashlab
