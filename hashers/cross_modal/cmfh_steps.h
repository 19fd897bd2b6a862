#pragma once

#include "hashers/cross_modal/parts/ridge.h"

#include <armadillo>

#include <array>

namespace hashlab {

/// Collective matrix factorisation hashing: n samples get one code V each, from which both views
/// X_1, X_2 are rebuilt by factors U_t, and which functions P_t of either view fit:
///
///   sum_t lambda_t ||X_t - U_t V||^2 + mu sum_t ||V - P_t X_t||^2
///     + gamma (||V||^2 + sum_t ||U_t||^2 + sum_t ||P_t||^2),   all norms Frobenius.
///
/// Each step below minimises it over its own variable, others held.
/// Source:  Ding, Guo & Zhou, CVPR 2014.
struct CmfhProblem {
  std::array<arma::mat, 2> X;               ///< d_t x n
  std::array<double, 2> lambda = {.5, .5};  ///< >= 0
  double mu = 100, gamma = .01;             ///< > 0
};

struct CmfhState {
  arma::mat V;                 ///< K x n
  std::array<arma::mat, 2> U;  ///< d_t x K
  std::array<arma::mat, 2> P;  ///< K x d_t
};

double cmfh_objective(const CmfhProblem& problem, const CmfhState& state);

/// The best V is linear in both views, stacked: V = J [X_1; X_2]. This is J, K x (d_1 + d_2), for
/// the U and P of `state`:
///   (sum_t lambda_t U_t^T U_t + (2 mu + gamma) I)^-1 [lambda_t U_t^T + mu P_t].
/// Errors:  numerical if gamma and mu are lost beside U_t^T U_t: features too large.
arma::mat cmfh_joint(const CmfhProblem& problem, const CmfhState& state);

/// The best V: J [X_1; X_2].
/// Errors:  those of cmfh_joint.
arma::mat cmfh_codes(const CmfhProblem& problem, const CmfhState& state);

/// The regressions whose fit to V^T is the best P_t, transposed: X_t with the ridge gamma / mu.
/// Errors:  those of RidgeRegression.
std::array<RidgeRegression, 2> cmfh_functions(const CmfhProblem& problem);

/// The best U_t: X_t V^T (V V^T + gamma / lambda_t I)^-1, d_t x K.
/// Errors:  those of RidgeRegression.
arma::mat cmfh_factors(const CmfhProblem& problem, const arma::mat& V, std::size_t t);

/// One round: V, then P, then U. `functions` are cmfh_functions.
/// Cost:    O(n K (d_1 + d_2 + K)).
void cmfh_round(const CmfhProblem& problem, const std::array<RidgeRegression, 2>& functions,
                CmfhState& state);

}  // namespace hashlab
