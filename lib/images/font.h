#pragma once

#include <cstddef>

namespace hashlab {

// Letters for pictures: a fixed-width bitmap font of printable ASCII. Capitals stand on row 6, what
// hangs below them is in row 7.

constexpr std::size_t font_width = 5, font_height = 8;

/// Is this pixel of a character dark? Other than printable ASCII looks like '?'.
bool is_ink(char c, std::size_t row, std::size_t column);

}  // namespace hashlab
