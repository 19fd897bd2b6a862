#pragma once

#include "hashers/cross_modal/parts/two_view_cca.h"
#include "lib/observer.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// Steps of semantic correlation maximisation. Each view gets K bits per sample, B_x and B_z (n x K,
// +1 and -1). Their inner products should follow those of the samples' label vectors, which are the
// rows of Y and have length 1. So the method minimises
//   ||B_x B_z^T - K (2 Y Y^T - 1 1^T)||_F^2,
// without computing these n x n matrices.
// Source:  Zhang & Li, "Large-Scale Supervised Multimodal Hashing with Semantic Correlation
//          Maximization", AAAI 2014.

/// Class indicators with rows scaled to unit length; rows of zeros are unchanged.
arma::mat unit_rows(const arma::mat& Y);

/// C = X (K (2 Y Y^T - 1 1^T)) Z^T, d_x x d_z.
/// Shapes:  X is d_x x n, Z d_z x n, Y n x C.
arma::mat scm_target(const arma::mat& X, const arma::mat& Z, const arma::mat& Y, std::size_t K);

/// The result of sequential training.
struct ScmBits {
  DirectionPairs pairs;  ///< as many as were trained, at most K
  arma::vec e;           ///< squared singular value of C for each pair, descending
};

/// Sequential training, in whitened coordinates. For each bit it takes the directions a, b of
/// length 1 with the largest a^T C b, which is the largest singular value of C. Then it subtracts
/// the contribution of their bits from C,
///   C <- C - (X_w sgn(X_w^T a)) (Z_w sgn(Z_w^T b))^T.
/// Training ends after K bits. It ends earlier if the largest singular value becomes 0, or if it
/// rises, because linear functions then cannot explain the rest.
/// Shapes:  C is d_x x d_z, the scm_target of X_w (d_x x n) and Z_w (d_z x n).
/// Errors:  numerical "scm: ..." if a decomposition does not converge.
/// Cost:    O(K (d_x d_z min(d_x, d_z) + n (d_x + d_z))).
ScmBits scm_sequence(arma::mat C, const arma::mat& X_w, const arma::mat& Z_w, std::size_t K,
                     const Observer& observer);

}  // namespace hashlab::hashers
