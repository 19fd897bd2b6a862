#pragma once

#include "lib/files/h5.h"
#include "lib/fitted.h"

#include <cstddef>

namespace hashlab::results {

// The rows that fitted each quantity, in a cell's file:
//
//   /fitted/rows       uint8 [sets x ceil(n / 8)]: bit i = byte i / 8, position i % 8, is set if
//                      row i of the data set is in the set
//   attributes of the root group
//     fitted.NAME      number: which of the sets fitted this quantity

/// Writes nothing if there are none. `n` is the number of rows of the data set.
/// Errors:  invalid_argument if a row is none of them.
void write_fitted(H5File& file, const FittedRows& fitted, std::size_t n);

/// Empty if the file has none, as that of a cell that failed.
/// Errors:  corrupt_file if sets, names and `n` do not fit together.
FittedRows read_fitted(const H5File& file, std::size_t n);

}  // namespace hashlab::results
