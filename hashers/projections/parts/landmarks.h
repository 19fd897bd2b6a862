#pragma once

#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <string_view>

namespace hashlab::hashers {

/// m of the columns of X, drawn without replacement, in their order; all of them if m >= n.
arma::fmat random_landmarks(const arma::fmat& X, std::size_t m, const Rng& rng);

/// The centres of k-means over the columns of X (d x n): d x min(m, n). It starts from random
/// landmarks, runs at most `iterations` rounds of Lloyd's algorithm, and ends when no column
/// changes its centre. Ties go to the first centre; a centre without columns stays where it was.
/// Before each round it reports its progress to the observer under the name `what`.
/// Errors:  numerical if X is not finite.
/// Cost:    O(d n m) per round, through BLAS.
/// Source:  Lloyd, Least Squares Quantization in PCM, IEEE Trans. Information Theory 28, 1982.
///          These are the landmarks of AGH (Liu et al., ICML 2011) and of later methods.
arma::fmat kmeans_landmarks(const arma::fmat& X, std::size_t m, std::size_t iterations,
                            const Rng& rng, std::string_view what = "k-means",
                            const Observer& observer = {});

/// The number (0-based) of the nearest centre of each of the n columns of X. In case of ties, the
/// first of these centres counts.
arma::uvec nearest_landmarks(const arma::fmat& X, const arma::fmat& centres);

}  // namespace hashlab::hashers
