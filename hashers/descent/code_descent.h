#pragma once

#include "lib/observer.h"
#include "lib/options.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace hashlab::hashers {

// Gradient descent that trains codes to rank well. The bits of the training samples are sign(A),
// where the values A (samples x bits) are computed from the parameters to train. For training, the
// bits are relaxed to tanh(slope A). Each step takes a batch of samples, which are both the queries
// and the ranked items, and moves the parameters along the gradient of the average precision. The
// slope grows from step to step until tanh is nearly the sign.

/// The settings of the descent.
struct CodeDescent {
  std::size_t steps = 400, batch = 250;
  double rate = 0.05;  ///< largest learning rate of Adam, see falling_rate
  double first_slope = 2, last_slope = 20;
  /// The average precision (AP) to maximise: "query" is the mean of the APs of all queries,
  /// "pooled" is the AP of one list of all pairs.
  std::string precision = "query";
};

/// Adds options for all of these settings, with names that begin with `prefix`.
void describe_descent(Options& options, CodeDescent& descent, const std::string& prefix);

/// Runs the descent over n training samples: calls step(rows, slope, rate) for each step, with the
/// slope of tanh and the learning rate of this step. `rows` are the batch: at most descent.batch of
/// the n samples, drawn without replacement, in random order. The rate falls at the end (see
/// falling_rate). Reports `what` to the observer before each step.
void descend(const CodeDescent& descent, std::size_t n, const Rng& rng, std::string_view what,
             const Observer& observer,
             const std::function<void(const arma::uvec& rows, double slope, double rate)>& step);

/// The gradient with respect to A (m x K) of the average precision of the relaxed codes
/// tanh(slope A). The similarity of two codes is their inner product divided by K. R (m x m) is the
/// relevance, `levels` the number of distance levels (see soft_precision.h), and `precision` is
/// CodeDescent::precision.
arma::mat precision_by_values(const arma::mat& A, const arma::mat& R, double slope,
                              std::size_t levels, const std::string& precision);

}  // namespace hashlab::hashers
