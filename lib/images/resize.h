#pragma once

#include "lib/images/image.h"

namespace hashlab {

/// Scales the image so that its shorter side is `side`, and crops the central square of side x
/// side. The filter is a triangle as wide as the scale, bilinear when enlarging, as in MATLAB's
/// imresize and Pillow. The longer side is rounded to a whole number of pixels. If an odd number of
/// pixels is cropped, one more is cut at the end than at the beginning. The result is the same on
/// every machine: sums are integers, rounded to 1/256 grey level after the first direction and to a
/// whole grey level after the second. If the shorter side is already `side`, the image is only
/// cropped.
/// Errors:  invalid_argument if the picture is empty or side is not in 1 .. 8192.
/// Cost:    two passes; a pixel of a pass is a sum of about 2 x scale source pixels.
Image square(const Image& image, std::size_t side);

}  // namespace hashlab
