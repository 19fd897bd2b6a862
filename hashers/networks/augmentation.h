#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <string_view>

namespace hashlab::hashers {

/// Changes each image at random, unless `augment` is "none". If it is "flip" or "flip-crop", each
/// image is mirrored from left to right with probability 1/2. If it is "flip-crop", the image is
/// also shifted by up to 4 pixels horizontally and vertically, and pixels without a source are 0.
/// Shapes:  X is (channels side^2) x n, one image per column, its pixels row by row with the
///          channels of a pixel together. `side` is in pixels.
void augment_pictures(arma::fmat& X, std::size_t side, std::size_t channels,
                      std::string_view augment, Rng& stream);

}  // namespace hashlab::hashers
