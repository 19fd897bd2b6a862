#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// What to do about a class number -1, to be said after what was expected.
inline constexpr const char* about_minus_one =
    ": of rows without a class write a column of 0 and 1 for each class, all 0 for those; of two "
    "classes -1 and 1 save (y > 0)";

/// Labels that are stored as real numbers, as NumPy's one-hot arrays and PyTorch's tensors are:
/// `values` are those of rows first, first + 1, ... of a table of so many columns, row by row, and
/// `out` has room for as many.
/// Errors:  corrupt_file naming the row of a number that is not whole.
void to_whole_labels(const std::string& path, std::size_t first, std::size_t columns,
                     const std::vector<double>& values, std::int64_t* out);

}  // namespace hashlab
