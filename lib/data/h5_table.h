#pragma once

#include "lib/h5/h5.h"

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

/// Opens dataset `name` and checks it before anything is read, so that a small malicious file
/// cannot cause a large allocation.
/// Errors:  corrupt_file naming the file and the dataset if it is missing or incomplete, if its
///          rank is not 1 or 2, if it has no rows, no columns, more than 2^32 - 1 rows or more than
///          2^26 columns, or if it is stored in chunks above 64 MiB or in more than 1,000,000
///          chunks.
H5Table open_h5_table(const H5File& file, const std::string& name);

/// Opens and checks dataset `name` as open_h5_table() does, but its rank may be 1 .. 4. The number
/// of columns is the product of all dimensions except the first.
H5Table open_h5_rows(const H5File& file, const std::string& name);

}  // namespace hashlab
