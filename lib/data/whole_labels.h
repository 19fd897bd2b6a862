#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// Labels that are stored as real numbers, as NumPy's one-hot arrays and PyTorch's tensors are:
/// `values` are those of rows first, first + 1, ... of a table of so many columns, row by row, and
/// `out` has room for as many.
/// Errors:  corrupt_file naming the row of a number that is not whole.
void to_whole_labels(const std::string& path, std::size_t first, std::size_t columns,
                     const std::vector<double>& values, std::int64_t* out);

}  // namespace hashlab
