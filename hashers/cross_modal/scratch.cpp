#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/kernel_view.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/scratch_steps.h"
#include "hashers/projections/parts/random_rotation.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <cstddef>
#include <limits>

namespace hashlab::hashers {
namespace {

/// SCRATCH: latent codes that kernel values of both views and classes are rebuilt from, rotated
/// towards bits, and kernel functions of either view that fit them.
class Scratch final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"scratch", 1, "Li, Chen, Zhang, Luo, Nie, Zhang & Xu, ACM Multimedia 2018",
            "latent codes from which both views and the classes are reconstructed, rotated towards "
            "bits",
            "O(d n m + n m^2 + m^3 + iterations (n K (m + K) + K^3))"};
  }

  void describe(Options& options) override {
    options.count("anchors", anchors_, 1, max_anchors,
                  "kernel centres of each view, drawn from the training samples; 500 in the "
                  "authors' program");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the kernel exp(-gamma d^2), in 1 / squared distance, for both views; "
                   "auto: 1 / (2 mean squared distance) of each, as in the authors' program");
    options.real("mu", mu_, 1e-9, 1e9,
                 "the paper's mu, weight of the distance between latent codes and functions; 1000 "
                 "in the authors' program");
    options.real(
        "label-weight", label_weight_, 1e-9, 1e9,
        "the paper's alpha, weight of reconstructing the classes; 500 in the authors' program");
    options.real("ridge", ridge_, 1e-9, 1e9,
                 "the paper's gamma, weight of all squared norms; 5 in the authors' program");
    options.count("iterations", iterations_, 1, 100000,
                  "rounds over all variables; 20 in the authors' program, 15 in the paper");
  }

  Supervision supervision() const override { return Supervision::labels; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool gives_joint_codes() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    require_finite(data, "scratch");
    const arma::mat Y = required_classes(data, "scratch");
    const KernelView x = kernel_view(data.X, anchors_, gamma_, rng.stream("scratch.anchors.x"),
                                     data.reuse, "scratch"),
                     z = kernel_view(data.Z, anchors_, gamma_, rng.stream("scratch.anchors.z"),
                                     data.reuse, "scratch");
    const ScratchProblem problem = {{x.kernel.K, z.kernel.K}, Y, mu_, label_weight_, ridge_};
    const std::array<RidgeRegression, 2> functions = scratch_functions(problem);
    ScratchState state = start(Y.n_rows, dims, rng);
    for (std::size_t round = 0; round < iterations_; ++round) {
      observer.tell("scratch: rounds", round, iterations_);
      scratch_round(problem, functions, state);
    }
    return {x.projector(state.P[0] * state.R.t()), z.projector(state.P[1] * state.R.t()), nullptr,
            arma::conv_to<arma::fmat>::from(state.V * state.R.t())};
  }

 private:
  static ScratchState start(arma::uword n, std::size_t dims, const Rng& rng) {
    ScratchState state;
    Rng draw = rng.stream("scratch.start");
    state.V.set_size(n, dims);
    for (double& v : state.V) v = draw.normal();
    state.R = random_rotation(dims, rng.stream("scratch.rotation"));
    return state;
  }

  std::size_t anchors_ = 500, iterations_ = 20;
  Scaled gamma_;
  double mu_ = 1000, label_weight_ = 500, ridge_ = 5;
};

}  // namespace

double scratch_objective(const ScratchProblem& problem, const ScratchState& state) {
  const auto norm = [](const arma::mat& M) { return arma::accu(arma::square(M)); };
  const arma::mat& V = state.V;
  double rebuilt = 0, fitted = 0, shrunk = norm(V) + norm(state.G);
  for (std::size_t t = 0; t < 2; ++t) {
    rebuilt += .5 * norm(problem.Phi[t] - V * state.U[t]);
    fitted += norm(V - problem.Phi[t] * state.P[t]);
    shrunk += norm(state.U[t]) + norm(state.P[t]);
  }
  return rebuilt + problem.mu * fitted + problem.alpha * norm(problem.Y - V * state.G) +
         norm(state.B - V * state.R.t()) + problem.gamma * shrunk;
}

std::array<RidgeRegression, 2> scratch_functions(const ScratchProblem& problem) {
  return {RidgeRegression(problem.Phi[0].t(), "scratch"),
          RidgeRegression(problem.Phi[1].t(), "scratch")};
}

void scratch_fit(const ScratchProblem& problem, const std::array<RidgeRegression, 2>& functions,
                 ScratchState& state) {
  const RidgeRegression latent(state.V.t(), "scratch");
  for (std::size_t t = 0; t < 2; ++t) {
    state.U[t] = latent.fit(problem.Phi[t], problem.gamma / .5);
    state.P[t] = functions[t].fit(state.V, problem.gamma / problem.mu);
  }
  state.G = latent.fit(problem.Y, problem.gamma / problem.alpha);
}

arma::mat scratch_latent(const ScratchProblem& problem, const ScratchState& state) {
  arma::mat target = problem.alpha * (problem.Y * state.G.t()) + state.B * state.R,
            A = problem.alpha * (state.G * state.G.t()) + state.R.t() * state.R;
  for (std::size_t t = 0; t < 2; ++t) {
    target += .5 * (problem.Phi[t] * state.U[t].t()) + problem.mu * (problem.Phi[t] * state.P[t]);
    A += .5 * (state.U[t] * state.U[t].t());
  }
  A.diag() += 2 * problem.mu + problem.gamma;
  return solve_positive(A, target.t(), "scratch").t();
}

arma::mat scratch_rotation(const ScratchState& state) {
  arma::mat S_1, S_2;
  arma::vec D;
  const arma::mat M = state.B.t() * state.V;
  if (!M.is_finite() || !arma::svd(S_1, D, S_2, M)) {
    throw Error(ErrorCode::numerical,
                "scratch: the rotation's singular value decomposition did not converge");
  }
  return S_1 * S_2.t();
}

void scratch_round(const ScratchProblem& problem, const std::array<RidgeRegression, 2>& functions,
                   ScratchState& state) {
  state.B = signs(state.V * state.R.t());
  scratch_fit(problem, functions, state);
  state.V = scratch_latent(problem, state);
  state.R = scratch_rotation(state);
}

namespace cross_modal {
std::unique_ptr<CrossModal> scratch() {
  return std::make_unique<Scratch>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
