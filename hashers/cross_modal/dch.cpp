#include "hashers/cross_modal/dch_steps.h"
#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/parts/ridge.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/supervised/sdh_steps.h"
#include "hashers/registry.h"
#include "hashers/signs.h"

#include <cstddef>
#include <limits>
#include <utility>

namespace hashlab::hashers {
namespace {

/// Sweeps end when no bit changes, which takes a few; this many would be a surprise.
constexpr std::size_t max_dch_sweeps = 100;

/// Discriminative cross-modal hashing: codes that predict classes, and linear functions of either
/// view that fit them. By default the codes are made of labels alone: all samples of a class have
/// the same.
class Dch final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {
        "dch", 2, "Xu, Shen, Yang, Shen & Li, IEEE Trans. Image Processing 26, 2017",
        "codes that predict classes linearly, and linear functions of either view that fit them",
        "O(n d^2 + d^3 + iterations n K^2)"};
  }

  void describe(Options& options) override {
    options.count("iterations", iterations_, 1, 100000,
                  "rounds of codes and classifier; 5 in the authors' program");
    options.real("lambda", lambda_, 1e-12, 1e12,
                 "the paper's lambda, weight of the classifier's squared norm; 1 in the authors' "
                 "program");
    options.scaled("ridge", ridge_, "auto", 1e-12, 1e12,
                   "added to X X^T when functions are fitted to bits; 0.01 in the authors' "
                   "program, which fails if there are as many features as samples; auto: the mean "
                   "squared length of a view's samples, our choice");
    options.real("nu", nu_, 0, 1e12,
                 "the paper's nu, weight of the distance between bits and functions of the first "
                 "view; 0 in the authors' program");
    options.real("mu", mu_, 0, 1e12,
                 "the paper's mu, weight of the distance between bits and functions of the second "
                 "view; 0 in the authors' program");
  }

  Supervision supervision() const override { return Supervision::labels; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool gives_joint_codes() const override { return true; }
  bool gives_label_codes() const override { return by_labels(); }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    require_finite(data, "dch");
    DchProblem problem = {arma::conv_to<arma::mat>::from(data.X),
                          arma::conv_to<arma::mat>::from(data.Z),
                          required_classes(data, "dch"),
                          lambda_,
                          0,
                          0,
                          nu_,
                          mu_};
    problem.r_x = absolute_ridge(ridge_, problem.X);
    problem.r_z = absolute_ridge(ridge_, problem.Z);
    const RidgeRegression of_x(problem.X, "dch"), of_z(problem.Z, "dch");
    arma::mat M;
    DchState state;
    state.B = random_bits(problem.Y.n_rows, dims, rng.stream("dch.start"));
    state.G = dch_classifier(problem, state.B);
    for (std::size_t round = 0; round < iterations_; ++round) {
      observer.tell("dch: rounds", round, iterations_);
      if (by_labels()) {
        M = dch_class_values(state.G);
        state.B = signs(problem.Y * M);
      } else {
        state.W = of_x.fit(state.B, problem.r_x);
        state.U = of_z.fit(state.B, problem.r_z);
        for (std::size_t sweep = 0; sweep < max_dch_sweeps && dch_sweep(problem, state); ++sweep) {
        }
      }
      state.G = dch_classifier(problem, state.B);
    }
    return {linear_projector(of_x.fit(state.B, problem.r_x)),
            linear_projector(of_z.fit(state.B, problem.r_z)), nullptr,
            arma::conv_to<arma::fmat>::from(state.B), arma::conv_to<arma::fmat>::from(M)};
  }

 private:
  /// Are bits functions of the classes alone?
  bool by_labels() const { return nu_ == 0 && mu_ == 0; }

  static arma::mat random_bits(arma::uword n, std::size_t dims, Rng draw) {
    arma::mat B(n, dims);
    for (double& b : B) b = draw.below(2) == 1 ? 1 : -1;
    return B;
  }

  std::size_t iterations_ = 5;
  double lambda_ = 1, nu_ = 0, mu_ = 0;
  Scaled ridge_;
};

}  // namespace

double dch_objective(const DchProblem& problem, const DchState& state) {
  const auto norm = [](const arma::mat& M) { return arma::accu(arma::square(M)); };
  double total = norm(problem.Y - state.B * state.G) + problem.lambda * norm(state.G);
  if (problem.nu > 0) {
    total += problem.nu * (norm(state.B - problem.X.t() * state.W) + problem.r_x * norm(state.W));
  }
  if (problem.mu > 0) {
    total += problem.mu * (norm(state.B - problem.Z.t() * state.U) + problem.r_z * norm(state.U));
  }
  return total;
}

arma::mat dch_classifier(const DchProblem& problem, const arma::mat& B) {
  return ridge(B.t(), problem.Y, problem.lambda, "dch");
}

arma::mat dch_class_values(const arma::mat& G) {
  const arma::mat classes(G.n_cols, G.n_cols, arma::fill::eye);
  return ridge(G, classes, .01, "dch").t();
}

bool dch_sweep(const DchProblem& problem, DchState& state) {
  arma::mat Q = problem.Y * state.G.t();
  if (problem.nu > 0) Q += problem.nu * (problem.X.t() * state.W);
  if (problem.mu > 0) Q += problem.mu * (problem.Z.t() * state.U);
  // SDH's step: its W is G here, and its Q is drawn to kernel functions instead of two views.
  SdhState codes{std::move(state.B), state.G, {}};
  const bool changed = sdh_sweep(Q, codes);
  state.B = std::move(codes.B);
  return changed;
}

namespace cross_modal {
std::unique_ptr<CrossModal> dch() {
  return std::make_unique<Dch>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
