#pragma once

#include "lib/fitted.h"
#include "lib/h5/h5.h"

#include <cstddef>

namespace hashlab::results {

// The rows on which each quantity was fitted, in a cell's file. Quantities that were fitted on the
// same rows share one set of rows.
//
//   /fitted/rows       uint8 [sets x ceil(n / 8)]: bit i = byte i / 8, position i % 8, is set if
//                      row i of the data set is in the set
//   attributes of the root group
//     fitted.NAME      number: the index of the set on which NAME was fitted

/// Writes `fitted` to the file of a cell; writes nothing if it is empty. `n` is the number of rows
/// of the data set.
/// Errors:  invalid_argument if a row is not in the data set.
void write_fitted(H5File& file, const FittedRows& fitted, std::size_t n);

/// The fitted rows in the file of a cell; empty if there are none, as for a failed cell. `n` is the
/// number of rows of the data set.
/// Errors:  corrupt_file if sets, names and `n` are inconsistent.
FittedRows read_fitted(const H5File& file, std::size_t n);

}  // namespace hashlab::results
