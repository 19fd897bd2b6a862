#pragma once

#include "hashers/quantisation.h"

#include <armadillo>

namespace hashlab::hashers {

/// The quantisation with the level of each region: the mean of the training values in it. If it
/// codes whole vectors, it is returned as it is. A region without training values gets the number
/// between those of the nearest regions with some, by the number of regions between them; beyond
/// the last such region, the level of that region.
/// Shapes:  Y is n x dims: the values from which the thresholds were learned; n >= 1.
Quantisation with_levels(Quantisation quantisation, const arma::fmat& Y);

}  // namespace hashlab::hashers
