#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

#include <cstddef>
#include <vector>

namespace hashlab::hashers {

/// What the codes of l samples still have to explain: R = K S - sum over learned bits of y y^T,
/// where S is +1 for neighbours and on the diagonal, -1 elsewhere. Never stored: the neighbour
/// lists and the bits are, so a product costs O(pairs of neighbours + l bits) instead of O(l^2);
/// samples whose lists, with themselves, are equal (those of a class) share one, and the cost falls
/// to O(l bits).
/// Source:  Liu, Wang, Ji, Jiang & Chang, "Supervised Hashing with Kernels", CVPR 2012.
///          ||R - y y^T||_F^2 = ||R||_F^2 - 2 y^T R y + l^2: a bit lowers the residual if
///          and only if y^T R y > l^2 / 2.
class KshResidue {
 public:
  /// `K` is the length of the code.
  KshResidue(const NeighbourGraph& S, std::size_t K);
  arma::vec times(const arma::vec& v) const;  ///< R v, l numbers
  void subtract(const arma::vec& y);          ///< R <- R - y y^T; y holds l numbers, +1 and -1

 private:
  Lists circles_;                       // distinct lists of neighbours, with the sample itself
  std::vector<std::size_t> circle_of_;  // which of them is a sample's
  std::size_t K_, bits_ = 0;
  arma::mat Y_;  // l x K, the first bits_ columns are in use
};

/// Climbs b^T R b, b = tanh(Kb a / 2), from a by Nesterov's accelerated gradients, at most
/// `iterations` of them, and ends when a step gains at most `tolerance` a sample: the paper's
/// smooth surrogate of a bit.
/// Shapes:  Kb is l x m, centred kernel values; a has m. Returns the best a met, never worse than
///          the given.
arma::vec ksh_climb(const arma::mat& Kb, const KshResidue& R, const arma::vec& a,
                    std::size_t iterations, double tolerance);

}  // namespace hashlab::hashers
