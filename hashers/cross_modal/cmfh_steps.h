#pragma once

#include "hashers/cross_modal/parts/ridge.h"

#include <armadillo>

#include <array>

namespace hashlab::hashers {

/// Collective matrix factorisation hashing: each of n samples gets one code of K real values, a
/// column of V. Factors U_1 and U_2 reconstruct the views X_1 and X_2 from V, and linear functions
/// P_1 and P_2 of the views approximate V. The objective is
///
///   sum_t lambda_t ||X_t - U_t V||^2 + mu sum_t ||V - P_t X_t||^2
///     + mu sum_t r_t ||P_t||^2 + gamma (||V||^2 + sum_t ||U_t||^2),   all norms Frobenius.
///
/// Each step below minimises this objective over its own variable, with the others fixed.
/// Source:  Ding, Guo & Zhou, CVPR 2014.
struct CmfhProblem {
  std::array<arma::mat, 2> X;               ///< d_t x n
  std::array<double, 2> lambda = {.5, .5};  ///< >= 0
  double mu = 100, gamma = .01;             ///< > 0
  std::array<double, 2> r = {1e-4, 1e-4};   ///< > 0; gamma / mu in the paper
};

struct CmfhState {
  arma::mat V;                 ///< K x n
  std::array<arma::mat, 2> U;  ///< d_t x K
  std::array<arma::mat, 2> P;  ///< K x d_t
};

/// An equivalent problem with at most d_1 + d_2 samples. Let the stacked views be [X_1; X_2] = R^T
/// Q^T, where the columns of Q are orthonormal. R^T replaces the samples: V becomes V Q, while J
/// (see cmfh_joint), U, P and the objective are unchanged in every round.
/// Errors:  numerical if the QR decomposition fails.
/// Cost:    O(n (d_1 + d_2)^2).
CmfhProblem cmfh_condensed(CmfhProblem problem);

double cmfh_objective(const CmfhProblem& problem, const CmfhState& state);

/// The best V is linear in both views, stacked: V = J [X_1; X_2]. Returns J, K x (d_1 + d_2), for
/// the U and P of `state`:
///   (sum_t lambda_t U_t^T U_t + (2 mu + gamma) I)^-1 [lambda_t U_t^T + mu P_t],
/// where the blocks in brackets for t = 1 and 2 stand side by side.
/// Errors:  numerical if the matrix to be inverted is not finite, or if its entries are so large
///          that adding 2 mu + gamma has no effect in floating point.
arma::mat cmfh_joint(const CmfhProblem& problem, const CmfhState& state);

/// The best V for the U and P of `state`: J [X_1; X_2], where J is the result of cmfh_joint.
/// Errors:  those of cmfh_joint.
arma::mat cmfh_codes(const CmfhProblem& problem, const CmfhState& state);

/// The ridge regressions from X_t, for t = 1 and 2. Fitted to V^T with the ridge r_t, they give the
/// best P_t, transposed.
/// Errors:  those of RidgeRegression.
std::array<RidgeRegression, 2> cmfh_functions(const CmfhProblem& problem);

/// The best P for V. `functions` is the result of cmfh_functions.
std::array<arma::mat, 2> cmfh_fitted(const CmfhProblem& problem,
                                     const std::array<RidgeRegression, 2>& functions,
                                     const arma::mat& V);

/// The best U for V: U_t = X_t V^T (V V^T + gamma / lambda_t I)^-1.
/// Errors:  those of RidgeRegression.
std::array<arma::mat, 2> cmfh_factors(const CmfhProblem& problem, const arma::mat& V);

/// One round: replaces V, then P, then U by the best for the other variables. `functions` is the
/// result of cmfh_functions.
/// Errors:  those of cmfh_codes and of cmfh_factors.
/// Cost:    O((n + K) K (d_1 + d_2 + K)).
void cmfh_round(const CmfhProblem& problem, const std::array<RidgeRegression, 2>& functions,
                CmfhState& state);

}  // namespace hashlab::hashers
