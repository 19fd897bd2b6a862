#pragma once

#include "lib/codes/codes.h"

#include <armadillo>

#include <vector>

namespace hashlab {

/// Codes of one bit a dimension: bit k of code i is Y(i, k) > thresholds[k], compared as doubles. What
/// Quantisation::encode does for one threshold a dimension, 32 bits at a time.
/// Shapes:  Y is m x dims, thresholds has dims; none is NaN.
Codes sign_bits(const arma::fmat& Y, const std::vector<double>& thresholds);

}  // namespace hashlab
