#pragma once

#include "lib/import/format.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// Do the rows of a part hold pictures of red, green and blue: "/images" of such a shape, or
/// "/features" that the attribute "image-shape" calls so?
bool holds_colours(const ForeignPart& part, const ForeignData& data);

/// Makes the pictures of a data set grey: luma of ITU-R BT.601 in 16-bit fixed point, as Pillow's
/// convert("L"), by which equal red, green and blue keep their value.
/// Errors:  invalid_argument if it holds no pictures of red, green and blue.
void make_grey(ForeignData& data);

/// Is red = green = blue in all of these pixels?
bool all_grey(const double* values, std::size_t pixels);

}  // namespace hashlab
