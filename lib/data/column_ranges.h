#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// "1-4,7": 0-based columns, ascending, as a user names them, counted from 1. Empty if there are
/// more ranges than `most`; 0: any number.
std::string column_ranges(const std::vector<std::size_t>& columns, std::size_t most = 0);

/// The columns of such a text; none if it is not one, or names more than `most`.
std::vector<std::size_t> columns_of_ranges(std::string_view text, std::size_t most);

}  // namespace hashlab
