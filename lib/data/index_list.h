#pragma once

#include "lib/data/row_names.h"
#include "lib/types.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// Rows of a data set as a file lists them: in any order, possibly with repeats.
struct IndexList {
  Rows rows;  ///< 0-based, in the order of the file

  Rows sorted() const;          ///< ascending, each once
  std::size_t repeats() const;  ///< entries that repeat an earlier one
};

/// Returns the names of the rows of a data set.
using ReadRowNames = std::function<RowNames()>;

/// Reads a list of rows of a data set of n rows; the format is recognised from the content:
///
///   text         one row per line; empty lines and those that begin with '#' are skipped
///   NumPy .npy   N, N x 1 or 1 x N integers of any type
///   HDF5         a dataset of such integers: FILE.h5:/GROUP/NAME, or FILE.h5 if it holds only one
///
/// A text file, or an HDF5 list of texts, may name the rows instead, as lists of file names do;
/// labels after the names are ignored. `names` returns the names of the data set's rows and is
/// called only for such a list.
/// Errors:  not_found, unreadable; corrupt_file if the file has none of these formats or is
///          damaged; invalid_argument naming the line or entry that is not a row in 0 .. n - 1, or
///          if the list is empty, has more than 2 n entries, or seems to be a mask, because it has
///          more than two entries and all are 0 or 1; whatever `names` throws.
/// Memory:  4 bytes per entry and 1 MiB.
IndexList read_index_list(const std::string& path, std::size_t n, const ReadRowNames& names = {});

/// Reads a list of row numbers in the formats of read_index_list(). The numbers must be ascending
/// and without repeats.
/// Errors:  those of read_index_list(); invalid_argument naming the first two entries that do not
///          ascend.
Rows read_ascending_rows(const std::string& path, std::size_t n);

}  // namespace hashlab
