#pragma once

#include "lib/files/h5.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// A dataset of an HDF5 file that is read row by row.
struct H5Table {
  std::size_t rows = 0;
  std::size_t columns = 0;  ///< 1 for a list
  std::size_t rank = 0;     ///< number of dimensions
  H5File::Shape shape;

  /// Bytes needed to read a row, in addition to the row: a chunk as stored and decompressed.
  double buffer_bytes() const { return 2 * shape.chunk_bytes; }
  bool is_uint8() const {
    return shape.kind == H5File::Kind::integer && shape.element_bytes == 1 && !shape.is_signed;
  }
};

/// Checks dataset `name`, of rank 1 or 2, before anything is read, so that a small malicious file
/// cannot cause a large allocation.
/// Errors:  corrupt_file naming the file and the dataset if it is missing, has no rows or is
///          incomplete, or if its chunks are too large or too many to be read one at a time; each
///          message says what to do.
H5Table open_h5_table(const H5File& file, const std::string& name);

/// Checks dataset `name` as open_h5_table() does, but of any rank >= 1; all dimensions except the
/// first make the columns.
H5Table open_h5_rows(const H5File& file, const std::string& name);

}  // namespace hashlab
