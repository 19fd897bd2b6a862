#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <string>

namespace hashlab::hashers {

/// Probabilities of C classes by a score for each, a logistic regression: softmax(F W + b) where a
/// sample has one class; where it may have several or none, 1 / (1 + exp(-(F W + b))) for each.
struct ClassPosterior {
  arma::mat W;             ///< C x C
  arma::rowvec b;          ///< C
  bool exclusive = false;  ///< one class each

  /// n x C for F of n x C.
  arma::mat operator()(const arma::mat& F) const;
};

/// What is asked of a posterior.
struct ClassPosteriorProblem {
  const arma::mat& F;  ///< scores, n x C
  const arma::mat& Y;  ///< 0 and 1, n x C; one 1 a row if `exclusive`
  bool exclusive = false;
  double ridge = 1;    ///< > 0
  std::string method;  ///< errors begin with it
};

/// The same as below among those with W = a I and b = beta 1 alone (of one class each beta = 0). So
/// little is learned of the samples that its log loss of them is nearly that of others. Newton's
/// method; cost O(n C) a step.
ClassPosterior scaled_posterior(const ClassPosteriorProblem& problem);

/// The posterior that minimises
///   sum of log losses over F's rows + ridge / 2 (|W - a I|^2 + (C a^2 + |b|^2) / 100),
/// a = tr W / C: each class's score is to count by itself and as much as others, for few samples of
/// many classes do not say what C^2 weights are. Convex; by accelerated steps under one quadratic
/// bound of its curvature (Boehning, Multinomial Logistic Regression Algorithm, 1992) from `start`
/// until one changes scores by less than 1e-4 in root mean square, or 1,000.
/// Errors:  numerical if the bound cannot be factorised.
/// Cost:    O(n C^2 + C^3 + steps n C^2).
ClassPosterior class_posterior(const ClassPosteriorProblem& problem, const ClassPosterior& start);

/// Numbers 0 .. folds - 1 of the rows of Y, at random, so that each class (rows without one, too;
/// the first of several) has about as many rows in each fold.
arma::uvec class_folds(const arma::mat& Y, std::size_t folds, Rng rng);

/// What a posterior of the rows outside its fold says of each row: n x C. Of a single fold: what
/// the posterior of all rows says. `start` is near all of them.
/// Cost:    that of class_posterior for each fold.
arma::mat cross_fitted(const ClassPosteriorProblem& problem, const arma::uvec& folds,
                       const ClassPosterior& start);

/// The mean over rows of -log of the probability of what Y says.
double log_loss(const arma::mat& probabilities, const arma::mat& Y, bool exclusive);

}  // namespace hashlab::hashers
