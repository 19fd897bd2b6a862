#include "hashers/projections/parts/bit_svms.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/grh_regularise.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hashlab::hashers {
namespace {

/// Graph regularised hashing: bits of a start, moved towards those of neighbours (A), learned by
/// SVMs (B), whose predictions are the bits of the next round (C).
class Grh final : public BitSvmProjection {
 public:
  MethodInfo info() const override {
    return {"grh", 2, "Moran & Lavrenko, ECIR 2015; thesis chapters 6, 7",
            "alternates between making the bits of neighbours alike and training SVMs that predict "
            "them",
            "O(rounds (s K + K SVMs)), plus the cost of the projection `start`"};
  }

  void describe(Options& options) override {
    options.choice("start", start_, {"lsh", "itq-cca", "itq", "pca", "sh", "sklsh"},
                   "projection whose signs are the first bits; lsh and itq-cca in the paper");
    options
        .scaled("start-ridge", start_ridge_, "variance", 1e-12, 1e12,
                "ridge of itq-cca, added to covariances, so suitable values grow with the square "
                "of the features' unit; 1e-3 is our choice")
        .only_if("start", "itq-cca");
    options.real("smoothing", smoothing_, 0, 1,
                 "the paper's alpha: weight of the neighbours' bits; in the paper's table 3, 0.9 "
                 "with 4 rounds is best, by 0.003; in hashlab, 1 is better with svm=rbf, by 0.05");
    options.count("rounds", rounds_, 1, 1000,
                  "maximum number of rounds, the paper's M, tuned over 1 to 5 there; training ends "
                  "early if no bit changes");
    options
        .choice("anchor", anchor_, {"initial", "previous"},
                "bits with the weight 1 - smoothing: those of the start as in the author's code, "
                "or those of the previous round as in equation 1")
        .unless("smoothing", "1")
        .unless("rounds", "1");
    options.flag("self-loops", self_loops_,
                 "a sample is its own neighbour; yes in the author's code");
    options.choice("zero-sign", zero_sign_, {"+1", "-1"},
                   "value of a bit after a tied vote; +1 in the author's code, -1 in the paper");
    svms_.describe(options);
  }

  std::string grid() const override { return "svm=rbf; price=1,10; gamma=2*auto,4*auto,8*auto"; }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return built_on()->max_dimensions(d, n);
  }

  Supervision supervision() const override { return Supervision::neighbours; }

  bool needs_labels() const override { return built_on()->needs_labels(); }

  bool fewer_are_first() const override { return built_on()->fewer_are_first(); }

  std::unique_ptr<Projection> built_on() const override {
    std::unique_ptr<Projection> start = projections::make(start_);
    Options options;
    start->describe(options);
    if (options.has("ridge")) options.set("ridge", start_ridge_.text("variance"));
    return start;
  }

  double work(const WorkSizes& s) const override {
    const auto rounds = static_cast<double>(rounds_);
    return built_on()->work(s) + rounds * (step_work((s.pairs + s.n) * s.K) / 4 +
                                           svm_work(s.n, s.d, s.K, svms_.has_kernel()));
  }

  double encoding(const WorkSizes& s) const override {
    return svms_.has_kernel() ? s.n * (s.d + s.K) : s.d * s.K;
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    if (needs_labels()) require_labels(data, "grh");
    require_neighbours(data, "grh");
    const GraphRegularisation how = {smoothing_, self_loops_, zero_sign_ == "+1" ? 1.0 : -1.0};
    BitSvms svms(data.X, svms_, data.reuse);  // refuses what is not finite
    // The run's own streams: start=lsh has the hyperplanes that lsh has in this run.
    const arma::mat L_0 = signs(built_on()->learn(data, dims, rng, observer)->project(data.X));
    arma::mat L = L_0, target;
    std::unique_ptr<const Projector> learned;
    for (std::size_t m = 1; m <= rounds_; ++m) {
      arma::mat next = regularise(data.S, L, anchor_ == "initial" ? L_0 : L, how);  // A
      if (m > 1 && arma::approx_equal(next, target, "absdiff", 0)) break;
      target = std::move(next);
      learned = svms.learn(target, fmt::format("grh: SVMs of round {}", m), observer);  // B
      if (m < rounds_) L = signs(learned->project(data.X));                             // C
    }
    return learned;
  }

 private:
  std::string start_ = "lsh", anchor_ = "initial", zero_sign_ = "+1";
  bool self_loops_ = true;
  Scaled start_ridge_{1e-3, false};
  double smoothing_ = 1;
  std::size_t rounds_ = 1;
  BitSvmSettings svms_;
};

}  // namespace

arma::mat regularise(const NeighbourGraph& S, const arma::mat& L, const arma::mat& L_anchor,
                     const GraphRegularisation& how) {
  const arma::mat bits = L.t(), anchor = L_anchor.t();  // a sample's bits side by side
  arma::mat regularised(arma::size(bits));
  for (arma::uword i = 0; i < bits.n_cols; ++i) {
    const bool own = how.self_loops || S[i].empty();
    arma::vec sum(bits.n_rows, arma::fill::zeros);
    if (own) sum += bits.col(i);
    for (const std::uint32_t j : S[i]) sum += bits.col(j);
    const auto degree = static_cast<double>(S[i].size() + (own ? 1 : 0));
    for (arma::uword k = 0; k < bits.n_rows; ++k) {
      const double y = how.alpha * sum[k] / degree + (1 - how.alpha) * anchor(k, i);
      const double sign = y > 0 ? 1 : -1;
      regularised(k, i) = std::abs(y) < 1e-12 ? how.zero_sign : sign;
    }
  }
  return regularised.t();
}

namespace projections {
std::unique_ptr<Projection> grh() {
  return std::make_unique<Grh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
