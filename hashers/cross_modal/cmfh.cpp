#include "hashers/cross_modal/cmfh_steps.h"
#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <cstddef>
#include <limits>
#include <utility>

namespace hashlab::hashers {
namespace {

/// Collective matrix factorisation hashing: one latent code a sample, from which both views are
/// rebuilt, and linear functions that find it from one view. An item whose views are both known has
/// the latent code that the factorisation gives it.
class Cmfh final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {
        "cmfh", 3, "Ding, Guo & Zhou, CVPR 2014",
        "latent codes from which both views are reconstructed, and linear functions that fit them",
        "O(n d^2 + iterations d K (d + K))"};
  }

  void describe(Options& options) override {
    options.real("weight", weight_, 0, 1,
                 "weight of reconstructing the first view, the paper's lambda_1; the second view "
                 "has 1 - weight; 0.5 in the paper");
    options.real("mu", mu_, 1e-9, 1e9,
                 "the paper's mu, weight of the distance between codes and functions; 100 in the "
                 "paper, where 1 to 1000 are good");
    options.real(
        "ridge", ridge_, 1e-12, 1e9,
        "the paper's gamma, weight of the squared norms of codes and factors; 0.01 in the paper, "
        "where 0.001 to 0.1 are good");
    options.scaled("function-ridge", function_ridge_, "auto", 1e-12, 1e12,
                   "weight of the functions' squared norms, as a fraction of mu; in the paper "
                   "gamma / mu = 1e-4, which fails if there are as many features as samples; auto: "
                   "the mean squared length of a view's samples; 0.3*auto is our choice");
    options.count("iterations", iterations_, 1, 100000,
                  "maximum number of rounds over codes, functions and factors; the authors' "
                  "program has no limit besides tolerance");
    options.real("tolerance", tolerance_, 0, 1e30,
                 "training ends when a round lowers the objective, a sum over all samples, by less "
                 "than this; 0.01 in the authors' program, whose norms are not squared");
  }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool gives_joint_codes() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    require_finite(data, "cmfh");
    CmfhProblem problem = {
        {arma::conv_to<arma::mat>::from(data.X), arma::conv_to<arma::mat>::from(data.Z)},
        {weight_, 1 - weight_},
        mu_,
        ridge_,
        {}};
    for (std::size_t t = 0; t < 2; ++t) {
      problem.r[t] = absolute_ridge(function_ridge_, problem.X[t]);
    }
    problem = cmfh_condensed(std::move(problem));
    const CmfhState state = factorise(problem, dims, rng.stream("cmfh.start"), observer);
    return {linear_projector(state.P[0].t()), linear_projector(state.P[1].t()),
            linear_projector(cmfh_joint(problem, state).t())};
  }

 private:
  /// U and P drawn from [0, 1), as in the authors' program: V, the first to be learned, needs none.
  static CmfhState start(const CmfhProblem& problem, std::size_t dims, Rng draw) {
    CmfhState state;
    for (std::size_t t = 0; t < 2; ++t) {
      const arma::uword d = problem.X[t].n_rows;
      state.U[t].set_size(d, dims);
      state.P[t].set_size(dims, d);
      for (double& u : state.U[t]) u = draw.uniform();
      for (double& p : state.P[t]) p = draw.uniform();
    }
    return state;
  }

  CmfhState factorise(const CmfhProblem& problem, std::size_t dims, const Rng& rng,
                      const Observer& observer) const {
    const std::array<RidgeRegression, 2> functions = cmfh_functions(problem);
    CmfhState state = start(problem, dims, rng);
    double before = std::numeric_limits<double>::infinity();
    for (std::size_t round = 0; round < iterations_; ++round) {
      observer.tell("cmfh: rounds", round, iterations_);
      cmfh_round(problem, functions, state);
      const double now = cmfh_objective(problem, state);
      if (before - now < tolerance_) break;
      before = now;
    }
    return state;
  }

  double weight_ = .5, mu_ = 100, ridge_ = .01, tolerance_ = .01;
  Scaled function_ridge_{.3};
  std::size_t iterations_ = 25;
};

}  // namespace

CmfhProblem cmfh_condensed(CmfhProblem problem) {
  const arma::uword d_1 = problem.X[0].n_rows, d_2 = problem.X[1].n_rows;
  if (problem.X[0].n_cols <= d_1 + d_2) return problem;
  arma::mat Q, R;
  if (!arma::qr_econ(Q, R, arma::join_rows(problem.X[0].t(), problem.X[1].t()))) {
    throw Error(ErrorCode::numerical, "cmfh: the QR decomposition of the samples failed");
  }
  problem.X = {R.head_cols(d_1).t(), R.tail_cols(d_2).t()};
  return problem;
}

double cmfh_objective(const CmfhProblem& problem, const CmfhState& state) {
  const auto norm = [](const arma::mat& M) { return arma::accu(arma::square(M)); };
  double rebuilt = 0, fitted = 0, shrunk = norm(state.V);
  for (std::size_t t = 0; t < 2; ++t) {
    rebuilt += problem.lambda[t] * norm(problem.X[t] - state.U[t] * state.V);
    fitted += norm(state.V - state.P[t] * problem.X[t]) + problem.r[t] * norm(state.P[t]);
    shrunk += norm(state.U[t]);
  }
  return rebuilt + problem.mu * fitted + problem.gamma * shrunk;
}

arma::mat cmfh_joint(const CmfhProblem& problem, const CmfhState& state) {
  const arma::uword K = state.U[0].n_cols;
  arma::mat A(K, K, arma::fill::zeros), of_views[2];
  for (std::size_t t = 0; t < 2; ++t) {
    A += problem.lambda[t] * (state.U[t].t() * state.U[t]);
    of_views[t] = problem.lambda[t] * state.U[t].t() + problem.mu * state.P[t];
  }
  A.diag() += 2 * problem.mu + problem.gamma;
  return solve_positive(A, arma::join_rows(of_views[0], of_views[1]), "cmfh");
}

arma::mat cmfh_codes(const CmfhProblem& problem, const CmfhState& state) {
  const arma::mat J = cmfh_joint(problem, state);
  return J.head_cols(problem.X[0].n_rows) * problem.X[0] +
         J.tail_cols(problem.X[1].n_rows) * problem.X[1];
}

std::array<RidgeRegression, 2> cmfh_functions(const CmfhProblem& problem) {
  return {RidgeRegression(problem.X[0], "cmfh"), RidgeRegression(problem.X[1], "cmfh")};
}

std::array<arma::mat, 2> cmfh_fitted(const CmfhProblem& problem,
                                     const std::array<RidgeRegression, 2>& functions,
                                     const arma::mat& V) {
  return {functions[0].fit(V.t(), problem.r[0]).t(), functions[1].fit(V.t(), problem.r[1]).t()};
}

std::array<arma::mat, 2> cmfh_factors(const CmfhProblem& problem, const arma::mat& V) {
  const RidgeRegression latent(V, "cmfh");
  const auto factors = [&](std::size_t t) {
    return arma::mat(latent.fit(problem.X[t].t(), problem.gamma / problem.lambda[t]).t());
  };
  return {factors(0), factors(1)};
}

void cmfh_round(const CmfhProblem& problem, const std::array<RidgeRegression, 2>& functions,
                CmfhState& state) {
  state.V = cmfh_codes(problem, state);
  state.P = cmfh_fitted(problem, functions, state.V);
  state.U = cmfh_factors(problem, state.V);
}

namespace cross_modal {
std::unique_ptr<CrossModal> cmfh() {
  return std::make_unique<Cmfh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
