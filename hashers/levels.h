#pragma once

#include "hashers/hasher.h"
#include "lib/ranking/estimates.h"

#include <armadillo>

namespace hashlab::hashers {

// Codes of thresholds that are compared with real values. Each region of a hash dimension has a
// level, and a code stands for the vector of the levels of its regions. A query is not coded: the
// distance of an item is the squared Euclidean distance, in the hash dimensions, between the values
// of the query and the vector that the item's code stands for.
// Source:  Jegou, Douze & Schmid, "Product Quantization for Nearest Neighbor Search", PAMI 33,
//          2011, section III-A: asymmetric distances, here with one quantiser for each dimension.

/// The quantisation with the level of each region: the mean of the training values in it. If it
/// codes whole vectors, it is returned as it is. A region without training values gets the number
/// between those of the nearest regions with some, by the number of regions between them; beyond
/// the last such region, the level of that region.
/// Shapes:  Y is n x dims: the values from which the thresholds were learned; n >= 1.
Quantisation with_levels(Quantisation quantisation, const arma::fmat& Y);

/// The rows of Y (m x dims) as queries of codes that `quantisation` made.
/// Errors:  invalid_argument if the quantisation has no levels, as in model files of older
///          versions, or if Y has other dimensions or is not finite.
Asked ask_levels(const Quantisation& quantisation, const arma::fmat& Y);

/// The vectors that codes stand for, codes.n x dims.
/// Errors:  invalid_argument if the quantisation has no levels.
arma::fmat values_of_levels(const Quantisation& quantisation, const Codes& codes);

}  // namespace hashlab::hashers
