#pragma once

#include "hashers/projections/parts/kernel_map.h"

#include <armadillo>

#include <string>

namespace hashlab::hashers {

/// Kernel ridge regression on m anchors. It also gives leave-one-out predictions: the prediction
/// for each training sample by a regression on all other samples. They need no further regressions,
/// because the contribution of a sample's own target can be removed in closed form. One
/// decomposition serves every ridge and target. The regression solves
///
///   min_alpha |Y - b - K alpha|^2 + ridge tr(alpha^T K_0 alpha),
///
/// where K (n x m) holds kernel values of samples and anchors, K_0 (m x m) those of anchors, and b
/// the means of Y. If all samples are anchors, it is ordinary kernel ridge regression.
///
/// Source:  leave-one-out: Cook & Weisberg, Residuals and Influence in Regression, 1982; for kernel
///          ridge regression Rifkin & Lippert, Notes on Regularized Least Squares, MIT 2007.
class AnchorRidge {
 public:
  /// X holds the training samples, d x n; the anchors are those of `map`.
  /// Errors:  numerical, with a message that begins with `method`, if a kernel value is not finite
  ///          or a decomposition fails.
  /// Cost:    O(n m d + n m^2 + m^3).
  AnchorRidge(const KernelMap& map, const arma::fmat& X, const std::string& method);

  struct Fit {
    arma::mat alpha;     ///< m x C
    arma::rowvec b;      ///< C
    arma::mat left_out;  ///< n x C: prediction for each sample by the regression on the others; b
                         ///< uses all samples
  };

  /// The regression on the targets Y (n x C) with this ridge > 0, and its leave-one-out
  /// predictions.
  /// Cost:  O(n m C).
  Fit fit(const arma::mat& Y, double ridge) const;

 private:
  // Coordinates in which K^T K and K_0 are diagonal; p is the numerical rank of K_0.
  arma::mat T_;  // m x p: from these coordinates to weights alpha
  arma::mat Z_;  // n x p: samples in these coordinates
  arma::vec D_;  // p: diagonal of Z^T Z
};

}  // namespace hashlab::hashers
