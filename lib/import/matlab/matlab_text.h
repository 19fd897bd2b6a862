#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The characters of a text; malformed ones become U+FFFD.
std::vector<std::uint32_t> characters_of_utf8(std::string_view text);

/// The rows of a matrix of characters (UTF-16 code units or Unicode characters), as UTF-8 without
/// trailing blanks. MATLAB stores the matrix column by column; all rows have equally many `units`.
std::vector<std::string> rows_of_text(const std::vector<std::uint32_t>& units, std::size_t rows);

}  // namespace hashlab
