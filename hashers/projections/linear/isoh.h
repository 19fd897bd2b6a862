#pragma once

#include <armadillo>

namespace hashlab::hashers {

// Isotropic hashing looks for an orthogonal Q for which all diagonal entries of Q^T Lambda Q are
// equal. Lambda = diag(lambda) holds the variances along the K principal axes, and Q^T Lambda Q is
// the covariance of the rotated dimensions. Here mean(lambda) = 1, so every variance should become
// 1.
//
// Source:  Kong & Li, "Isotropic Hashing", NIPS 2012.

/// The anisotropy 1/2 ||diag(Q^T Lambda Q) - 1||^2. Neither lift_and_project nor follow_gradient
/// increases it.
double anisotropy(const arma::vec& lambda, const arma::mat& Q);

/// One round of lift and projection (algorithm 1). The projection replaces the diagonal of Z = Q^T
/// Lambda Q by ones, which gives the matrix T with unit diagonal that is nearest to Z. The lift
/// finds the matrix Q'^T Lambda Q' that is nearest to T. Returns Q'. Requires lambda in descending
/// order.
/// Errors:  numerical if the eigenvectors of T cannot be computed.
arma::mat lift_and_project(const arma::vec& lambda, const arma::mat& Q);

/// One step down the gradient flow of the anisotropy over orthogonal matrices,
///
///   dQ/dt = Q [alpha, Z], Z = Q^T Lambda Q, alpha = diag(Z) - I, [A, B] = A B - B A,
///
/// by a Cayley transform, which keeps Q orthogonal. The paper uses a solver of differential
/// equations to choose the steps. Here a step is halved until the anisotropy falls by at least a
/// quarter of the linear prediction. `t` is the initial step length and is updated for the next
/// step. Returns Q unchanged if none of 60 step lengths is short enough.
arma::mat follow_gradient(const arma::vec& lambda, const arma::mat& Q, double& t);

}  // namespace hashlab::hashers
