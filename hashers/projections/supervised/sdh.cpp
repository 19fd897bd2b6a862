#include "hashers/factored.h"
#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/sdh_steps.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hashlab::hashers {
namespace {

/// Share of the mean eigenvalue of Phi^T Phi that the F-step adds to each: the paper adds none, but
/// the matrix is singular for repeated anchors.
constexpr double smoothing = 1e-6;

/// Sweeps of a B-step end when no bit changes, which takes a few; this many would be a surprise.
constexpr std::size_t max_sweeps = 100;

/// Supervised discrete hashing: codes that classify, found without relaxing them to real numbers.
class Sdh final : public KernelProjection {
 public:
  MethodInfo info() const override {
    return {"sdh", 1, "Shen, Shen, Liu & Tao, CVPR 2015, algorithm 1",
            "kernel functions fitted to discrete codes that predict classes linearly",
            "O(d n m + n m^2 + m^3 + iterations n K (m + sweeps C))"};
  }

  void describe(Options& options) override {
    options.count("anchors", anchors_, 1, max_anchors,
                  "kernel centres, drawn from the training samples; 1000 in the paper");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the kernel exp(-gamma d^2), in 1 / squared distance; auto: 1 / (2 "
                   "mean squared distance), as in KSH");
    options.real("ridge", ridge_, 1e-12, 1e30,
                 "the paper's lambda, weight of ||W||^2; 1 in the paper");
    options.real(
        "penalty", penalty_, 0, 1e30,
        "the paper's nu, weight of the distance between codes and kernel functions; 1e-5 in "
        "the paper");
    options.count("iterations", iterations_, 1, 100000,
                  "rounds of classifier, codes and kernel functions; 5 in the paper");
  }

  std::string grid() const override { return "gamma=2*auto,4*auto,8*auto; ridge=1,10,100"; }

  Supervision supervision() const override { return Supervision::labels; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    constexpr double sweeps = 4;  // until no bit changes; each computes two products
    return product_work(s.n, s.d + 2 * m, m) + step_work(s.n * m) + solve_work(m, s.K) +
           static_cast<double>(iterations_) *
               (4 * product_work(s.n, m, s.K) +
                step_work(sweeps * s.n * s.K * std::max(1.0, s.classes)));
  }

  double encoding(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return m * (s.d + s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_labels(data, "sdh");
    KernelMap map = random_kernel(data, anchors_, gamma_, rng.stream("sdh.anchors"));
    SdhProblem problem{arma::conv_to<arma::mat>::from(map.features(data.X)).t(),
                       class_indicators(data.labels), ridge_, penalty_};
    if (problem.Y.n_cols == 0) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("sdh: none of the {} training samples is of any class, expected some "
                              "that are: use other samples or an unsupervised projection",
                              data.X.n_cols));
    }
    if (!problem.Phi.is_finite()) {
      throw Error(ErrorCode::numerical,
                  "sdh: a kernel value is no finite number, expected finite features: check them");
    }
    arma::mat G = problem.Phi.t() * problem.Phi, L;
    problem.r = smoothing * arma::trace(G) / static_cast<double>(G.n_rows);
    G.diag() += problem.r;
    if (!arma::chol(L, G, "lower")) {
      throw Error(
          ErrorCode::numerical,
          "sdh: the kernel's covariance could not be factorised, expected a kernel value above "
          "0 for some sample: lower gamma");
    }
    const arma::mat P = learn_codes(problem, L, dims, rng.stream("sdh.codes"), observer).P;
    return kernel_projector(std::move(map), P, arma::vec(dims, arma::fill::zeros));
  }

 private:
  SdhState learn_codes(const SdhProblem& problem, const arma::mat& L, std::size_t dims, Rng draw,
                       const Observer& observer) const {
    SdhState state;
    state.B.set_size(problem.Phi.n_rows, dims);
    for (double& b : state.B) b = draw.below(2) == 1 ? 1 : -1;
    state.P = sdh_fit(problem, L, state.B);
    for (std::size_t round = 0; round < iterations_; ++round) {
      observer.tell("sdh: rounds", round, iterations_);
      state.W = sdh_classifier(problem, state.B);
      const arma::mat Q = sdh_target(problem, state);
      for (std::size_t sweep = 0; sweep < max_sweeps && sdh_sweep(Q, state); ++sweep) {
      }
      state.P = sdh_fit(problem, L, state.B);
    }
    return state;
  }

  std::size_t anchors_ = 1000, iterations_ = 5;
  Scaled gamma_;
  double ridge_ = 1, penalty_ = 1e-5;
};

}  // namespace

double sdh_objective(const SdhProblem& problem, const SdhState& state) {
  const double classes = arma::accu(arma::square(problem.Y - state.B * state.W)),
               shrunk = arma::accu(arma::square(state.W)),
               fit = arma::accu(arma::square(state.B - problem.Phi * state.P)),
               smooth = arma::accu(arma::square(state.P));
  return classes + problem.lambda * shrunk + problem.nu * (fit + problem.r * smooth);
}

arma::mat sdh_classifier(const SdhProblem& problem, const arma::mat& B) {
  arma::mat G = B.t() * B, L;
  G.diag() += problem.lambda;
  if (!arma::chol(L, G, "lower")) {
    throw Error(ErrorCode::numerical,
                "sdh: bits depend on each other, so the classifier is not unique: raise ridge");
  }
  return solve_factored(L, B.t() * problem.Y);
}

arma::mat sdh_fit(const SdhProblem& problem, const arma::mat& L, const arma::mat& B) {
  return solve_factored(L, problem.Phi.t() * B);
}

arma::mat sdh_target(const SdhProblem& problem, const SdhState& state) {
  return problem.Y * state.W.t() + problem.nu * (problem.Phi * state.P);
}

bool sdh_sweep(const arma::mat& Q, SdhState& state) {
  arma::mat BW = state.B * state.W;
  bool changed = false;
  for (arma::uword k = 0; k < state.B.n_cols; ++k) {
    const arma::rowvec v = state.W.row(k);
    const arma::vec old = state.B.col(k);
    const arma::vec z = Q.col(k) - BW * v.t() + old * arma::dot(v, v);
    for (arma::uword i = 0; i < z.n_elem; ++i) {
      const double bit = z[i] > 0 ? 1 : z[i] < 0 ? -1 : old[i];
      if (bit == old[i]) continue;
      state.B(i, k) = bit;
      BW.row(i) += (bit - old[i]) * v;
      changed = true;
    }
  }
  return changed;
}

namespace projections {
std::unique_ptr<Projection> sdh() {
  return std::make_unique<Sdh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
