#pragma once

#include "hashers/projections/parts/svm.h"

#include <armadillo>

#include <vector>

namespace hashlab::hashers {

// Least-squares support vector machines: the loss of a sample is the squared distance of its
// decision value from its label, +1 or -1, even if the value lies beyond the label on the correct
// side. One Cholesky factorisation of the samples serves all bits, so a bit costs two triangular
// systems instead of the iterations of an SVM. All samples have the same weight, whatever the sizes
// of the two classes (SvmSettings::balanced would need a factorisation per bit). The result for a
// bit does not depend on the other bits. Several threads may use one LeastSquaresSvm or
// LeastSquaresKernelSvm at once.
//
// Source:  Suykens & Vandewalle, Least Squares Support Vector Machine Classifiers, Neural
//          Processing Letters 9, 1999.

/// A system of linear equations whose matrix is factorised once: A = L L^T.
class CholeskyFactors {
 public:
  /// Factorises A, which must be symmetric.
  /// Errors:  numerical if A is not finite or, after rounding, not positive definite.
  explicit CholeskyFactors(const arma::mat& A);
  /// A^-1 y for one right-hand side y. If several were solved at once, the last bits of a solution
  /// could depend on the other right-hand sides.
  arma::vec solve(const arma::vec& y) const;

 private:
  arma::mat L_, U_;  ///< U = L^T, stored because it would otherwise be computed for each y
};

/// Linear least-squares SVMs: min |w|^2 / 2 + C sum_i (y_i - w.x_i)^2, which is the objective of
/// LinearSvm without the hinge.
/// Memory:  8 d n + 16 m^2 bytes, m = min(d, n).
/// Cost:    O(d n m + m^3) to construct, O(d n + m^2) per bit.
class LeastSquaresSvm {
 public:
  /// X is d x n, n >= 1; C > 0. `bias`: train an offset, regularised like the weights.
  /// Errors:  numerical if X is not finite, or so large that the system cannot be factorised.
  LeastSquaresSvm(const arma::fmat& X, double C, bool bias = false);
  /// labels has n entries. If all are equal: w = 0 and b = +1 or -1, a constant bit.
  Hyperplane learn(const std::vector<bool>& labels) const;

 private:
  arma::mat X_;  ///< in double precision; the bias is its last row
  bool bias_, primal_;
  CholeskyFactors system_;  ///< X X^T + I / (2 C), or X^T X + I / (2 C) if that is smaller
};

/// Least-squares SVMs with a kernel and an offset b that is not regularised. For labels y, +1 and
/// -1, a and b solve (K + I / (2 C)) a = y - b 1, 1^T a = 0.
/// Memory:  16 n^2 bytes.
/// Cost:    O(n^3) to construct, O(n^2) per bit.
class LeastSquaresKernelSvm {
 public:
  /// K is n x n, n >= 1, symmetric, positive semidefinite; C > 0.
  /// Errors:  numerical if K is not finite, or if K + I / (2 C) cannot be factorised.
  LeastSquaresKernelSvm(const arma::fmat& K, double C);
  /// labels has n entries. If all are equal: a = 0 and b = +1 or -1.
  KernelExpansion learn(const std::vector<bool>& labels) const;

 private:
  CholeskyFactors system_;  ///< K + I / (2 C)
  arma::vec one_;           ///< (K + I / (2 C))^-1 1
};

}  // namespace hashlab::hashers
