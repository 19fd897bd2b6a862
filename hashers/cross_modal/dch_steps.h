#pragma once

#include <armadillo>

namespace hashlab::hashers {

/// Discriminative cross-modal hashing of n samples: codes B that predict classes linearly and are
/// approximated by linear functions of both views:
///   ||Y - B G||^2 + lambda ||G||^2 + nu (||B - X^T W||^2 + r_x ||W||^2)
///     + mu (||B - Z^T U||^2 + r_z ||U||^2),   all norms Frobenius.
/// Source:  Xu, Shen, Yang, Shen & Li, IEEE Trans. Image Processing 26, 2017; here samples are rows
///          of B. The authors' program has nu = mu = 0, so B does not depend on the features.
struct DchProblem {
  arma::mat X;                  ///< d_x x n
  arma::mat Z;                  ///< d_z x n
  arma::mat Y;                  ///< n x C class indicators, 0 and 1
  double lambda = 1;            ///< > 0
  double r_x = .01, r_z = .01;  ///< > 0
  double nu = 0, mu = 0;        ///< >= 0
};

struct DchState {
  arma::mat B;  ///< n x K, +1 and -1
  arma::mat G;  ///< K x C
  arma::mat W;  ///< d_x x K, unused if nu = 0
  arma::mat U;  ///< d_z x K, unused if mu = 0
};

double dch_objective(const DchProblem& problem, const DchState& state);

/// The best G: (B^T B + lambda I)^-1 B^T Y.
/// Errors:  those of RidgeRegression.
arma::mat dch_classifier(const DchProblem& problem, const arma::mat& B);

/// Returns the M (C x K) with which the authors' program computes B = sign(Y M):
///   M = G^T (G G^T + 0.01 I)^-1.
/// Y M is the V that minimises ||Y - V G||^2 + 0.01 ||V||^2. A row of M is the contribution of one
/// class to its samples' values. The signs of this V are not the optimal bits, so this step may
/// raise the objective.
/// Errors:  those of RidgeRegression.
arma::mat dch_class_values(const arma::mat& G);

/// One sweep of discrete cyclic coordinate descent over the bits. Each column of B becomes the
/// optimum with the others fixed,
///   b_k = sign(Q_k - sum_{l != k} b_l G_l G_k^T),   Q = Y G^T + nu X^T W + mu Z^T U;
/// if a value is 0, the sample's bit stays as it is. Returns true if a bit changed.
/// Cost:    O(n K C) for the sweep, and O(n K (C + d_x + d_z)) for Q.
bool dch_sweep(const DchProblem& problem, DchState& state);

}  // namespace hashlab::hashers
