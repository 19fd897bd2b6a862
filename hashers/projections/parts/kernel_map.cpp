#include "hashers/projections/parts/kernel_map.h"

#include "hashers/content.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/projections/parts/squared_distances.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hashlab::hashers {
namespace {

class KernelProjector final : public Projector {
 public:
  KernelProjector(KernelMap map, const arma::mat& W, const arma::vec& b)
      : map_(std::move(map)),
        W_(arma::conv_to<arma::fmat>::from(W)),
        b_(arma::conv_to<arma::fvec>::from(b)) {}

  arma::fmat project(const arma::fmat& X) const override {
    arma::fmat Y = map_.features(X).t() * W_;
    Y.each_row() += b_.t();
    return Y;
  }

  ProjectorState state() const override {
    return {{"A", arma::conv_to<arma::mat>::from(map_.A)},
            {"gamma", arma::mat(1, 1, arma::fill::value(map_.gamma))},
            {"W", arma::conv_to<arma::mat>::from(W_)},
            {"b", arma::conv_to<arma::mat>::from(b_)}};
  }

 private:
  KernelMap map_;
  arma::fmat W_;
  arma::fvec b_;
};

}  // namespace

void KernelMap::keep_distances(Reuse* by) {
  reuse = by;
  content = by == nullptr ? "" : content_of(A);
}

arma::fmat KernelMap::features(const arma::fmat& X) const {
  // A matrix times itself is another product than times its copy (BLAS's syrk and gemm), and on
  // some processors has other last bits.
  const std::string to = &X == &A ? "themselves" : content_of(X);
  const std::string key =
      reuse == nullptr ? "" : fmt::format("squared distances of {} to {}", content, to);
  const auto D = reused<arma::fmat>(
      reuse, key, [&] { return squared_distances(A, X); },
      [&](const arma::fmat& distances) { return distances.n_elem * sizeof(float) + key.size(); });
  const auto factor = static_cast<float>(-gamma);
  arma::fmat K(arma::size(*D), arma::fill::none);
  for (arma::uword i = 0; i < K.n_elem; ++i) K[i] = std::exp(factor * (*D)[i]);
  return K;
}

double mean_distance_gamma(const arma::fmat& A, const arma::fmat& X) {
  const arma::fmat D = squared_distances(A, X);
  double sum = 0;
  for (const float squared : D) sum += static_cast<double>(squared);
  if (!std::isfinite(sum)) {
    throw Error(
        ErrorCode::numerical,
        "kernel: a distance between training samples is no finite number, expected features "
        "below 1e18: check them");
  }
  const double mean = sum / static_cast<double>(D.n_elem);
  const double gamma = 1 / (2 * mean);
  return gamma > 0 && gamma <= static_cast<double>(std::numeric_limits<float>::max()) ? gamma : 1;
}

KernelMap random_kernel(const TrainingSet& data, std::size_t m, const Scaled& gamma,
                        const Rng& rng) {
  KernelMap map{random_landmarks(data.X, m, rng)};
  map.gamma = gamma.in([&] { return mean_distance_gamma(map.A, data.X); });
  map.keep_distances(data.reuse);
  return map;
}

CentredKernel centred_kernel(const KernelMap& map, const arma::fmat& X, const std::string& method) {
  CentredKernel centred{arma::conv_to<arma::mat>::from(map.features(X)).t(), {}};
  if (!centred.K.is_finite()) {
    throw Error(
        ErrorCode::numerical,
        method + ": a kernel value is no finite number, expected finite features: check them");
  }
  centred.mean = arma::mean(centred.K, 0);
  centred.K.each_row() -= centred.mean;
  return centred;
}

std::unique_ptr<const Projector> kernel_projector(KernelMap map, const arma::mat& W,
                                                  const arma::vec& b) {
  return std::make_unique<KernelProjector>(std::move(map), W, b);
}

KernelMap restore_map(const ProjectorState& state, std::size_t d, std::size_t most) {
  const double gamma = state_array(state, "gamma", 1, 1)(0, 0);
  if (!(gamma > 0)) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("the projection's 'gamma' is {}, expected a number above 0", gamma));
  }
  const auto anchors = state.find("A");
  const std::size_t m = anchors == state.end() ? 0 : anchors->second.n_cols;
  if (m > most) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("the projection has {} anchors, expected at most {}", m, most));
  }
  return {arma::conv_to<arma::fmat>::from(state_array(state, "A", d, m)), gamma};
}

std::unique_ptr<const Projector> restore_kernel(const ProjectorState& state, std::size_t d,
                                                std::size_t dims) {
  KernelMap map = restore_map(state, d);
  const std::size_t m = map.A.n_cols;
  return kernel_projector(std::move(map), state_array(state, "W", m, dims),
                          state_array(state, "b", dims, 1));
}

std::unique_ptr<const Projector> KernelProjection::restore(const ProjectorState& state,
                                                           std::size_t d, std::size_t dims) const {
  return restore_kernel(state, d, dims);
}

}  // namespace hashlab::hashers
