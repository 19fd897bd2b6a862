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
/// as LinearSvm's without balance or offset, of which these differ in speed and precision: all bits
/// of a code are learned together, so that a step is two products of matrices for all of them, and
/// the gradient ends at 1e-6 of its length at w = 0. In the last digits a plane may depend on those
/// that are learned beside it.
/// Method:  conjugate gradients (Polak and Ribiere) with exact line search, in coordinates where
///          the Hessian is the identity while every sample has a loss: some ten steps where most
///          have one, more with a large C and classes that are easily told apart.
/// Memory:  16 d n + 40 n K bytes.
/// Cost:    O(d n min(d, n) + min(d, n)^3) for the samples, O(min(d, n) n) a step and bit.
class BitPlanes {
 public:
  /// X is d x n, n >= 1, finite; C > 0.
  /// Errors:  numerical "METHOD: ..." if a decomposition does not converge.
  BitPlanes(const arma::fmat& X, double C, const std::string& method);

  /// The planes of the K columns of B (n x K, entries +1 and -1). Equal and opposite columns are
  /// learned once. A column whose bits are all alike has w = 0 and offset +1 or -1: a constant bit.
  /// Tells the observer `what` before each step.
  std::unique_ptr<const Projector> learn(const arma::mat& B, std::string_view what,
                                         const Observer& observer) const;

 private:
  struct OpenBits;
  arma::mat solve(const arma::mat& B, std::string_view what, const Observer& observer) const;
  void step(OpenBits& open) const;

  double C_;
  arma::mat T_;  ///< d x m: w = T v, m <= min(d, n) axes along which samples vary
  arma::vec q_;  ///< m: |w|^2 = sum_j q_j v_j^2
  arma::mat X_;  ///< m x n: w.x = v.x_v
};

}  // namespace hashlab::hashers
