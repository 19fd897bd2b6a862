#pragma once

#include "lib/images/image.h"

namespace hashlab {

/// The picture scaled so that its shorter side is `side`, and cut to the square in its middle:
/// side x side. Bilinear, and averaging over the source pixels of a target pixel when it shrinks
/// (a triangle filter as wide as the scale), as MATLAB's imresize and Pillow do. The longer side is
/// rounded to a whole number of pixels and, if an odd number is cut off, loses the odd one at its
/// end. Integer sums, rounded to 1/256 grey level between the two directions and to a grey level at
/// the end: the same on every machine. If the shorter side has that length already, pixels are only
/// cut out.
/// Errors:  invalid_argument if the picture is empty or side is not 1 .. 8192.
/// Cost:    two sums of about 2 x scale pixels for each pixel of the square's width and height.
Image square(const Image& image, std::size_t side);

}  // namespace hashlab
