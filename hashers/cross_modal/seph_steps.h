#pragma once

#include "lib/observer.h"

#include <armadillo>

#include <cstddef>
#include <string_view>

namespace hashlab::hashers {

// The two steps of semantics-preserving hashing. The first finds codes of the training samples that
// follow their classes. The second fits a kernel logistic regression for each view, which predicts
// these codes.
//
// Source:  Lin, Ding, Hu & Wang, "Semantics-Preserving Hashing for Cross-View Retrieval", CVPR
//          2015, sections 3.2 and 3.3; step lengths as in the authors' code.

/// A probability for each pair of n samples, which the codes should reproduce.
struct SephTarget {
  arma::fmat P;        ///< n x n, symmetric, diagonal 0, all entries sum to 1
  double entropy = 0;  ///< -sum_ij P_ij log P_ij
};

/// Probabilities proportional to the cosine similarities of the rows of Y, n x C class indicators.
/// Errors:  invalid_argument if no two samples share a class.
/// Memory:  4 n^2 bytes.
SephTarget seph_target(const arma::mat& Y);

/// The cost of relaxed codes H (n x K): their divergence from the target, and a penalty on entries
/// that are not +1 or -1,
///   KL(P || Q) + a || |H| - 1 ||_F^2,   Q_ij proportional to 1 / (1 + |h_i - h_j|^2 / 4), i != j.
struct SephCost {
  double value;
  arma::mat gradient;  ///< n x K, with respect to H
};

/// The cost and its gradient. They are computed in single precision, but the terms of the cost are
/// summed over all pairs in double precision. Rounding errors of the gradient are about 1e-6 of its
/// largest entries.
/// Memory:  2 n^2 bytes, in addition to the target's.
/// Cost:    3 n^2 K operations through BLAS, and about ten for each pair.
SephCost seph_cost(const SephTarget& target, const arma::mat& H, double a);

/// The H of lowest cost among the given one and those after each of `steps` steps of gradient
/// descent. Steps have momentum, and each entry has a gain, an adaptive factor of its step length.
/// Columns are centred after each step. The descent ends early if the cost is not finite. Reports
/// to the observer before each step.
arma::mat seph_descent(const SephTarget& target, arma::mat H, double a, std::size_t steps,
                       const Observer& observer = {});

/// Logistic regression on a kernel of m centres: for each column b of B (n x k, +1 and -1) the w
/// that minimises
///   sum_i log(1 + exp(-b_i K_i w)) + r w^T K0 w,   K_i the row i of K.
/// Returns m x k. Each step minimises a quadratic upper bound of this function. The bound has the
/// same curvature for all columns and steps, so it is factorised only once. Momentum accelerates
/// the steps. Training ends after 1,000 steps, or earlier if the bound shows that a step changed
/// K w by at most 2e-6 in root mean square in every column. Before each step it reports the number
/// of the step to the observer, under the name `what`.
/// Shapes:  K is n x m, K0 is m x m, kernel values of the centres themselves; r > 0.
/// Errors:  numerical if the bound cannot be factorised.
/// Cost:    O(m^3 + n m^2 + steps (n m + m^2) k).
arma::mat seph_regression(const arma::mat& K, const arma::mat& K0, const arma::mat& B, double r,
                          std::string_view what = "seph: regression",
                          const Observer& observer = {});

}  // namespace hashlab::hashers
