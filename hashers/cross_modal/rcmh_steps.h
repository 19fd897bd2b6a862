#pragma once

#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// Step A of regularised cross-modal hashing: every sample's bits move towards the mean bits of its
/// neighbours. With bits 0 and 1 in B, the new bits are
///
///   H(alpha D^-1 S B + (1 - alpha) B - 1/2),   H(z) = 1 if z >= 0, else 0,
///
/// where D holds the numbers of neighbours on its diagonal. A tie (z = 0) therefore gives bit 1; z
/// counts as 0 if |z| is at most about 1e-12. A sample without neighbours keeps its bits.
/// Shapes:  B and the result are n x K, with +1 and -1 for bits 1 and 0; S has n lists, which do
///          not contain the samples themselves. alpha in [0, 1].
/// Cost:    O(s K) for s pairs of neighbours.
/// Source:  Moran & Lavrenko, "Regularised Cross-Modal Hashing", SIGIR 2015.
arma::mat rcmh_smoothed(const NeighbourGraph& S, const arma::mat& B, double alpha);

/// The initial bits of training: those of random hyperplanes through the origin, which is the mean
/// of centred samples. Returns n x K, +1 and -1.
/// Shapes:  Z is d x n.
arma::mat rcmh_random_bits(const arma::fmat& Z, std::size_t K, Rng rng);

}  // namespace hashlab::hashers
