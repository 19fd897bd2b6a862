#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace hashlab::experiments {

/// Reads a list of rows of a data set of n rows: a text file, one 0-based row a line, ascending and
/// without repeats.
/// Errors:  not_found, unreadable, or invalid_argument naming the line and what was expected.
Rows read_row_list(const std::string& path, std::size_t n);

/// `count` of the rows 0 .. n - 1, each choice equally likely, ascending; count <= n.
/// Cost: O(n) time.
Rows random_rows(std::size_t n, std::size_t count, std::uint64_t seed);

}  // namespace hashlab::experiments
