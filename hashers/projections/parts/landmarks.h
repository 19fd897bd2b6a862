#pragma once

#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <string_view>

namespace hashlab::hashers {

/// m of the columns of X, drawn without replacement, in their order; all of them if m >= n.
arma::fmat random_landmarks(const arma::fmat& X, std::size_t m, const Rng& rng);

/// The centres of k-means over the columns of X (d x n): d x min(m, n).
/// Begins with random landmarks and takes at most `iterations` rounds of Lloyd's; ends when no
/// column changes its centre. Ties go to the first centre; a centre that loses all columns stays
/// where it was. The observer is told of every round, as `what`.
/// Errors:  numerical if X is not finite.
/// Cost:    O(d n m) a round, through BLAS.
/// Source:  Lloyd, Least Squares Quantization in PCM, IEEE Trans. Information Theory 28, 1982.
///          Landmarks of AGH (Liu et al., ICML 2011) and of what follows it.
arma::fmat kmeans_landmarks(const arma::fmat& X, std::size_t m, std::size_t iterations,
                            const Rng& rng, std::string_view what = "k-means",
                            const Observer& observer = {});

/// For each column of X the nearest centre, the first of equal ones: n numbers below
/// centres.n_cols.
arma::uvec nearest_landmarks(const arma::fmat& X, const arma::fmat& centres);

}  // namespace hashlab::hashers
