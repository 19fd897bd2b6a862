#pragma once

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// Supervised discrete hashing of n samples. The codes B predict classes linearly (Y by B W) and
/// are approximated by a function F(X) = Phi P of kernel values. The objective to minimise is
///   ||Y - B W||_F^2 + lambda ||W||_F^2 + nu (||B - Phi P||_F^2 + r ||P||_F^2).
/// Each step below minimises or lowers this objective over its own variable, with the others fixed.
/// Source:  Shen, Shen, Liu & Tao, "Supervised Discrete Hashing", CVPR 2015, samples as rows
///          here. The paper has r = 0, where P is not unique if anchors repeat.
struct SdhProblem {
  arma::mat Phi;  ///< n x m kernel values
  arma::mat Y;    ///< n x C class indicators, 0 and 1
  double lambda = 1, nu = 1e-5;
  double r = 0;  ///< >= 0
};

struct SdhState {
  arma::mat B;  ///< n x K, +1 and -1
  arma::mat W;  ///< K x C
  arma::mat P;  ///< m x K
};

double sdh_objective(const SdhProblem& problem, const SdhState& state);

/// The best W: (B^T B + lambda I)^-1 B^T Y, the paper's G-step.
/// Errors:  numerical if the system is singular, because lambda is almost 0 and bits are linearly
///          dependent.
arma::mat sdh_classifier(const SdhProblem& problem, const arma::mat& B);

/// Solves for the best P, the paper's F-step, given L L^T = Phi^T Phi + r I.
arma::mat sdh_fit(const SdhProblem& problem, const arma::mat& L, const arma::mat& B);

/// Q = Y W^T + nu Phi P, n x K: the target of the codes while W and P are fixed.
/// Cost:  O(n K (m + C)).
arma::mat sdh_target(const SdhProblem& problem, const SdhState& state);

/// One sweep of discrete cyclic coordinate descent over the bits: each column of B becomes the
/// optimum with the others fixed; a tie leaves a sample's bit unchanged. Q is sdh_target() for the
/// state's W and P. Returns true if a bit changed.
/// Cost:  O(n K C).
bool sdh_sweep(const arma::mat& Q, SdhState& state);

}  // namespace hashlab::hashers
