#pragma once

#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <string_view>

namespace hashlab::hashers {

/// One round of iterative quantisation: B = sign(V R), then the orthogonal R that minimises ||B - V
/// R||_F. It is R = Shat S^T for the singular value decomposition B^T V = S Omega Shat^T.
/// Shapes:  V is n x k, R is k x k and orthogonal; returns k x k, orthogonal. sign(0) is -1, as for
///          the quantisers (y > 0 is bit 1).
/// Errors:  numerical if B^T V is not finite or the decomposition does not converge.
/// Source:  Gong & Lazebnik, "Iterative Quantization: A Procrustean Approach to Learning Binary
///          Codes", CVPR 2011, section 2.2.
arma::mat update_rotation(const arma::mat& V, const arma::mat& R);

/// Starts from a random rotation drawn with `rng`, runs `iterations` rounds of update_rotation and
/// returns the last R, k x k. After each round it reports its progress to `observer` under the name
/// `what`.
arma::mat learn_rotation(const arma::mat& V, std::size_t iterations, const Rng& rng,
                         std::string_view what, const Observer& observer);

/// The quantisation loss ||sign(V R) - V R||_F^2, which update_rotation never increases.
double quantisation_loss(const arma::mat& V, const arma::mat& R);

}  // namespace hashlab::hashers
