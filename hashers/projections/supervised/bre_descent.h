#pragma once

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::hashers {

/// A pair of samples i < j. Their codes should differ in every bit if `apart`, and in no bit
/// otherwise.
struct BrePair {
  std::uint32_t i, j;
  bool apart;
};

/// Binary reconstructive embedding: codes whose distances reconstruct targets,
///   f = sum over pairs of (target - (1/K) |h_i - h_j|^2)^2,  h_ik = [s_ik > 0], target 0 or 1,
/// where s_k = kappa_k W_k, and kappa_k holds the kernel values of all samples with the anchors of
/// bit k. One coordinate of W is changed at a time, to its exact optimum. K^2 f and all other
/// quantities that are compared are whole numbers.
/// Source:  Kulis & Darrell, "Learning to Hash with Binary Reconstructive Embeddings", NIPS 2009,
///          (3) and section 3.1.
class BreDescent {
 public:
  /// S is n x K, the activations s at the start.
  BreDescent(arma::mat S, const std::vector<BrePair>& pairs);

  /// Applies the best change s_k <- s_k + delta kappa to the activations of bit k, where kappa has
  /// n values: at each breakpoint delta = -s_ik / kappa_i one bit flips. Returns delta, or 0 if no
  /// change lowers f; f never rises.
  /// Cost:    O(n log n + pairs).
  double improve(std::size_t k, const arma::vec& kappa);

  double objective() const;
  const arma::mat& activations() const { return S_; }

 private:
  arma::mat S_;                       // n x K
  std::vector<std::size_t> first_;    // the pairs of sample i: edges first_[i] .. first_[i + 1]
  std::vector<std::uint32_t> to_;     // the other end of an edge; each pair has two
  std::vector<std::int32_t> errors_;  // of an edge: K target - differing bits
  std::int64_t objective_ = 0;        // K^2 f
};

}  // namespace hashlab::hashers
