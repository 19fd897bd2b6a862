#pragma once

#include <armadillo>

#include <string>

namespace hashlab {

/// Probabilities of C classes by scores, a logistic regression: softmax(F W + b) where a sample has
/// one class; where it may have several or none, 1 / (1 + exp(-(F W + b))) for each.
struct ClassPosterior {
  arma::mat W;             ///< features x C
  arma::rowvec b;          ///< C
  bool exclusive = false;  ///< one class each

  /// n x C for F of n x features.
  arma::mat operator()(const arma::mat& F) const;
};

/// The posterior that minimises
///   sum of log losses over F's rows + ridge / 2 |W|^2
/// for Y (n x C) of 0 and 1, one 1 a row if `exclusive`. Convex; by accelerated steps under one
/// quadratic bound of its curvature (Boehning, Multinomial Logistic Regression Algorithm, 1992),
/// until one changes scores by less than 1e-5 in root mean square, or 1,000. ridge > 0.
/// Errors:  numerical, beginning with `method`, if the bound cannot be factorised.
/// Cost:    O(n f^2 + f^3 + steps n f C), f features.
ClassPosterior class_posterior(const arma::mat& F, const arma::mat& Y, bool exclusive, double ridge,
                               const std::string& method);

/// The mean over rows of -log of the probability of what Y says.
double log_loss(const arma::mat& probabilities, const arma::mat& Y, bool exclusive);

}  // namespace hashlab
