#pragma once

#include "hashers/projections/parts/kernel_map.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace hashlab::hashers {

/// One view of the training samples, mapped by a Gaussian kernel: phi(x) = k(x) - mean, where the
/// mean is that of k over the training samples.
struct KernelView {
  KernelMap map;
  CentredKernel kernel;  ///< kernel.K: phi of the training samples, n x m

  /// The projector y = W^T phi(x), where W is m x dims.
  std::unique_ptr<const Projector> projector(const arma::mat& W) const;
};

/// Maps one view X (d x n) by random_kernel with m anchors. If `gamma` is relative, it is in units
/// of mean_distance_gamma. `reuse` may be null (see TrainingSet::reuse). `method` begins the error
/// messages of centred_kernel.
/// Errors:  those of mean_distance_gamma if `gamma` is relative; those of centred_kernel.
KernelView kernel_view(const arma::fmat& X, std::size_t m, const Scaled& gamma, const Rng& rng,
                       Reuse* reuse, const std::string& method);

}  // namespace hashlab::hashers
