#pragma once

#include "lib/h5/h5_on_disk.h"
#include "lib/import/foreign_table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// The shape and type of a stored table.
struct StoredPart {
  std::string name;
  std::vector<std::size_t> shape;  ///< rows first
  Element element;
  bool grey_as_colour = false;  ///< red, green and blue images whose channels are equal everywhere
};

/// Writes one table of a data set file, block by block, with checks of all values.
class Sink {
 public:
  /// `row_shape` is the shape of a row (empty for a list). Integer features wider than a byte are
  /// stored as float32; append() rejects those that float32 does not hold exactly.
  Sink(H5OnDisk& file, const std::string& name, Element element,
       const std::vector<std::size_t>& row_shape);

  const StoredPart& part() const { return part_; }
  std::size_t rows() const { return part_.shape.front(); }

  /// Adds rows, row-major. `source` is used in messages.
  /// Errors:  corrupt_file naming source, row and column of a value that the type cannot hold: not
  ///          finite, out of range, or not an integer; corrupt_file if the table would have more
  ///          than 2^32 - 1 rows; io_error.
  void append(const double* values, std::size_t rows, const std::string& source);
  /// Adds rows that already have the stored type.
  template <typename T>
  void append_as_they_are(const T* values, std::size_t rows) {
    file_.append(table_, values, rows);
    part_.shape.front() += rows;
  }

 private:
  template <typename T>
  void convert(const double* values, std::size_t rows, const std::string& source);

  H5OnDisk& file_;
  StoredPart part_;
  std::size_t columns_ = 1;
  bool whole_ = false;  // float32 that holds integers
  H5OnDisk::Table table_{};
};

}  // namespace hashlab
