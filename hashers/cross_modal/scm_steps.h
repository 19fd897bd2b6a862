#pragma once

#include "hashers/cross_modal/parts/two_view_cca.h"
#include "lib/observer.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// Steps of semantic correlation maximisation: K bits per view whose inner products approximate
// those of the samples' label vectors,
//   ||B_x B_z^T - K (2 Y Y^T - 1 1^T)||_F^2, Y with rows of length 1.
// Source:  Zhang & Li, "Large-Scale Supervised Multimodal Hashing with Semantic Correlation
//          Maximization", AAAI 2014. No n x n matrix is ever made.

/// Class indicators with rows scaled to unit length; rows of zeros are unchanged.
arma::mat unit_rows(const arma::mat& Y);

/// C = X (K (2 Y Y^T - 1 1^T)) Z^T, d_x x d_z.
/// Shapes:  X is d_x x n, Z d_z x n, Y n x C.
arma::mat scm_target(const arma::mat& X, const arma::mat& Z, const arma::mat& Y, std::size_t K);

/// The result of sequential training.
struct ScmBits {
  DirectionPairs pairs;  ///< as many as were trained, at most K
  arma::vec e;           ///< squared singular values of these pairs, descending
};

/// Sequential training, in whitened coordinates. For each bit it takes the directions a, b with the
/// largest a^T C b and then subtracts their bits' contribution from C,
///   C <- C - (X_w sgn(X_w^T a)) (Z_w sgn(Z_w^T b))^T.
/// Training ends at K bits, or when the largest singular value rises, because linear functions then
/// cannot explain the rest.
/// Shapes:  C is d_x x d_z, the scm_target of X_w (d_x x n) and Z_w (d_z x n).
/// Errors:  numerical "scm: ..." if a decomposition does not converge.
/// Cost:    O(K (d_x d_z min(d_x, d_z) + n (d_x + d_z))).
ScmBits scm_sequence(arma::mat C, const arma::mat& X_w, const arma::mat& Z_w, std::size_t K,
                     const Observer& observer);

}  // namespace hashlab::hashers
