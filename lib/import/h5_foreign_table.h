#pragma once

#include "lib/h5.h"
#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// A dataset of an HDF5 file as a table, and how a row is laid out (empty for a list).
struct H5ForeignTable {
  std::unique_ptr<ForeignTable> table;
  std::vector<std::size_t> row_shape;
};

/// The rows of a dataset of numbers of rank 1 or more.
/// Errors:  those of open_h5_rows(); corrupt_file if its elements are no numbers.
H5ForeignTable h5_rows(const H5File& file, const std::string& name);

/// The columns of a dataset of numbers of rank 2, as rows.
/// Memory:  64 MiB; so much is read at a time, each time from all over the dataset.
/// Errors:  the same, and if its rank is not 2.
H5ForeignTable h5_columns(const H5File& file, const std::string& name);

}  // namespace hashlab
