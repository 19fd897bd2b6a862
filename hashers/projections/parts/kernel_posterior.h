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

/// Probabilities of C classes as a function of samples: a kernel regression onto class indicators
/// gives scores, and a logistic regression turns these into probabilities.
struct KernelPosterior {
  arma::fmat V{};       ///< d x p: the kernel applies to V^T x; empty: to x
  KernelMap map{};      ///< m anchors
  arma::mat alpha{};    ///< m x C
  arma::rowvec b{};     ///< C; scores are alpha^T k(V^T x) + b
  ClassPosterior by{};  ///< from scores to probabilities

  /// The probabilities, n x C, of the columns of X (d x n).
  arma::mat operator()(const arma::fmat& X) const;

  /// Adds the arrays of this posterior to the state of a projector.
  void add_to(ProjectorState& state) const;
  /// Recreates the posterior that add_to() wrote to a state, for samples of d features.
  /// Errors:  those of restore_map; corrupt_file if an array is missing, or does not match d or the
  ///          other arrays.
  static KernelPosterior restore(const ProjectorState& state, std::size_t d);
};

/// A posterior with cross-fitted (left-out) probabilities of each training sample. Neither the
/// scores of that sample nor the logistic regression are trained on it, so its probabilities behave
/// like those of new samples. (Scores of samples used in training are nearer to their indicators
/// than those of other samples, so models trained on such scores fit other samples badly.)
struct HonestPosterior {
  KernelPosterior posterior;
  arma::mat left_out;  ///< n x C
  double loss = 0;     ///< mean log loss of left_out
};

/// How scores become probabilities.
enum class Calibration {
  matrix,  ///< by a logistic regression with C x C weights (class_posterior)
  scalar,  ///< by one weight for all classes (scaled_posterior), whatever their number
};

/// Settings for training a posterior.
struct PosteriorSettings {
  std::size_t anchors = 1000;  ///< m, drawn from the samples by random_landmarks
  std::size_t axes = 128;      ///< principal axes for the kernel, if samples have more features;
                               ///< fewer axes make encoding faster
  /// If not given, gamma is chosen among 0.575, 1.15, 2.3 and 4.6, divided by the mean squared
  /// distance, and ridge among 0.03, 0.1, 0.3 and 1. The combinations whose scaled scores have the
  /// lowest log loss are preselected (see scaled_posterior), as many as `kernels`. Of these, the
  /// one whose left-out probabilities have the lowest log loss is taken. With scalar calibration,
  /// only the best one is preselected.
  std::optional<double> gamma{}, ridge{};
  std::size_t kernels = 4;  ///< 1 .. 16; only used with Calibration::matrix
  Calibration calibration = Calibration::matrix;
};

/// Trains a posterior. It does not depend on the code length, so data.reuse (if not null) caches it
/// for other code lengths. Most error messages begin with `method`.
/// Errors:  those of require_labels, principal_axes, mean_distance_gamma, AnchorRidge and
///          class_posterior; invalid_argument if no sample has a class; numerical if no combination
///          of gamma and ridge gives finite probabilities.
/// Cost:    O(d n min(d, n)) for the axes; O(n m p + n m^2 + m^3) for each of 4 gammas, where p is
///          the number of axes, or d without axes; O(n m C) for each of 16 combinations of gamma
///          and ridge; and, with Calibration::matrix, for each of the preselected ones 6 times the
///          cost of class_posterior: once for all samples and once for each of 5 folds.
std::shared_ptr<const HonestPosterior> learn_honest_posterior(const TrainingSet& data,
                                                              const PosteriorSettings& settings,
                                                              const Rng& rng,
                                                              const std::string& method,
                                                              const Observer& observer = {});

}  // namespace hashlab::hashers
