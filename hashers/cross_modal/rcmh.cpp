#include "hashers/cross_modal/parts/bit_planes.h"
#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/rcmh_steps.h"
#include "hashers/projections/supervised/grh_regularise.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <utility>

namespace hashlab::hashers {
namespace {

/// Regularised cross-modal hashing: bits of random hyperplanes of the second view (texts in the
/// paper), moved towards those of neighbours and predicted by that view's SVMs, in turns. SVMs of
/// the first view then learn the same bits.
class Rcmh final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"rcmh", 3, "Moran & Lavrenko, SIGIR 2015",
            "alternates between making the bits of neighbours alike and training SVMs of both "
            "views that predict them",
            "O(rounds (s K + iterations K d n))"};
  }

  void describe(Options& options) override {
    options.real("smoothing", smoothing_, 0, 1,
                 "the paper's alpha: weight of the neighbours' bits, tuned over 0.1 to 1 there; 1 "
                 "is our choice");
    options.count("rounds", rounds_, 1, 1000,
                  "maximum number of rounds, the paper's M, tuned over 1 to 5 there; 1 to 3 hardly "
                  "differ on Wiki; training ends early if no bit changes");
    options.scaled("c", c_, "auto", 1e-6, 1e6,
                   "C of the SVMs; tuned over 0.01 to 100 in the paper, where 10 is best on Wiki "
                   "for image>text, and as good as 100 for text>image; auto: 1 / mean squared "
                   "length of a view's samples, which suits features of any scale and more "
                   "features than samples; 0.3*auto is our choice");
  }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    require_finite(data, "rcmh");
    if (data.S.size() != data.X.n_cols) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("rcmh: neighbour lists for {} samples, expected one for each of the "
                              "{} training samples",
                              data.S.size(), data.X.n_cols));
    }
    const BitPlanes planes_z(data.Z, absolute_price(c_, data.Z), "rcmh");
    PairedProjectors learned;
    arma::mat B = rcmh_random_bits(data.Z, dims, rng.stream("rcmh.planes")), target;
    for (std::size_t m = 1; m <= rounds_; ++m) {
      arma::mat next = rcmh_smoothed(data.S, B, smoothing_);
      if (m > 1 && arma::approx_equal(next, target, "absdiff", 0)) break;
      target = std::move(next);
      learned.z = planes_z.learn(target, fmt::format("rcmh: SVMs of Z, round {}", m), observer);
      B = signs(learned.z->project(data.Z));
    }
    // Nothing depends on the first view's SVMs of earlier rounds.
    learned.x = BitPlanes(data.X, absolute_price(c_, data.X), "rcmh")
                    .learn(target, "rcmh: SVMs of X", observer);
    return learned;
  }

 private:
  double smoothing_ = 1;
  Scaled c_{.3};
  std::size_t rounds_ = 2;
};

}  // namespace

arma::mat rcmh_smoothed(const NeighbourGraph& S, const arma::mat& B, double alpha) {
  return regularise(S, B, B, {.alpha = alpha, .self_loops = false, .zero_sign = 1});
}

arma::mat rcmh_random_bits(const arma::fmat& Z, std::size_t K, Rng rng) {
  arma::mat W(Z.n_rows, K);
  for (double& w : W) w = rng.normal();
  return signs(arma::conv_to<arma::mat>::from(Z).t() * W);
}

namespace cross_modal {
std::unique_ptr<CrossModal> rcmh() {
  return std::make_unique<Rcmh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
