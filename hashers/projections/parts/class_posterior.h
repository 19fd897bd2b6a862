#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <string>

namespace hashlab::hashers {

/// Probabilities of C classes from one score per class, by logistic regression: softmax(F W + b) if
/// each sample has one class; if samples may have several classes or none, 1 / (1 + exp(-(F W +
/// b))) for each class.
struct ClassPosterior {
  arma::mat W;             ///< C x C
  arma::rowvec b;          ///< C
  bool exclusive = false;  ///< each sample has one class

  /// The probabilities, n x C, for scores F (n x C).
  arma::mat operator()(const arma::mat& F) const;
};

/// The training data and settings of a posterior.
struct ClassPosteriorProblem {
  const arma::mat& F;  ///< scores, n x C
  const arma::mat& Y;  ///< 0 and 1, n x C; one 1 per row if `exclusive`
  bool exclusive = false;
  double ridge = 1;    ///< > 0
  std::string method;  ///< begins the error messages
};

/// The posterior with W = a I and b = beta 1 (beta = 0 if `exclusive`) that minimises the objective
/// of class_posterior(). So few parameters are fitted that the log loss of the training samples is
/// almost that of other samples. Newton's method; cost O(n C) per step.
ClassPosterior scaled_posterior(const ClassPosteriorProblem& problem);

/// The posterior that minimises
///   sum of log losses over F's rows + ridge / 2 (|W - a I|^2 + (C a^2 + |b|^2) / 100),
/// where a = tr W / C. The penalty favours a W in which each class depends on its own score, with
/// equal weight for all classes, because few samples of many classes do not determine C^2 weights.
/// The problem is convex. It is solved from `start` by accelerated steps under one quadratic bound
/// of its curvature (Boehning, Multinomial Logistic Regression Algorithm, 1992), until a step
/// changes scores by less than 1e-4 in root mean square, or for 1,000 steps.
/// Errors:  numerical if the bound cannot be factorised.
/// Cost:    O(n C^2 + C^3 + steps n C^2).
ClassPosterior class_posterior(const ClassPosteriorProblem& problem, const ClassPosterior& start);

/// Assigns random fold numbers 0 .. folds - 1 to the rows of Y, so that each class has about
/// equally many rows in each fold. Rows without a class form a class of their own; of several
/// classes the first counts.
arma::uvec class_folds(const arma::mat& Y, std::size_t folds, Rng rng);

/// Cross-fitted probabilities, n x C: those of each row by the posterior trained on the rows
/// outside its fold. With a single fold, the posterior of all rows is used. `start` should be near
/// all these posteriors.
/// Cost:    that of class_posterior for each fold.
arma::mat cross_fitted(const ClassPosteriorProblem& problem, const arma::uvec& folds,
                       const ClassPosterior& start);

/// The mean over rows of -log of the probability of the classes in Y.
double log_loss(const arma::mat& probabilities, const arma::mat& Y, bool exclusive);

}  // namespace hashlab::hashers
