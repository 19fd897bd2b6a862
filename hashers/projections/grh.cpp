#include "hashers/projections/bit_machines.h"
#include "hashers/projections/grh_regularise.h"
#include "hashers/projections/supervised.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hashlab {
namespace {

/// Bits as the quantisers see them: y > 0 is +1.
arma::mat signs(const arma::fmat& Y) {
  arma::mat L(arma::size(Y));
  for (arma::uword i = 0; i < Y.n_elem; ++i) L[i] = Y[i] > 0 ? 1 : -1;
  return L;
}

/// Graph regularised hashing: bits of a start, moved towards those of neighbours (A), learned by machines
/// (B), whose predictions are the bits of the next round (C).
class Grh final : public MachineProjection {
 public:
  MethodInfo info() const override {
    return {"grh", 1, "Moran & Lavrenko, ECIR 2015; thesis chapters 6, 7",
            "bits of neighbours made alike and predicted by SVMs, in turns",
            "O(iterations (s K + K machines)), and the start's"};
  }

  void describe(Options& options) override {
    options.choice("start", start_, {"lsh", "itq-cca", "itq", "pca", "sh", "sklsh"},
                   "projection whose signs are the first bits; lsh and itq-cca in the paper");
    options.real("start-ridge", start_ridge_, 1e-12, 1e12,
                 "ridge of start=itq-cca, added to covariances, so it grows with the square of the "
                 "features' unit; other starts have none; 1e-3 is ours");
    options.real(
        "smoothing", smoothing_, 0, 1,
        "the paper's alpha: weight of the neighbours' bits; .9 with 4 rounds is best in its "
        "table 3, by .003; 1 is better here with svm=rbf, by .05");
    options.count("rounds", rounds_, 1, 1000,
                  "the paper's M, tuned over 1 to 5 there; ends early once bits stay");
    options.choice(
        "anchor", anchor_, {"initial", "previous"},
        "bits that weigh 1 - smoothing: the start's as in the author's code, or those of "
        "the round before as in equation 1");
    options.choice("self-loops", self_loops_, {"yes", "no"},
                   "a sample is its own neighbour; yes in the author's code");
    options.choice("zero-sign", zero_sign_, {"+1", "-1"},
                   "bit of an even vote; +1 in the author's code, -1 in the paper");
    machines_.describe(options);
  }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return start()->max_dimensions(d, n);
  }

  Supervision supervision() const override { return Supervision::neighbours; }

  bool needs_labels() const override { return start()->needs_labels(); }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    if (needs_labels()) require_labels(data, "grh");
    require_neighbours(data, "grh");
    const GraphRegularisation how = {smoothing_, self_loops_ == "yes",
                                     zero_sign_ == "+1" ? 1.0 : -1.0};
    BitMachines machines(data.X, machines_);  // refuses what is not finite
    // The run's own streams: start=lsh has the hyperplanes that lsh has in this run.
    const arma::mat L_0 = signs(start()->learn(data, dims, rng, observer)->project(data.X));
    arma::mat L = L_0, target;
    std::unique_ptr<const Projector> learned;
    for (std::size_t m = 1; m <= rounds_; ++m) {
      arma::mat next = regularise(data.S, L, anchor_ == "initial" ? L_0 : L, how);  // A
      if (m > 1 && arma::approx_equal(next, target, "absdiff", 0)) break;
      target = std::move(next);
      learned = machines.learn(target, fmt::format("grh: machines of round {}", m), observer);  // B
      if (m < rounds_) L = signs(learned->project(data.X));                                     // C
    }
    return learned;
  }

 private:
  std::unique_ptr<Projection> start() const {
    for (auto& method : projections::all()) {
      if (method->info().name != start_) continue;
      Options options;
      method->describe(options);
      if (options.has("ridge")) options.set("ridge", number_text(start_ridge_));
      return std::move(method);
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("grh: there is no projection '{}' to start from", start_));
  }

  // Results of GRH are kept under its own version alone: who raises that of a start raises GRH's, too.
  std::string start_ = "lsh", anchor_ = "initial", self_loops_ = "yes", zero_sign_ = "+1";
  double start_ridge_ = 1e-3, smoothing_ = 1;
  std::size_t rounds_ = 1;
  MachineSettings machines_;
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

}  // namespace hashlab
