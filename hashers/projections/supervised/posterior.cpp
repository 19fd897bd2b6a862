#include "hashers/descent/adam.h"
#include "hashers/projections/parts/kernel_posterior.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/projections/parts/random_rotation.h"
#include "hashers/projections/supervised/posterior_steps.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// So many principal axes at most are rotated into the bits, as when their share was chosen.
constexpr std::size_t max_axes = 128;

/// Levels of distance that the descent tells apart at most, as when its settings were chosen.
constexpr std::size_t max_levels = 32;

/// y = W^T z(p(x)) + c + V^T x.
class PosteriorProjector final : public Projector {
 public:
  KernelPosterior p;
  double power = 1;
  arma::mat W;     // C x K
  arma::rowvec c;  // K
  arma::mat V;     // d x K, or empty

  arma::fmat project(const arma::fmat& X) const override {
    arma::mat Y = tempered(p(X), power, p.by.exclusive) * W;
    Y += arma::repmat(c, Y.n_rows, 1);
    if (!V.is_empty()) Y += arma::conv_to<arma::mat>::from(X).t() * V;
    return arma::conv_to<arma::fmat>::from(Y);
  }

  ProjectorState state() const override {
    ProjectorState state = {
        {"power", arma::mat(1, 1, arma::fill::value(power))}, {"W", W}, {"c", c}};
    if (!V.is_empty()) state["V"] = V;
    p.add_to(state);
    return state;
  }
};

class Posterior final : public Projection {
 public:
  MethodInfo info() const override {
    return {"posterior",
            2,
            "published nowhere: our own",
            "bits computed from class probabilities, trained for average precision",
            "O(d n min(d, n) + n m^2 + m^3 + iterations (n C^2 + batch^2 K))",
            "Posterior"};
  }

  void describe(Options& options) override {
    options.count("anchors", settings_.anchors, 1, max_anchors,
                  "kernel centres, drawn from the training samples");
    options.count("axes", settings_.axes, 1, 100000,
                  "number of principal axes that the kernel uses, if samples have more features");
    options.real_or_auto("gamma", settings_.gamma, 1e-30, 1e30,
                         "gamma of the kernel exp(-gamma d^2), in 1 / squared distance; auto: "
                         "chosen by the log loss of left-out samples");
    options.real_or_auto(
        "ridge", settings_.ridge, 1e-6, 1e30,
        "weight of the kernel regression's norm; auto: chosen in the same way as gamma");
    options.real("power", power_, 1e-3, 1,
                 "exponent to which class probabilities are raised "
                 "before linear functions turn them into bits");
    options.real_or_auto("pca", pca_, 0, 1e3,
                         "weight of rotated principal axes in each bit; auto: 0.07 from 64 "
                         "dimensions on, otherwise 0");
    options
        .one_of("calibration", settings_.calibration,
                {{"matrix", Calibration::matrix}, {"scalar", Calibration::scalar}},
                "weights that turn scores into probabilities: classes x classes, or a single one, "
                "which is much faster with many classes")
        .added_later();
    options
        .count("kernels", settings_.kernels, 1, 16,
               "combinations of gamma and ridge that are compared by cross-fitted probabilities")
        .only_if("calibration", "matrix")
        .added_later();
    describe_descent(options, descent_, "bit-");
  }

  std::vector<std::string> quick_settings() const override {
    return {"kernels=1; bit-steps=100", "calibration=scalar; bit-steps=100"};
  }

