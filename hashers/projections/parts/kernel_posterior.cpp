#include "hashers/projections/parts/kernel_posterior.h"

#include "hashers/content.h"
#include "hashers/projections/parts/anchor_ridge.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/projections/parts/supervised.h"
#include "lib/error.h"
#include "lib/reuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// In units of 1 / (2 mean squared distance).
constexpr std::array bandwidths = {1.15, 2.3, 4.6, 9.2};
constexpr std::array ridges = {0.03, 0.1, 0.3, 1.0};

/// Of the logistic regression, whose scores are about as large as class indicators.
constexpr double calibration_ridge = 0.15;

constexpr std::size_t max_folds = 5;  // of its cross-fitting

/// A kernel regression with one gamma and ridge.
struct Candidate {
  double loss = 0;  // of its scaled scores
  double gamma = 0;
  AnchorRidge::Fit fit;
};

std::vector<Candidate> candidates(KernelMap map, const arma::fmat& X, const arma::mat& Y,
                                  bool exclusive, const PosteriorSettings& settings,
                                  const std::string& method, const Observer& observer) {
  std::vector<double> gammas, penalties(ridges.begin(), ridges.end());
  const double unit = mean_distance_gamma(map.A, X);
  for (const double bandwidth : bandwidths) gammas.push_back(bandwidth * unit);
  if (settings.gamma) gammas = {*settings.gamma};
  if (settings.ridge) penalties = {*settings.ridge};
  std::vector<Candidate> all;
  for (std::size_t g = 0; g < gammas.size(); ++g) {
    observer.tell(method + ": class probabilities", g, gammas.size());
    map.gamma = gammas[g];
    const AnchorRidge regression(map, X, method);
    for (const double penalty : penalties) {
      AnchorRidge::Fit fit = regression.fit(Y, penalty);
      const arma::mat& F = fit.left_out;
      const double loss =
          log_loss(scaled_posterior({F, Y, exclusive, calibration_ridge, method})(F), Y, exclusive);
      if (std::isfinite(loss)) all.push_back({loss, map.gamma, std::move(fit)});
    }
  }
  // Their numbers are sorted, for sorting what is as large takes long to compile.
  arma::vec losses(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) losses[i] = all[i].loss;
  const arma::uvec order = arma::stable_sort_index(losses);
  std::vector<Candidate> best_first;
  for (const arma::uword i : order) best_first.push_back(std::move(all[i]));
  return best_first;
}

HonestPosterior learn(const arma::fmat& V, const arma::fmat& X, const arma::mat& Y, bool exclusive,
                      const PosteriorSettings& settings, const Rng& rng, const std::string& method,
                      const Observer& observer) {
  KernelMap map{random_landmarks(X, settings.anchors, rng)};
  std::vector<Candidate> tried = candidates(map, X, Y, exclusive, settings, method, observer);
  const bool is_scalar = settings.calibration == Calibration::scalar;
  tried.resize(std::min(tried.size(), is_scalar ? 1 : settings.kernels));
  const arma::uvec folds =
      class_folds(Y, std::min<std::size_t>(max_folds, Y.n_rows), rng.stream("folds"));
  HonestPosterior best;
  best.loss = std::numeric_limits<double>::infinity();
  for (Candidate& one : tried) {
    const ClassPosteriorProblem problem = {one.fit.left_out, Y, exclusive, calibration_ridge,
                                           method};
    ClassPosterior by = scaled_posterior(problem);
    arma::mat P;
    if (is_scalar) {
      // One or two parameters of all samples hardly depend on any one of them.
      P = by(one.fit.left_out);
    } else {
      by = class_posterior(problem, by);
      P = cross_fitted(problem, folds, by);
    }
    const double loss = log_loss(P, Y, exclusive);
    if (!(loss < best.loss)) continue;
    map.gamma = one.gamma;
    best = {{V, map, std::move(one.fit.alpha), std::move(one.fit.b), by}, std::move(P), loss};
  }
  if (best.left_out.is_empty()) {
    throw Error(ErrorCode::numerical,
                method +
                    ": no class probability is a finite number, expected features of moderate "
                    "size: scale them");
  }
  return best;
}

