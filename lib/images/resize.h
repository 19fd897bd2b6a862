#pragma once

#include "lib/images/image.h"

namespace hashlab {

/// The picture scaled so that its shorter side is `side` >= 1 and cut to the square in its middle:
/// side x side. Bilinear, and averaging over the source pixels of a target pixel when it shrinks
/// (a triangle filter as wide as the scale), as imresize and Pillow do. Integer sums: the same on every machine. A square
/// picture of that side is returned as it is.
/// Errors:  invalid_argument if the picture is empty or side is 0.
Image square(const Image& image, std::size_t side);

}  // namespace hashlab
