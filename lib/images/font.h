#pragma once

#include <cstddef>

namespace hashlab {

// A fixed-width bitmap font of printable ASCII, for text in pictures. Rows are numbered from 0. The
// baseline is row 6, and descenders reach into row 7.

constexpr std::size_t font_width = 5, font_height = 8;

/// True if this pixel of a character is dark. Characters other than printable ASCII are drawn as
/// '?'.
bool is_ink(char c, std::size_t row, std::size_t column);

}  // namespace hashlab
