#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

#include <cstddef>
#include <vector>

namespace hashlab::hashers {

/// The part of the supervision of l samples that the trained bits do not yet explain: R = K S - sum
/// over these bits of y y^T, where S is +1 for neighbours and on the diagonal, -1 elsewhere. R is
/// never stored. Only the neighbour lists and the bits are stored, so a product costs O(pairs of
/// neighbours + l bits) instead of O(l^2). The stored list of a sample includes the sample itself.
/// Samples with equal lists, such as the samples of a class, share one list, so with classes the
/// cost is only O(l bits).
/// A new bit y lowers the norm of R if and only if y^T R y > l^2 / 2, because
/// ||R - y y^T||_F^2 = ||R||_F^2 - 2 y^T R y + l^2.
/// Source:  Liu, Wang, Ji, Jiang & Chang, "Supervised Hashing with Kernels", CVPR 2012.
class KshResidue {
 public:
  /// `K` is the length of the code. subtract() may be called at most K times.
  KshResidue(const NeighbourGraph& S, std::size_t K);
  arma::vec times(const arma::vec& v) const;  ///< R v, l numbers
  void subtract(const arma::vec& y);          ///< R <- R - y y^T; y holds l numbers, +1 and -1

 private:
  Lists circles_;                       // distinct lists of neighbours, each including the sample
                                        // itself
  std::vector<std::size_t> circle_of_;  // index in circles_ of each sample's list
  std::size_t K_, bits_ = 0;
  arma::mat Y_;  // l x K, the first bits_ columns are in use
};

/// Maximises b^T R b, b = tanh(Kb a / 2), the paper's smooth surrogate of a bit. It runs at most
/// `iterations` of Nesterov's accelerated gradient steps from a, and ends when a step changes the
/// objective by at most `tolerance` per sample.
/// Shapes:  Kb is l x m, centred kernel values; a has m. Returns the best a found, which is never
///          worse than the given one.
arma::vec ksh_climb(const arma::mat& Kb, const KshResidue& R, const arma::vec& a,
                    std::size_t iterations, double tolerance);

}  // namespace hashlab::hashers
