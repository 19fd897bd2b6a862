#pragma once

#include "lib/h5/h5.h"
#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// A dataset of an HDF5 file as a table, with the shape of a row (empty for a list of numbers).
struct H5ForeignTable {
  std::unique_ptr<ForeignTable> table;
  std::vector<std::size_t> row_shape;
};

/// Opens a dataset of numbers of rank 1 .. 4; its first dimension counts the rows.
/// Errors:  those of open_h5_rows(); corrupt_file if its elements are not numbers.
H5ForeignTable h5_rows(const H5File& file, const std::string& name);

/// Opens a dataset of numbers of rank 2; each of its columns becomes a row of the table.
/// Memory:  64 MiB, the size of the blocks of columns in which it is read.
/// Cost:    higher than that of h5_rows(), since the numbers of each block are scattered over the
///          whole dataset.
/// Errors:  those of open_h5_rows(); corrupt_file if its elements are not numbers or its rank is
///          not 2.
H5ForeignTable h5_columns(const H5File& file, const std::string& name);

}  // namespace hashlab
