#pragma once

#include "lib/h5.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// A dataset of an HDF5 file that is read row by row.
struct H5Table {
  std::size_t rows = 0;
  std::size_t columns = 0;  ///< 1 for a list
  std::size_t rank = 0;     ///< number of extents
  H5File::Shape shape;

  /// Bytes that reading a row takes beside the row: a piece as it is stored and as it is unpacked.
  double buffer_bytes() const { return 2 * shape.chunk_bytes; }
  bool is_uint8() const {
    return shape.kind == H5File::Kind::integer && shape.element_bytes == 1 && !shape.is_signed;
  }
};

/// Looks at dataset `name`, of rank 1 or 2, before anything is read, so that a small hostile file costs little.
/// Errors:  corrupt_file naming the file and the dataset if it is missing, has no rows, or is not
///          wholly there, or if its pieces on disk are too large or too many to be read one at a
///          time; each with what to do.
H5Table open_h5_table(const H5File& file, const std::string& name);

/// The same for a dataset of rank 1 or more; all extents but the first make the columns.
H5Table open_h5_rows(const H5File& file, const std::string& name);

}  // namespace hashlab
