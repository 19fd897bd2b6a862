#pragma once

#include "hashers/projections/parts/kernel_map.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace hashlab::hashers {

/// One view of the training samples through a Gaussian kernel: phi(x) = k(x) - mean.
struct KernelView {
  KernelMap map;
  CentredKernel kernel;  ///< kernel.K: phi of the training samples, n x m

  /// y = W^T phi(x) for W of m x dims.
  std::unique_ptr<const Projector> projector(const arma::mat& W) const;
};

/// One view X (d x n) through the kernel of random_kernel with m anchors; `gamma` may be in units
/// of mean_distance_gamma.
/// Errors:  those of random_kernel and of centred_kernel.
KernelView kernel_view(const arma::fmat& X, std::size_t m, const Scaled& gamma, const Rng& rng,
                       Reuse* reuse, const std::string& method);

}  // namespace hashlab::hashers
