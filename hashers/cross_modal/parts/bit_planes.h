#pragma once

#include "hashers/hasher.h"
#include "lib/observer.h"

#include <armadillo>

#include <memory>
#include <string>
#include <string_view>

namespace hashlab::hashers {

/// Hyperplanes through the origin that predict bits: linear SVMs with squared hinge loss,
///   min |w|^2 / 2 + C sum_i max(0, 1 - b_i w.x_i)^2,
/// the objective of LinearSvm without class balancing and offset. Unlike LinearSvm, it trains all
/// bits of a code together, so each step takes two matrix products for all of them. Training of a
/// bit stops when the length of its gradient is at most 1e-6 of that at w = 0, or after 1000 steps.
/// The last digits of a plane may depend on the planes that are trained with it.
/// Method:  conjugate gradients (Polak and Ribiere) with exact line search, in coordinates where
/// the Hessian is the identity while every sample has a loss. It takes about ten steps if most
/// samples have a loss, more with a large C and well-separated classes.
/// Memory:  16 d n + 40 n K bytes.
/// Cost:    O(d n min(d, n) + min(d, n)^3) for the samples, O(min(d, n) n) per step and bit.
class BitPlanes {
 public:
  /// X is d x n, n >= 1, finite; C > 0.
  /// Errors:  numerical "METHOD: ..." if a decomposition does not converge.
  BitPlanes(const arma::fmat& X, double C, const std::string& method);

  /// The planes of the K columns of B (n x K, entries +1 and -1). Equal and opposite columns are
  /// trained once. A column of equal bits has w = 0 and that bit as its offset. Before each step,
  /// reports to the observer, under the name `what`, how many of the trained planes are finished.
  std::unique_ptr<const Projector> learn(const arma::mat& B, std::string_view what,
                                         const Observer& observer) const;

 private:
  struct OpenBits;
  arma::mat solve(const arma::mat& B, std::string_view what, const Observer& observer) const;
  void step(OpenBits& open) const;

  double C_;
  arma::mat T_;  ///< d x m: w = T v, m <= min(d, n) axes along which samples vary
  arma::vec q_;  ///< m: |w|^2 = sum_j q_j v_j^2
  arma::mat X_;  ///< m x n: columns x_v with w.x = v.x_v
};

}  // namespace hashlab::hashers
