#include "hashers/content.h"
#include "hashers/registry.h"
#include "lib/relevance/epsilon_ball.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

namespace hashlab::hashers {
namespace {

/// y_k = sqrt(2) cos(r_k.x + b_k) + t_k: random Fourier features with a random threshold.
class FourierProjector final : public Projector {
 public:
  FourierProjector(arma::fmat R, arma::vec b, arma::vec t)
      : R_(std::move(R)), b_(std::move(b)), t_(std::move(t)) {}

  arma::fmat project(const arma::fmat& X) const override {
    arma::fmat Y = X.t() * R_;
    for (arma::uword k = 0; k < Y.n_cols; ++k) {
      for (float& y : Y.col(k)) {
        y = static_cast<float>(std::numbers::sqrt2 * std::cos(y + b_[k]) + t_[k]);
      }
    }
    return Y;
  }

  ProjectorState state() const override {
    return {{"R", arma::conv_to<arma::mat>::from(R_)}, {"b", b_}, {"t", t_}};
  }

 private:
  arma::fmat R_;
  arma::vec b_, t_;
};

/// Shift-invariant kernel LSH: codes whose expected distance is a function of the Gaussian kernel
/// exp(-gamma |x - y|^2 / 2).
class Sklsh final : public Projection {
 public:
  MethodInfo info() const override {
    return {"sklsh", 1, "Raginsky & Lazebnik, NIPS 2009, section 2",
            "random Fourier features of a Gaussian kernel", "O(d K); O(d n^2) with gamma=auto"};
  }

  void describe(Options& options) override {
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "inverse squared bandwidth of the kernel; 1 for CIFAR-10 and NUS-WIDE, 1e-6 "
                   "for SIFT1M in the thesis; auto: bandwidth = mean distance to the 50th "
                   "neighbour (Moran, Lavrenko & Osborne, ACL 2013)");
  }

  std::string grid() const override { return "gamma=0.06*auto,0.25*auto,auto"; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool fewer_are_first() const override { return true; }

  double work(const WorkSizes& s) const override {
    const double draws = step_work(50 * s.d * s.K);
    return !gamma_.relative ? draws
                            : draws + product_work(s.n, s.d, s.n) + step_work(80 * s.n * s.n);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer&) const override {
    const double scale = std::sqrt(gamma_.in([&] { return kept_gamma(data); }));
    Rng draw = rng.stream("sklsh.features");
    arma::fmat R(data.X.n_rows, dims);
    arma::vec b(dims), t(dims);
    for (arma::uword k = 0; k < dims; ++k) {  // dimension by dimension: fewer are a prefix
      for (float& r : R.col(k)) r = static_cast<float>(scale * draw.normal());
      b[k] = 2 * std::numbers::pi * draw.uniform();
      t[k] = std::numbers::sqrt2 * (2 * draw.uniform() - 1);
    }
    return std::make_unique<FourierProjector>(std::move(R), std::move(b), std::move(t));
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    return std::make_unique<FourierProjector>(
        arma::conv_to<arma::fmat>::from(state_array(state, "R", d, dims)),
        state_array(state, "b", dims, 1), state_array(state, "t", dims, 1));
  }

 private:
  /// The same for every number of dimensions.
  static double kept_gamma(const TrainingSet& data) {
    return *reused<double>(
        data.reuse, "gamma of sklsh, " + content_of(data.X), [&] { return local_gamma(data.X); },
        [](const double&) { return sizeof(double); });
  }

  static double local_gamma(const arma::fmat& X) {
    if (X.n_cols < 2) return 1;
    Rows all(X.n_cols);
    std::iota(all.begin(), all.end(), 0u);
    const double bandwidth =
        ball_radius(X, all, all, std::min<std::size_t>(50, all.size() - 1), false);
    return bandwidth > 0 ? 1 / (bandwidth * bandwidth) : 1;
  }

  Scaled gamma_;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> sklsh() {
  return std::make_unique<Sklsh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
