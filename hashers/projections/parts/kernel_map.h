#pragma once

#include "hashers/hasher.h"
#include "lib/reuse.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace hashlab::hashers {

/// The most anchors that a method may have, and a model with it: to encode, every sample is
/// compared with every anchor.
constexpr std::size_t most_anchors = 100000;

/// The Gaussian kernel with m anchors:
///   k(x) = (exp(-gamma |x - a_1|^2), ..., exp(-gamma |x - a_m|^2)).
struct KernelMap {
  arma::fmat A;      ///< d x m
  double gamma = 1;  ///< > 0, in units of 1 / squared distance

  /// Where squared distances from the anchors to samples may be found again, since maps with the
  /// same anchors need the same ones whatever their gamma; null: nowhere. Must outlive this.
  Reuse* reuse = nullptr;
  std::string content = {};  ///< content_of(A), if there is `reuse`

  /// From now on distances are found again by `reuse`, unless it is null.
  void keep_distances(Reuse* by);

  /// m x n for X of d x n. What `reuse` keeps of it takes 4 m n bytes.
  arma::fmat features(const arma::fmat& X) const;
};

/// The gamma that papers write as a bandwidth of the data: 1 / (2 mean squared distance between the
/// columns of A and of X) as in KSH (Liu et al., CVPR 2012); 1 where that is no float above 0: all
/// of them coincide, or are nearer than about 1e-19, where squares leave single precision.
/// Errors:  numerical if a distance is not finite.
double mean_distance_gamma(const arma::fmat& A, const arma::fmat& X);

/// A kernel whose anchors are m of the training samples (see random_landmarks), with this gamma, in
/// units of mean_distance_gamma if it is relative. Different code lengths have the same anchors for
/// the same stream, so their maps find distances again by data.reuse.
KernelMap random_kernel(const TrainingSet& data, std::size_t m, const Scaled& gamma,
                        const Rng& rng);

/// Kernel values of samples less their means over the samples.
struct CentredKernel {
  arma::mat K;        ///< n x m
  arma::rowvec mean;  ///< m
};

/// Errors:  numerical, beginning with `method`, if a value is not finite.
CentredKernel centred_kernel(const KernelMap& map, const arma::fmat& X, const std::string& method);

/// y = W^T k(x) + b. W is m x dims, b has dims. For y = W^T (k(x) - mean) b is -W^T mean.
std::unique_ptr<const Projector> kernel_projector(KernelMap map, const arma::mat& W,
                                                  const arma::vec& b);

/// The kernel in a projector's state: its arrays "A" and "gamma".
/// Errors:  corrupt_file if one is missing, A has other than d rows or more columns than `most`, or
///          gamma is not above 0.
KernelMap restore_map(const ProjectorState& state, std::size_t d, std::size_t most = most_anchors);

/// The kernel projector whose state this is.
/// Errors:  corrupt_file if the state is none or does not fit the sizes.
std::unique_ptr<const Projector> restore_kernel(const ProjectorState& state, std::size_t d,
                                                std::size_t dims);

/// A method that learns a kernel projector, whatever its way to it.
class KernelProjection : public Projection {
 public:
  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const final;
};

}  // namespace hashlab::hashers
