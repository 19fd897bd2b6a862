#pragma once

#include "hashers/descent/code_descent.h"
#include "lib/observer.h"
#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <armadillo>

namespace hashlab::hashers {

// `apt`: average-precision thresholds.
//
// T thresholds a dimension part its values into T + 1 regions, numbered by natural codes, and codes
// are compared by Manhattan distance: the number of thresholds, of all dimensions, that lie between
// two samples. So a threshold is a bit of a longer code that is never stored, the thermometer code,
// and all p T of them are learned at once to maximise the average precision with which training
// samples rank their neighbours (code_descent.h): pooled over all pairs by default, as AUPRC is.
// NPQ maximises F-beta in a dimension by itself instead, exactly; here dimensions make room for
// each other, and nothing is proved: the descent begins with quantiles and ends at a local maximum.
//
// Published nowhere. Y is n x p, one column a dimension; t is p x T, thresholds of a dimension in a
// row, ascending.

/// T quantiles of each dimension that part it into T + 1 regions of as many samples.
arma::mat even_thresholds(const arma::mat& Y, std::size_t T);

/// Relaxed values of thermometer codes: column j + r p is Y_j - t_jr, so that sign() of all T of a
/// dimension says its region, and their Hamming distance is the Manhattan distance of regions.
arma::mat thermometer_values(const arma::mat& Y, const arma::mat& t);

/// Thresholds by which samples rank their neighbours S (n lists) best, from even ones on.
arma::mat descend_thresholds(const arma::mat& Y, const NeighbourGraph& S, std::size_t T,
                             const CodeDescent& descent, const Rng& rng,
                             const Observer& observer = {});

}  // namespace hashlab::hashers
