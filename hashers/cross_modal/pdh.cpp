#include "hashers/cross_modal/parts/bit_planes.h"
#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/parts/two_view_cca.h"
#include "hashers/registry.h"
#include "hashers/signs.h"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <utility>

namespace hashlab::hashers {
namespace {

bool same_bits(const arma::mat& A, const arma::mat& B) {
  return arma::approx_equal(A, B, "absdiff", 0);
}

/// Predictable dual-view hashing: SVMs of each view learn the bits that the other view's have
/// predicted, in turns. The paper's decorrelation of bits between the turns is left out: it
/// permutes and flips the bits of each view by itself, after which they no longer agree.
class Pdh final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"pdh", 3, "Rastegari, Choi, Fakhraei, Daume & Davis, ICML 2013; thesis algorithm 5",
            "bits of each view that SVMs on the other view can predict",
            "O(n d^2 + d^3 + rounds iterations K d n)"};
  }

  void describe(Options& options) override {
    options.count("rounds", rounds_, 1, 1000,
                  "rounds of training SVMs and computing new bits; 5 is our choice; stops early if "
                  "no bit changes");
    options.scaled("c", c_, "auto", 1e-6, 1e6,
                   "C of the SVMs; tuned over 0.01 to 100 in comparisons; auto: 1 / mean squared "
                   "length of a view's samples, which suits features of any scale and more "
                   "features than samples; 0.3*auto is our choice");
    options.scaled(
        "start-ridge", start_ridge_, "auto", 1e-12, 1e12,
        "ridge of the canonical correlation analysis that gives the first bits, as in cvh; "
        "1e-6*auto is our choice: the SVMs are regularised anyway, and a larger ridge is worse");
  }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    const auto cca = two_view_cca(data, start_ridge_, "pdh");
    const DirectionPairs start = spread_pairs(cca->pairs, dims, rng.stream("pdh.rotation"));
    arma::mat B_x = signs(cca->X_w.t() * start.A), B_z = signs(cca->Z_w.t() * start.B);
    const BitPlanes planes_x(data.X, absolute_price(c_, data.X), "pdh"),
        planes_z(data.Z, absolute_price(c_, data.Z), "pdh");
    PairedProjectors learned;
    for (std::size_t round = 1; round <= rounds_; ++round) {
      learned.x = planes_x.learn(B_z, fmt::format("pdh: SVMs of X, round {}", round), observer);
      learned.z = planes_z.learn(B_x, fmt::format("pdh: SVMs of Z, round {}", round), observer);
      arma::mat next_x = signs(learned.x->project(data.X)),
                next_z = signs(learned.z->project(data.Z));
      if (same_bits(next_x, B_x) && same_bits(next_z, B_z)) break;
      B_x = std::move(next_x);
      B_z = std::move(next_z);
    }
    return learned;
  }

 private:
  std::size_t rounds_ = 5;
  Scaled c_{.3}, start_ridge_{1e-6};
};

}  // namespace

namespace cross_modal {
std::unique_ptr<CrossModal> pdh() {
  return std::make_unique<Pdh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
