#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <string_view>

namespace hashlab::hashers {

/// Changes each picture at random: mirrored from left to right, or not; with `augment` flip-crop
/// then moved by up to 4 points in both directions, zeros where nothing was.
/// Shapes:  X is channels side^2 x n: row by row, the channels of a point together.
void augment_pictures(arma::fmat& X, std::size_t side, std::size_t channels,
                      std::string_view augment, Rng& stream);

}  // namespace hashlab::hashers
