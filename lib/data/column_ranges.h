#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// 0-based ascending columns as text for users, counted from 1: "1-4,7". Empty if the text would
/// have more than `most` ranges; if `most` is 0, there is no limit.
std::string column_ranges(const std::vector<std::size_t>& columns, std::size_t most = 0);

/// Parses text of the form "1-4,7" into 0-based columns; empty if the text is malformed or names
/// more than `most` columns.
std::vector<std::size_t> columns_of_ranges(std::string_view text, std::size_t most);

}  // namespace hashlab