std::size_t bytes_of(const HonestPosterior& honest) {
  const KernelPosterior& p = honest.posterior;
  return (p.V.n_elem + p.map.A.n_elem) * sizeof(float) +
         (p.alpha.n_elem + honest.left_out.n_elem + p.by.W.n_elem) * sizeof(double);
}

}  // namespace

arma::mat KernelPosterior::operator()(const arma::fmat& X) const {
  const arma::fmat K = V.is_empty() ? map.features(X) : map.features(V.t() * X);
  arma::mat scores = arma::conv_to<arma::mat>::from(K).t() * alpha;
  scores += arma::repmat(b, scores.n_rows, 1);
  return by(scores);
}

void KernelPosterior::add_to(ProjectorState& state) const {
  if (!V.is_empty()) state["axes"] = arma::conv_to<arma::mat>::from(V);
  state["A"] = arma::conv_to<arma::mat>::from(map.A);
  state["gamma"] = arma::mat(1, 1, arma::fill::value(map.gamma));
  state["alpha"] = alpha;
  state["b"] = b;
  state["class-W"] = by.W;
  state["class-b"] = by.b;
  state["one-class"] = arma::mat(1, 1, arma::fill::value(by.exclusive ? 1 : 0));
}

KernelPosterior KernelPosterior::restore(const ProjectorState& state, std::size_t d) {
  const auto axes = state.find("axes"), weights = state.find("alpha");
  arma::fmat V;
  if (axes != state.end()) {
    V = arma::conv_to<arma::fmat>::from(state_array(state, "axes", d, axes->second.n_cols));
  }
  const KernelMap map = restore_map(state, V.is_empty() ? d : V.n_cols);
  const std::size_t C = weights == state.end() ? 1 : weights->second.n_cols;
  return {V,
          map,
          state_array(state, "alpha", map.A.n_cols, C),
          state_array(state, "b", 1, C),
          {state_array(state, "class-W", C, C), state_array(state, "class-b", 1, C),
           state_array(state, "one-class", 1, 1)(0, 0) != 0}};
}

std::shared_ptr<const HonestPosterior> learn_honest_posterior(const TrainingSet& data,
                                                              const PosteriorSettings& settings,
                                                              const Rng& rng,
                                                              const std::string& method,
                                                              const Observer& observer) {
  require_labels(data, method);
  const arma::mat Y = class_indicators(data.labels);
  if (Y.n_cols == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: none of the {} training samples is of any class, expected some "
                            "that are: use other samples or an unsupervised projection",
                            method, data.X.n_cols));
  }
  const bool exclusive = data.labels.multi.is_empty();
  std::string key;
  if (data.reuse != nullptr) {
    key = fmt::format(
        "posterior, {} anchors, {} axes, gamma {}, ridge {}, {}, stream {}, {} of {}{}",
        settings.anchors, settings.axes, settings.gamma.value_or(0), settings.ridge.value_or(0),
        settings.calibration == Calibration::scalar ? "scalar"
                                                    : fmt::format("{} kernels", settings.kernels),
        rng.seed(), content_of(data.X), content_of(arma::conv_to<arma::fmat>::from(Y)),
        exclusive ? ", one each" : "");
  }
  const auto make = [&] {
    if (data.X.n_rows <= settings.axes) {
      return learn({}, data.X, Y, exclusive, settings, rng, method, observer);
    }
    const std::size_t most = max_principal_axes(data.X.n_rows, data.X.n_cols);
    const arma::fmat V = arma::conv_to<arma::fmat>::from(
        principal_axes(data.X, std::clamp<std::size_t>(most, 1, settings.axes)));
    return learn(V, V.t() * data.X, Y, exclusive, settings, rng, method, observer);
  };
  return reused<HonestPosterior>(data.reuse, key, make, bytes_of);
}

}  // namespace hashlab::hashers
