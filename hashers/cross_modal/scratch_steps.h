#pragma once

#include "hashers/cross_modal/parts/ridge.h"

#include <armadillo>

#include <array>

namespace hashlab::hashers {

/// SCRATCH, scalable discrete matrix factorisation hashing of n samples. V holds one latent code
/// per sample. Both views phi_t (centred kernel values) and the classes Y are reconstructed from V,
/// functions P_t of each view approximate V, and a rotation R makes V similar to bits:
///
///   sum_t 1/2 ||phi_t - V U_t||^2 + mu sum_t ||V - phi_t P_t||^2 + alpha ||Y - V G||^2
///     + ||B - V R^T||^2 + gamma (||V||^2 + ||G||^2 + sum_t ||U_t||^2 + sum_t ||P_t||^2),
///   R^T R = I,   all norms Frobenius.
///
/// Each step below minimises this objective over some of the variables, with the others fixed.
/// Source:  Li, Chen, Zhang, Luo, Nie, Zhang & Xu, ACM Multimedia 2018. Here samples are rows.
struct ScratchProblem {
  std::array<arma::mat, 2> Phi;              ///< n x q_t
  arma::mat Y;                               ///< n x C class indicators, 0 and 1
  double mu = 1000, alpha = 500, gamma = 5;  ///< > 0
};

struct ScratchState {
  arma::mat V;                 ///< n x K
  arma::mat R;                 ///< K x K, orthogonal
  arma::mat B;                 ///< n x K, +1 and -1
  std::array<arma::mat, 2> U;  ///< K x q_t
  std::array<arma::mat, 2> P;  ///< q_t x K
  arma::mat G;                 ///< K x C
};

double scratch_objective(const ScratchProblem& problem, const ScratchState& state);

/// The ridge regressions from phi_t, for t = 1 and 2. Fitted to V with the ridge gamma / mu, they
/// give the best P_t.
/// Errors:  those of RidgeRegression.
std::array<RidgeRegression, 2> scratch_functions(const ScratchProblem& problem);

/// Replaces U, G and P of `state` by the best for its V; they do not depend on each other.
/// `functions` is the result of scratch_functions.
/// Errors:  those of RidgeRegression.
/// Cost:    O(n K (q + K + C)), q = q_1 + q_2.
void scratch_fit(const ScratchProblem& problem, const std::array<RidgeRegression, 2>& functions,
                 ScratchState& state);

/// The best V for fixed other variables.
/// Errors:  numerical if the system of equations is not finite, or singular up to rounding.
/// Cost:    O(n K (q + K + C)) if K <= n, q = q_1 + q_2.
arma::mat scratch_latent(const ScratchProblem& problem, const ScratchState& state);

/// The best R for V and B: S_1 S_2^T, where S_1 and S_2 hold the left and right singular vectors of
/// B^T V.
/// Errors:  numerical if B^T V is not finite or the decomposition does not converge.
arma::mat scratch_rotation(const ScratchState& state);

/// One round, in the order of the authors' program: B = sign(V R^T), then the best U, G and P, then
/// V, then R. After the round, B is therefore still the sign of the previous V R^T.
/// Errors:  those of these steps.
void scratch_round(const ScratchProblem& problem, const std::array<RidgeRegression, 2>& functions,
                   ScratchState& state);

}  // namespace hashlab::hashers
