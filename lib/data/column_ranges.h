#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// "1-4,7": 0-based columns, ascending, as a user names them, counted from 1. Empty if there are
/// more ranges than `most`; 0: any number.
std::string column_ranges(const std::vector<std::size_t>& columns, std::size_t most = 0);

}  // namespace hashlab
