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

/// A function that returns the names of the rows of a data set.
using ReadRowNames = std::function<RowNames()>;

/// Reads a list of rows of a data set of n rows; the format is recognised from the content:
///
///   text         one row per line; empty lines and those that begin with '#' are skipped
///   NumPy .npy   N, N x 1 or 1 x N integers of any type
///   HDF5         a dataset of such integers: FILE.h5:/GROUP/NAME, or FILE.h5 if it holds only one
///
/// If `names` is given, a text file or an HDF5 list of texts may hold names of rows instead, as
/// lists of file names do. In a text file, labels after the names are ignored. `names` returns the
/// names of the data set's rows and is called only for such a list.
/// Errors:  not_found, unreadable; corrupt_file if the file has none of these formats, is damaged
///          or is an array of bool; invalid_argument if an entry is not a row in 0 .. n - 1 or the
///          name of exactly one row, if a name follows row numbers, if the list is empty or has
///          more than 2 n entries, if it seems to be a mask (more than two entries, all 0 or 1), or
///          if no dataset is named and the HDF5 file does not hold exactly one; the errors of
///          `names`.
/// Memory:  at most 12 bytes per entry and 1 MiB; the texts of an HDF5 list are all in memory.
IndexList read_index_list(const std::string& path, std::size_t n, const ReadRowNames& names = {});

/// Reads a list of row numbers in the formats of read_index_list(). The numbers must be ascending
/// and without repeats.
/// Errors:  those of read_index_list(); invalid_argument naming the first entry that is not larger
///          than the previous one.
Rows read_ascending_rows(const std::string& path, std::size_t n);

}  // namespace hashlab
