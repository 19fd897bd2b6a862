#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// A file whose rows are read in blocks, so that it may be larger than memory. `Block` is the type
/// of some rows in memory: Features, Labels or Codes.
template <typename Block>
class RowSource {
 public:
  virtual ~RowSource() = default;
  virtual std::size_t size() const = 0;  ///< number of rows
  /// The number of columns, as defined for each kind of source: FeatureSource, LabelSource and
  /// CodeSource.
  virtual std::size_t columns() const = 0;
  virtual const std::string& description() const = 0;  ///< the form of the file: "text, 10 lines"
  /// Upper bound in bytes on the memory that read() needs in addition to its result.
  virtual double buffer_bytes() const = 0;
  /// Rows first .. first + count - 1; first + count <= size().
  /// Errors:  corrupt_file naming file, row and problem; unreadable.
  virtual Block read(std::size_t first, std::size_t count) const = 0;
};

}  // namespace hashlab
