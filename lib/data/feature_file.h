#pragma once

#include "lib/types.h"

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab {

/// A file of features, read in blocks, so that it may be larger than memory:
///
///   HDF5         /features, or those of a view: N x D, float32 or uint8, as in a data set
///   NumPy .npy   N x D, float32, uint8, or float64, which is rounded to float32
class FeatureSource {
 public:
  virtual ~FeatureSource() = default;
  virtual std::size_t size() const = 0;                ///< N
  virtual std::size_t dimensions() const = 0;          ///< D
  virtual const std::string& description() const = 0;  ///< how the file was read
  /// Upper bound in bytes on the memory that read() needs in addition to its result.
  virtual double buffer_bytes() const = 0;
  /// Samples first .. first + count - 1, one per column: D x count; first + count <= size().
  /// Errors:  corrupt_file naming file, row and column of a value that is not finite, unreadable.
  virtual Features read(std::size_t first, std::size_t count) const = 0;
};

/// Has a file of features views (see views_of)? NumPy arrays have none.
/// Errors:  not_found, unreadable, corrupt_file.
bool has_views(const std::string& path);

/// Opens a file of features; the format is recognised from the content. `view` is one of views_of;
/// empty: /features.
/// Errors:  not_found, unreadable, corrupt_file; those of features_table; invalid_argument for a
///          view of NumPy.
std::unique_ptr<const FeatureSource> open_features(const std::string& path,
                                                   const std::string& view = "");

}  // namespace hashlab
