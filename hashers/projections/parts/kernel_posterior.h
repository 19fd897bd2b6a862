#pragma once

#include "hashers/hasher.h"
#include "hashers/projections/parts/class_posterior.h"
#include "hashers/projections/parts/kernel_map.h"
#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace hashlab::hashers {

/// Probabilities of C classes as a function of samples: scores of a kernel regression onto class
/// indicators, made probabilities by a logistic regression.
struct KernelPosterior {
  arma::fmat V{};       ///< d x p: the kernel is of V^T x; empty: of x
  KernelMap map{};      ///< m anchors
  arma::mat alpha{};    ///< m x C
  arma::rowvec b{};     ///< C; scores are alpha^T k(V^T x) + b
  ClassPosterior by{};  ///< of scores

  /// n x C for X of d x n.
  arma::mat operator()(const arma::fmat& X) const;

  /// Its arrays, to be among those of a projector's state.
  void add_to(ProjectorState& state) const;
  /// Errors:  corrupt_file if one is missing or does not fit d and the others.
  static KernelPosterior restore(const ProjectorState& state, std::size_t d);
};

/// A posterior, and what it says of each training sample when neither its scores come from that
/// sample, nor the logistic regression: as it would of samples that were not trained on. (Scores of
/// samples that were are nearer to their indicators than those of others, so what is learned from
/// them fits others badly.)
struct HonestPosterior {
  KernelPosterior posterior;
  arma::mat left_out;  ///< n x C
  double loss = 0;     ///< mean log loss of left_out
};

/// How one is learned.
struct PosteriorSettings {
  std::size_t anchors = 1000;  ///< m of the samples, see random_landmarks
  std::size_t axes = 128;      ///< principal axes that the kernel sees, if samples have more
                               ///< features: fewer cost less when encoding
  /// What is not given is chosen among .575, 1.15, 2.3, 4.6 over the mean squared distance for
  /// gamma, and .03, .1, .3, 1 for ridge: of the four whose scaled scores have the least log loss
  /// (see scaled_posterior) the one whose left-out probabilities have.
  std::optional<double> gamma{}, ridge{};
};

/// Found again by data.reuse, for other numbers of bits.
/// Errors:  those of AnchorRidge and class_posterior, beginning with `method`; invalid_argument if
///          no sample is of any class.
/// Cost:    O(d n min(d, n)), four times O(n m p + n m^2 + m^3), sixteen times O(n m C)
///          and for four of these six times O(steps n C^2).
std::shared_ptr<const HonestPosterior> learn_honest_posterior(const TrainingSet& data,
                                                              const PosteriorSettings& settings,
                                                              const Rng& rng,
                                                              const std::string& method,
                                                              const Observer& observer = {});

}  // namespace hashlab::hashers
