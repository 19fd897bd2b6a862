#pragma once

#include "hashers/descent/code_descent.h"
#include "lib/observer.h"
#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <armadillo>

namespace hashlab::hashers {

// The quantiser `apt` (average-precision thresholds).
//
// T thresholds per dimension divide its values into T + 1 regions, numbered by natural codes. Codes
// are compared by Manhattan distance, which is the number of thresholds, over all dimensions, that
// lie between two samples. A threshold is therefore one bit of the thermometer code, a longer code
// that is never stored. The thresholds of all dimensions are trained together to maximise the
// average precision with which training samples rank their neighbours (code_descent.h). By default
// it is pooled over all pairs, as AUPRC is. In contrast, NPQ treats each dimension separately and
// finds the exact maximum of F-beta. Here the dimensions complement each other, but the result is
// not a proved optimum: the descent begins with quantiles and can end at a local maximum.
//
// The method is hashlab's own and has not been published. Y is n x p, with one column per
// dimension; t is p x T, with one row of ascending thresholds per dimension.

/// The quantiles 1 / (T + 1) .. T / (T + 1) of each dimension, p x T. They divide it into T + 1
/// regions with about equally many samples, unless values coincide.
arma::mat even_thresholds(const arma::mat& Y, std::size_t T);

/// Real values whose signs are the bits of the thermometer codes: column j + r p is Y_j - t_jr. The
/// T signs of dimension j determine the region of a sample, and the Hamming distance between the
/// signs of two samples is the Manhattan distance between their regions.
arma::mat thermometer_values(const arma::mat& Y, const arma::mat& t);

/// Trains the thresholds by a descent that begins with quantiles, so that the codes of the samples
/// rank their neighbours S (n lists) first. Returns p x T, ascending in each row.
arma::mat descend_thresholds(const arma::mat& Y, const NeighbourGraph& S, std::size_t T,
                             const CodeDescent& descent, const Rng& rng,
                             const Observer& observer = {});

}  // namespace hashlab::hashers
