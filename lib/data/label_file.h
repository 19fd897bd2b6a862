#pragma once

#include "lib/types.h"

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab {

/// A file of labels, read in blocks, so that it may be larger than memory:
///
///   HDF5         /labels: N integers >= 0, or N x C of 0 and 1, as in a data set
///   NumPy .npy   the same
///   text         one integer >= 0 a line
class LabelSource {
 public:
  virtual ~LabelSource() = default;
  virtual std::size_t size() const = 0;                ///< labelled rows
  virtual std::size_t columns() const = 0;             ///< C, or 0 for one class a row
  virtual const std::string& description() const = 0;  ///< how the file was read
  /// Labels first .. first + count <= size().
  /// Errors:  corrupt_file naming file and row of a label out of range, io_error.
  virtual Labels read(std::size_t first, std::size_t count) const = 0;
};

/// Opens a file of labels; its kind is told by its content.
/// Errors:  not_found, io_error, corrupt_file.
/// Memory:  8 bytes for each 65536 lines of a text.
std::unique_ptr<const LabelSource> open_labels(const std::string& path);

}  // namespace hashlab
