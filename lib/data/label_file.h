#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace hashlab {

/// A file of labels, read in blocks, so that it may be larger than memory:
///
///   HDF5         /labels: N integers >= 0, or N x C of 0 and 1, as in a data set
///   NumPy .npy   the same
///   text         one integer >= 0 per line
///
/// Where `least` is negative, one class a row may be as low as that.
class LabelSource {
 public:
  virtual ~LabelSource() = default;
  virtual std::size_t size() const = 0;                ///< labelled rows
  virtual std::size_t columns() const = 0;             ///< C, or 0 for one class per row
  virtual const std::string& description() const = 0;  ///< how the file was read
  /// Upper bound in bytes on the memory that read() needs in addition to its result.
  virtual double buffer_bytes() const = 0;
  /// Labels first .. first + count - 1; first + count <= size().
  /// Errors:  corrupt_file naming file and row of a label out of range, unreadable.
  virtual Labels read(std::size_t first, std::size_t count) const = 0;
};

/// Opens a file of labels; the format is recognised from the content.
/// Errors:  not_found, unreadable, corrupt_file.
/// Memory:  8 bytes per 65,536 lines of a text file.
std::unique_ptr<const LabelSource> open_labels(const std::string& path, std::int32_t least = 0);

}  // namespace hashlab
