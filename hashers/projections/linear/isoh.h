#pragma once

#include <armadillo>

namespace hashlab::hashers {

// Isotropic hashing looks for an orthogonal Q for which all diagonal entries of Q^T Lambda Q are
// alike: Lambda = diag(lambda) are the variances along the K principal axes, Q^T Lambda Q is the
// covariance of the rotated dimensions. Here mean(lambda) = 1, so every variance shall be 1.
//
// Source:  Kong & Li, "Isotropic Hashing", NIPS 2012.

/// 1/2 ||diag(Q^T Lambda Q) - 1||^2, which neither step below raises.
double anisotropy(const arma::vec& lambda, const arma::mat& Q);

/// One round of lift and projection (algorithm 1). Projection: T, the matrix of unit diagonal
/// nearest to Z = Q^T Lambda Q. Lift: the matrix nearest to T of those with eigenvalues lambda.
/// Returns its Q. Requires lambda in descending order.
/// Errors:  numerical if the eigenvectors of T cannot be computed.
arma::mat lift_and_project(const arma::vec& lambda, const arma::mat& Q);

/// One step down the gradient flow of the anisotropy over orthogonal matrices,
///
///   dQ/dt = Q [alpha, Z], alpha = diag(Z) - 1, [A, B] = A B - B A,
///
/// by a Cayley transform, which stays orthogonal. The paper leaves the steps to a solver of
/// differential equations; here a step is halved until the objective falls by a quarter of what the
/// slope promises. `t` is the length to begin with and is left at that for the next step.
/// Returns Q itself where no step lowers the objective.
arma::mat follow_gradient(const arma::vec& lambda, const arma::mat& Q, double& t);

}  // namespace hashlab::hashers