  Supervision supervision() const override { return Supervision::labels; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(settings_.anchors), s.n);
    const double C = std::max(1.0, s.classes), gammas = settings_.gamma ? 1 : 4;
    const auto batch = std::min(static_cast<double>(descent_.batch), s.n);
    const bool is_scalar = settings_.calibration == Calibration::scalar;
    // Logistic regressions: of every kernel, for all samples and without each of five folds.
    const double regressions = is_scalar ? 0 : 6 * static_cast<double>(settings_.kernels);
    constexpr double steps = 60;
    return principal_axes_work(s.n, s.d) +
           gammas * (step_work(s.n * m) + 4 * product_work(s.n, m, m) + eigen_work(m)) +
           regressions * steps * (30 * product_work(s.n, C, C) + step_work(s.n * C)) +
           static_cast<double>(descent_.steps) *
               (15 * product_work(batch, C + s.K, batch) + step_work(40 * batch * batch));
  }

  double encoding(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(settings_.anchors), s.n);
    const double axes = std::min(static_cast<double>(settings_.axes), s.d);
    return s.d * axes + m * (axes + s.classes) + (s.classes + s.d) * s.K;
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    const auto honest = learn_honest_posterior(data, settings_, rng.stream("posterior.anchors"),
                                               "posterior", observer);
    auto projector = std::make_unique<PosteriorProjector>();
    projector->p = honest->posterior;
    projector->power = power_;
    const bool exclusive = projector->p.by.exclusive;
    const arma::mat& P = honest->left_out;
    const arma::mat Z = tempered(P, power_, exclusive);
    arma::mat E;
    const double share = pca_ ? *pca_ : dims >= 64 ? 0.07 : 0;
    if (share > 0) {
      projector->V = rotated_axes(data.X, dims, rng.stream("posterior.pca")) * share;
      E = arma::conv_to<arma::mat>::from(data.X).t() * projector->V;
    }
    PosteriorBits bits = learn_posterior_bits(Z, P, exclusive, E, dims, descent_,
                                              rng.stream("posterior.bits"), observer);
    projector->W = std::move(bits.W);
    projector->c = std::move(bits.c);
    return projector;
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    auto projector = std::make_unique<PosteriorProjector>();
    projector->p = KernelPosterior::restore(state, d);
    projector->power = state_array(state, "power", 1, 1)(0, 0);
    if (!(projector->power > 0 && projector->power <= 1)) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("the projection's 'power' is {}, expected a number above 0 and at "
                              "most 1",
                              projector->power));
    }
    projector->W = state_array(state, "W", projector->p.by.W.n_cols, dims);
    projector->c = state_array(state, "c", 1, dims);
    if (state.contains("V")) projector->V = state_array(state, "V", d, dims);
    return projector;
  }

 private:
  // Principal axes rotated at random, so that the values of training samples have variance 1.
  static arma::mat rotated_axes(const arma::fmat& X, std::size_t dims, Rng rng) {
    const std::size_t axes = std::min({dims, max_principal_axes(X.n_rows, X.n_cols), max_axes});
    const arma::mat V = principal_axes(X, axes) * random_rotation(dims, rng).head_rows(axes);
    arma::rowvec spread = arma::stddev(arma::conv_to<arma::mat>::from(X).t() * V);
    spread.transform([](double value) { return value > 0 ? value : 1; });
    return V.each_row() / spread;
  }

  PosteriorSettings settings_;
  std::optional<double> pca_;
  double power_ = 0.4;
  CodeDescent descent_;
};

// Random orthogonal directions side by side, as many as there are bits.
arma::mat random_directions(std::size_t features, std::size_t K, const Rng& rng) {
  arma::mat W(features, 0);
  for (std::size_t block = 0; W.n_cols < K; ++block) {
    W = arma::join_rows(W, random_rotation(features, rng.stream("block", block)));
  }
  return W.head_cols(K);
}

}  // namespace

arma::mat shared_class_probability(const arma::mat& P, bool exclusive) {
  if (exclusive) return P * P.t();
  arma::mat none(P.n_rows, P.n_rows, arma::fill::ones);
  for (arma::uword c = 0; c < P.n_cols; ++c) none %= 1 - P.col(c) * P.col(c).t();
  return 1 - none;
}

arma::mat tempered(const arma::mat& P, double t, bool exclusive) {
  arma::mat Z = arma::pow(P, t);
  if (exclusive) Z.each_col() /= arma::vec(arma::sum(Z, 1));
  return Z;
}

PosteriorBits learn_posterior_bits(const arma::mat& Z, const arma::mat& P, bool exclusive,
                                   const arma::mat& E, std::size_t K, const CodeDescent& descent,
                                   const Rng& rng, const Observer& observer) {
  const arma::rowvec mean = arma::mean(Z, 0);
  const arma::mat centred = Z.each_row() - mean;
  const double variance = arma::accu(arma::square(centred)) / static_cast<double>(Z.n_elem),
               unit = variance > 0 ? 1 / std::sqrt(variance) : 1;
  // In these units the values of a random direction vary by about 1.
  const arma::mat X = centred * unit;
  arma::mat W = random_directions(Z.n_cols, K, rng.stream("start"));
  const arma::rowvec spread = arma::stddev(X * W);
  for (arma::uword k = 0; k < K; ++k) {
    if (spread[k] > 0) W.col(k) /= spread[k];
  }
  arma::mat c(1, K, arma::fill::zeros);
  Adam of_W(arma::size(W)), of_c(arma::size(c));
  const std::size_t levels = std::min(K, max_levels) + 1;
  descend(descent, Z.n_rows, rng, "posterior: bits", observer,
          [&](const arma::uvec& rows, double slope, double rate) {
            const arma::mat batch = X.rows(rows),
                            R = shared_class_probability(P.rows(rows), exclusive);
            arma::mat A = batch * W;
            A.each_row() += c.row(0);
            if (!E.is_empty()) A += E.rows(rows);
            const arma::mat up = precision_by_values(A, R, slope, levels, descent.precision);
            of_W.step(W, -batch.t() * up, rate);
            of_c.step(c, -arma::sum(up, 0), rate);
          });
  W *= unit;
  return {W, c.row(0) - mean * W};
}

namespace projections {
std::unique_ptr<Projection> posterior() {
  return std::make_unique<Posterior>();
}
}  // namespace projections

}  // namespace hashlab::hashers
