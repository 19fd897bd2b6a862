#pragma once

#include "lib/types.h"

#include <cstddef>
#include <string>

namespace hashlab {

/// Rows of a data set as somebody listed them: in any order, maybe some of them several times.
struct IndexList {
  Rows rows;  ///< 0-based, in the order of the file

  Rows sorted() const;          ///< ascending, each once
  std::size_t repeats() const;  ///< entries that repeat an earlier one
};

/// Reads a list of rows of a data set of n rows; its kind is told by its content:
///
///   text         one row a line; empty lines and those that begin with '#' are passed over
///   NumPy .npy   N, N x 1 or 1 x N integers of any type
///   HDF5         a dataset of such integers: FILE.h5:/GROUP/NAME, or FILE.h5 if it holds one only
///
/// Errors:  not_found, io_error; corrupt_file if the file is of no such kind or damaged;
///          invalid_argument naming the line or entry that is no row of 0 .. n - 1, if there is no
///          entry, or if there are more than 2 n.
/// Memory:  4 bytes an entry and 1 MiB.
IndexList read_index_list(const std::string& path, std::size_t n);

}  // namespace hashlab
