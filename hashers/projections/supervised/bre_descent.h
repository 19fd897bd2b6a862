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
/// bit k. One coordinate of W is changed at a time, to its exact optimum. K^2 f is a whole number,
/// so values of f are compared without rounding.
/// Source:  Kulis & Darrell, "Learning to Hash with Binary Reconstructive Embeddings", NIPS 2009,
///          (3) and section 3.1.
class BreDescent {
 public:
  /// S is n x K, the activations s at the start.
  BreDescent(arma::mat S, const std::vector<BrePair>& pairs);

  /// Adds delta kappa to the activations s_k of bit k, with the delta that lowers f most. kappa has
  /// n values, one per sample. The bit of sample i flips at delta = -s_ik / kappa_i, so f is
  /// constant between these breakpoints. Returns delta, or 0 if no change lowers f; f never rises.
  /// Cost:    O(n log n + pairs).
  double improve(std::size_t k, const arma::vec& kappa);

  double objective() const;  ///< f
  const arma::mat& activations() const { return S_; }

 private:
  arma::mat S_;                       // n x K
  std::vector<std::size_t> first_;    // the pairs of sample i: edges first_[i] .. first_[i + 1] - 1
  std::vector<std::uint32_t> to_;     // the other end of an edge; each pair has two
  std::vector<std::int32_t> errors_;  // K target - differing bits, for each edge
  std::int64_t objective_ = 0;        // K^2 f
};

}  // namespace hashlab::hashers
