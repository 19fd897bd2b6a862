#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The Unicode characters of a UTF-8 text; malformed bytes become U+FFFD.
std::vector<std::uint32_t> characters_of_utf8(std::string_view text);

/// The rows of a matrix of characters, as UTF-8 without trailing blanks. `units` holds the matrix
/// column by column, as MATLAB stores it, in UTF-16 code units or Unicode characters.
std::vector<std::string> rows_of_text(const std::vector<std::uint32_t>& units, std::size_t rows);

}  // namespace hashlab
