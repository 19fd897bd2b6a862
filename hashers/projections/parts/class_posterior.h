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
/// of class_posterior(), found by Newton's method. Only one or two parameters are fitted, so the
/// log loss on the training samples is close to that on other samples.
/// Cost:    O(n C) per step of Newton's method.
ClassPosterior scaled_posterior(const ClassPosteriorProblem& problem);

/// The posterior that minimises
///   sum of log losses over F's rows + ridge / 2 (|W - a I|^2 + (C a^2 + |b|^2) / 100),
/// where a = tr W / C. The penalty favours a W in which each class depends on its own score, with
/// equal weight for all classes, because few samples of many classes do not determine C^2 weights.
/// The problem is convex. It is solved by accelerated descent from `start`. Every step uses the
/// same upper bound of the curvature, a matrix that is factorised once (Boehning, Multinomial
/// Logistic Regression Algorithm, 1992). The descent ends when a step changes the scores F W + b by
/// at most 1e-4 in root mean square, after 1,000 steps at the latest.
/// Errors:  numerical if the bound cannot be factorised.
/// Cost:    O(n C^2 + C^3) per step.
ClassPosterior class_posterior(const ClassPosteriorProblem& problem, const ClassPosterior& start);

/// Assigns random fold numbers 0 .. folds - 1 to the rows of Y, so that each class has about
/// equally many rows in each fold. Rows without a class form a class of their own, and a row with
/// several classes counts for the first of them.
arma::uvec class_folds(const arma::mat& Y, std::size_t folds, Rng rng);

/// Cross-fitted probabilities, n x C: those of each row by the posterior trained on the rows
/// outside its fold. Each of these posteriors is trained from `start`, so the posterior of all rows
/// is a good choice. With a single fold there are no rows outside it, and `start` gives the
/// probabilities.
/// Errors:  those of class_posterior.
/// Cost:    that of class_posterior for each fold.
arma::mat cross_fitted(const ClassPosteriorProblem& problem, const arma::uvec& folds,
                       const ClassPosterior& start);

/// The mean over rows of the log loss. That of a row is -log of the probability of its class if
/// each sample has one class (`exclusive`), otherwise the sum over all C classes of -log of the
/// probability that the class is present, or absent, as in Y. Probabilities below 1e-12 count as
/// 1e-12.
/// Shapes:  both matrices are n x C.
double log_loss(const arma::mat& probabilities, const arma::mat& Y, bool exclusive);

}  // namespace hashlab::hashers
