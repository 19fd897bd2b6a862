#pragma once

#include "hashers/descent/code_descent.h"
#include "lib/observer.h"
#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <armadillo>

namespace hashlab::hashers {

// `apt`: average-precision thresholds.
//
// T thresholds per dimension divide its values into T + 1 regions, numbered by natural codes. Codes
// are compared by Manhattan distance, which is the number of thresholds, over all dimensions, that
// lie between two samples. A threshold is therefore one bit of the thermometer code, a longer code
// that is never stored. All p T thresholds are trained together to maximise the average precision
// with which training samples rank their neighbours (code_descent.h); by default it is pooled over
// all pairs, as AUPRC is. In contrast, NPQ maximises F-beta in each dimension separately, and
// exactly. Here dimensions complement each other, but without a proof of optimality: the descent
// begins with quantiles and ends at a local maximum.
//
// Not published. Y is n x p, one column per dimension; t is p x T, one row of ascending thresholds
// per dimension.

/// T quantiles of each dimension, which divide it into T + 1 regions with equally many samples.
arma::mat even_thresholds(const arma::mat& Y, std::size_t T);

/// Relaxed values of thermometer codes: column j + r p is Y_j - t_jr. The signs of all T columns of
/// a dimension give its region, and their Hamming distance is the Manhattan distance of regions.
arma::mat thermometer_values(const arma::mat& Y, const arma::mat& t);

/// Thresholds by which samples rank their neighbours S (n lists) best, by a descent from quantiles.
arma::mat descend_thresholds(const arma::mat& Y, const NeighbourGraph& S, std::size_t T,
                             const CodeDescent& descent, const Rng& rng,
                             const Observer& observer = {});

}  // namespace hashlab::hashers
