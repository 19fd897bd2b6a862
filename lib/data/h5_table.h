#pragma once

#include "lib/h5.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// A dataset of an HDF5 file that is read row by row.
struct H5Table {
  std::size_t rows = 0;
  std::size_t columns = 0;  ///< 1 for a list
  std::size_t rank = 0;     ///< 1 or 2
  H5File::Shape shape;

  bool is_uint8() const {
    return shape.kind == H5File::Kind::integer && shape.element_bytes == 1 && !shape.is_signed;
  }
};

/// Looks at dataset `name` before anything is read, so that a small hostile file costs little.
/// Errors:  corrupt_file naming the file and the dataset if it is missing, has no rows, or is not
///          wholly there, or if its pieces on disk are too large or too many to be read one at a
///          time; each with what to do.
H5Table open_h5_table(const H5File& file, const std::string& name);

}  // namespace hashlab
