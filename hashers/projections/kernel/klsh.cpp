#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// K^-1/2 on the eigenvectors of K whose eigenvalues are above rounding; 0 on the others.
arma::mat inverse_root(const arma::mat& K) {
  // Kernel values come in single precision, so K is known to some 1e-7 of its largest eigenvalue.
  constexpr double least = 1e-6;
  arma::vec theta;
  arma::mat U;
  if (!K.is_finite() || !arma::eig_sym(theta, U, K)) {
    throw Error(ErrorCode::numerical, "klsh: an eigendecomposition did not converge");
  }
  const double largest = theta.max();
  for (double& t : theta) t = t > least * largest && t > least ? 1 / std::sqrt(t) : 0;
  return U * arma::diagmat(theta) * U.t();
}

/// Kernelised locality-sensitive hashing. The mean of t samples is nearly normal in feature space,
/// so its difference from the mean of all, whitened, is nearly a random direction r ~ N(0, I):
///   r = sum_i w_i phi(a_i),   w = K^-1/2 (e_S / t - 1 / p)
/// on p anchors with K the centred kernel matrix and S of t anchors. Bits differ with a probability
/// that is about the angle between the centred phi(x), over pi.
class Klsh final : public KernelProjection {
 public:
  MethodInfo info() const override {
    return {"klsh", 1, "Kulis & Grauman, ICCV 2009; IEEE PAMI 34, 2012",
            "random hyperplanes in the feature space of a Gaussian kernel",
            "O(d n m + m^3 + m^2 K)"};
  }

  void describe(Options& options) override {
    options.count("anchors", anchors_, 2, max_anchors,
                  "training samples that span a hyperplane, p; 300 in the paper");
    options.count("subset", subset_, 1, 100000,
                  "number of anchors whose mean defines a hyperplane, t; 30 in the paper; at most "
                  "half of the anchors");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the kernel exp(-gamma distance^2); auto: 1 / (2 mean squared "
                   "distance) as in KSH (Liu et al., CVPR 2012)");
  }

  std::string grid() const override { return "gamma=auto,4*auto,16*auto"; }

  std::size_t max_dimensions(std::size_t, std::size_t n) const override {
    return n == 0 ? 0 : std::numeric_limits<std::size_t>::max();
  }

  bool fewer_are_first() const override { return true; }

  double work(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return product_work(s.n, s.d, m) + eigen_work(m) + product_work(m, m, s.K);
  }

  double encoding(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return m * (s.d + s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    observer.tell("klsh: kernel", 0, 2);
    KernelMap map{random_landmarks(data.X, anchors_, rng.stream("klsh.anchors"))};
    const double gamma = mean_distance_gamma(map.A, data.X);  // checks distances
    map.gamma = gamma_.in([&] { return gamma; });
    map.keep_distances(data.reuse);
    const arma::mat K = arma::conv_to<arma::mat>::from(map.features(map.A));
    const arma::vec mean = arma::mean(K, 1);
    arma::mat centred = K;
    centred.each_col() -= mean;
    centred.each_row() -= mean.t();
    centred += arma::mean(mean);
    observer.tell("klsh: eigendecomposition", 1, 2);
    const arma::mat W = inverse_root((centred + centred.t()) / 2) *
                        mean_differences(K.n_cols, dims, rng.stream("klsh.subsets"));
    // Columns of K^-1/2 sum to 0, so of the centring of k(x) only the anchors' mean is left.
    return kernel_projector(std::move(map), W, -W.t() * mean);
  }

 private:
  /// Columns e_S / t - 1 / p with S random, scaled to the covariance I - 1 1^T / p that whitening
  /// is for: t of p without replacement have 1 / t (p - t) / (p - 1) / p of it.
  arma::mat mean_differences(std::size_t p, std::size_t dims, Rng draw) const {
    const std::size_t t = std::max<std::size_t>(1, std::min(subset_, p / 2));
    const auto P = static_cast<double>(p), T = static_cast<double>(t);
    const double scale = p > t ? std::sqrt(P * T * (P - 1) / (P - T)) : 1;
    std::vector<std::uint32_t> order(p);
    std::iota(order.begin(), order.end(), 0u);
    arma::mat V(p, dims, arma::fill::value(-scale / P));
    for (arma::uword k = 0; k < dims; ++k) {  // dimension by dimension: fewer are a prefix
      draw.shuffle(order);
      for (std::size_t i = 0; i < t; ++i) V(order[i], k) += scale / T;
    }
    return V;
  }

  std::size_t anchors_ = 300, subset_ = 30;
  Scaled gamma_;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> klsh() {
  return std::make_unique<Klsh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
