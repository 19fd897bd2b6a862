#pragma once

#include <armadillo>

#include <string>

namespace hashlab::hashers {

/// Ridge regression from features F (f x n, one sample per column) to targets T (n x t): the W
/// (f x t) that minimises
///
///   ||T - F^T W||_F^2 + r ||W||_F^2,   W = (F F^T + r I)^-1 F T.
///
/// F is decomposed once, for any number of T and r. Directions along which all samples have
/// coordinate 0, up to rounding, do not contribute to W: the formula gives them 0 / r, and a small
/// r would amplify rounding errors. So r = 0 gives the smallest of the optimal W.
/// Source:  Hoerl & Kennard, Technometrics 12, 1970.
class RidgeRegression {
 public:
  /// Stores F, and min(f, n)^2 further numbers.
  /// Errors:  numerical, with a message that begins with `method`, if F F^T is not finite or its
  ///          decomposition does not converge.
  /// Cost:    O(f n min(f, n)).
  RidgeRegression(arma::mat F, const std::string& method);

  /// W for the targets T (n x t). r >= 0; infinity makes W zero.
  /// Cost:    O(f n t + min(f, n)^2 t).
  arma::mat fit(const arma::mat& T, double r) const;

 private:
  /// With fewer samples than features: W = F (F^T F + r I)^-1 T, which is the same.
  bool by_samples() const { return F_.n_rows > F_.n_cols; }

  arma::mat F_, Q_;        ///< Q: eigenvectors of the smaller of F F^T and F^T F
  arma::vec values_;       ///< its eigenvalues, ascending
  double negligible_ = 0;  ///< eigenvalues up to this one are rounding errors
};

/// RidgeRegression(F, method).fit(T, r), for a single regression.
/// Errors:  those of RidgeRegression.
arma::mat ridge(const arma::mat& F, const arma::mat& T, double r, const std::string& method);

/// A^-1 M for a symmetric positive definite A.
/// Errors:  numerical, with a message that begins with `method`, if A is not finite, or not
///          positive definite after rounding.
arma::mat solve_positive(const arma::mat& A, const arma::mat& M, const std::string& method);

}  // namespace hashlab::hashers
