#pragma once

#include "hashers/hasher.h"
#include "lib/reuse.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace hashlab::hashers {

/// The largest number of anchors that a method or its stored model may have. It is limited because
/// encoding compares every sample with every anchor.
constexpr std::size_t max_anchors = 100000;

/// The Gaussian kernel with m anchors:
///   k(x) = (exp(-gamma |x - a_1|^2), ..., exp(-gamma |x - a_m|^2)).
struct KernelMap {
  arma::fmat A;      ///< d x m
  double gamma = 1;  ///< > 0, in units of 1 / squared distance

  /// A cache of squared distances from the anchors to samples, because maps with the same anchors
  /// need the same distances for any gamma; null: none. Must outlive this object.
  Reuse* reuse = nullptr;
  std::string content = {};  ///< content_of(A), if there is `reuse`

  /// Makes later calls use `by` as the cache of distances; null: no cache.
  void keep_distances(Reuse* by);

  /// The kernel values, m x n, of the columns of X (d x n). If there is `reuse`, it caches the
  /// squared distances from the anchors to these columns, 4 m n bytes.
  arma::fmat features(const arma::fmat& X) const;
};

/// A usual choice of gamma in papers, such as KSH (Liu et al., CVPR 2012): 1 / (2 mean squared
/// distance between the columns of A and of X). Returns 1 if this value is beyond the range of
/// float, which happens if all columns coincide or are closer than about 4e-20.
/// Errors:  numerical if a distance is not finite.
double mean_distance_gamma(const arma::fmat& A, const arma::fmat& X);

/// A kernel whose anchors are m of the training samples (see random_landmarks), with this gamma; a
/// relative gamma is in units of mean_distance_gamma. With the same random stream `rng`, different
/// code lengths have the same anchors, so their maps share distances through data.reuse.
KernelMap random_kernel(const TrainingSet& data, std::size_t m, const Scaled& gamma,
                        const Rng& rng);

/// Kernel values of samples minus their means over the samples.
struct CentredKernel {
  arma::mat K;        ///< n x m
  arma::rowvec mean;  ///< m
};

/// The centred kernel values of the samples X (d x n).
/// Errors:  numerical, with a message that begins with `method`, if a value is not finite.
CentredKernel centred_kernel(const KernelMap& map, const arma::fmat& X, const std::string& method);

/// A projector that computes y = W^T k(x) + b, where W is m x dims and b has dims elements. To
/// compute W^T (k(x) - mean), pass b = -W^T mean.
std::unique_ptr<const Projector> kernel_projector(KernelMap map, const arma::mat& W,
                                                  const arma::vec& b);

/// The kernel in a projector's state: its arrays "A" and "gamma".
/// Errors:  corrupt_file if one is missing, A does not have d rows or has more columns than `most`,
///          or gamma is not a single number above 0.
KernelMap restore_map(const ProjectorState& state, std::size_t d, std::size_t most = max_anchors);

/// Recreates a kernel projector from its Projector::state().
/// Errors:  those of restore_map; corrupt_file if it is the state of another projector, or if its
///          arrays do not match d and dims.
std::unique_ptr<const Projector> restore_kernel(const ProjectorState& state, std::size_t d,
                                                std::size_t dims);

/// Base class of methods that train a kernel projector.
class KernelProjection : public Projection {
 public:
  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const final;
};

}  // namespace hashlab::hashers
