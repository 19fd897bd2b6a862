#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// Advice about the class number -1, appended to a message that states what was expected.
inline constexpr const char* about_minus_one =
    ": of rows without a class write a column of 0 and 1 for each class, all 0 for those; of two "
    "classes -1 and 1 save (y > 0)";

/// Advice about a class number that is not whole, appended to a message that states what was
/// expected.
inline constexpr const char* about_scores = ": of scores save scores.argmax(1), or scores > t";

/// Converts labels that are stored as real numbers to integers. NumPy's one-hot arrays and
/// PyTorch's tensors are often stored as real numbers. `values` holds consecutive rows of a table
/// with `columns` columns, row-major; `out` must have room for values.size() numbers. `path` and
/// `first`, the number of the first of these rows, are used in messages.
/// Errors:  corrupt_file naming the row, if a number is not whole or its magnitude is 2^53 or more.
void to_whole_labels(const std::string& path, std::size_t first, std::size_t columns,
                     const std::vector<double>& values, std::int64_t* out);

}  // namespace hashlab
