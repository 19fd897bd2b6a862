#pragma once

#include "lib/h5_on_disk.h"
#include "lib/import/foreign_table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A table as it was stored.
struct StoredPart {
  std::string name;
  std::vector<std::size_t> shape;  ///< rows first
  Element element;
};

/// A table of a file that is being written, fed with blocks of numbers.
class Sink {
 public:
  /// Samples that are whole numbers wider than a byte are stored as float32, if that is exact.
  Sink(H5OnDisk& file, const std::string& name, Element element,
       const std::vector<std::size_t>& row_shape);

  const StoredPart& part() const { return part_; }
  std::size_t rows() const { return part_.shape.front(); }

  /// Adds rows, row-major, from `source`.
  /// Errors:  corrupt_file naming source, row and column of a value that the type does not hold: not
  ///          finite, out of range, not whole; io_error.
  void append(const double* values, std::size_t rows, const std::string& source);
  /// Adds rows that have the type already.
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
  bool whole_ = false;  // float32 that stands for whole numbers
  H5OnDisk::Table table_{};
};

}  // namespace hashlab
