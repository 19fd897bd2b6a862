#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The characters of a text; a malformed one is U+FFFD.
std::vector<std::uint32_t> characters_of_utf8(std::string_view text);

/// The rows, as UTF-8 without blanks at their ends, of a matrix of characters (UTF-16 code units or
/// Unicode characters) that MATLAB stores column by column. `units` are as many in each row.
std::vector<std::string> rows_of_text(const std::vector<std::uint32_t>& units, std::size_t rows);

}  // namespace hashlab
