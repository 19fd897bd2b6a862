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

// Codes that are learned by how they rank: bits sign(A) of the training samples are relaxed to
// tanh(slope A), and what A is made of goes up the gradient of the average precision that the
// samples of a batch reach among themselves, under a slope that grows from step to step until
// tanh is nearly the sign.

struct CodeDescent {
  std::size_t steps = 400, batch = 250;
  double rate = 0.05;  ///< length of a step, see Adam
  double first_slope = 2, last_slope = 20;
  std::string precision = "query";  ///< its mean over queries; "pooled": of all pairs in one list
};

/// Adds options for all of these, with names that begin with `prefix`.
void describe_descent(Options& options, CodeDescent& descent, const std::string& prefix);

/// Calls step(rows, slope, rate) for each step: rows of n that are drawn without replacement, in an
/// order of their own, and the rate falling at the end (see falling_rate). Tells the observer of
/// `what` before each.
void descend(const CodeDescent& descent, std::size_t n, const Rng& rng, std::string_view what,
             const Observer& observer,
             const std::function<void(const arma::uvec& rows, double slope, double rate)>& step);

/// The gradient by A (m x K) of the average precision of codes tanh(slope A), whose similarity is
/// their inner product over K, under relevance R (m x m) and with that many levels of distance (see
/// soft_precision.h).
arma::mat precision_by_values(const arma::mat& A, const arma::mat& R, double slope,
                              std::size_t levels, const std::string& precision);

}  // namespace hashlab::hashers
