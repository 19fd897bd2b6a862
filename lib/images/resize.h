#pragma once

#include "lib/images/image.h"

namespace hashlab {

/// Scales the image so that its shorter side is `side`, and crops the central square of side x
/// side. The filter is a triangle, as in MATLAB's imresize and Pillow: its half width is one source
/// pixel when enlarging (bilinear) and one pixel of the result when reducing. The longer side is
/// rounded to a whole number of pixels. If an odd number of pixels is cropped, one more is cut at
/// the end than at the beginning. The result is the same on every machine: sums are integers,
/// rounded to 1/256 grey level after scaling the rows and to a whole grey level after scaling the
/// columns. If the shorter side is already `side`, the image is only cropped.
/// Errors:  invalid_argument if the picture is empty or side is not in 1 .. 8192.
/// Cost:    two passes; each pixel of a pass is a sum of about 2 r pixels, where r is the reduction
///          factor (1 when enlarging).
Image square(const Image& image, std::size_t side);

}  // namespace hashlab
