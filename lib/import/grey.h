#pragma once

#include "lib/import/format.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// True if the rows of a part are red, green and blue images: the part is "/images" with rows of
/// shape {h, w, 3}, or it is "/features" and the attribute "image-shape" of `data` states such a
/// shape.
bool holds_colours(const ForeignPart& part, const ForeignData& data);

/// Converts the images of a data set to grey: luma of ITU-R BT.601 in 16-bit fixed point, as
/// Pillow's convert("L"), which keeps the value if red, green and blue are equal.
/// Errors:  invalid_argument if the data set holds no pictures of red, green and blue.
void make_grey(ForeignData& data);

/// True if red = green = blue in all of these pixels. `values` holds 3 numbers per pixel.
bool all_grey(const double* values, std::size_t pixels);

}  // namespace hashlab
