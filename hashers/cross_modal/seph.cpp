#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/seph_steps.h"
#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

// Descent as in the authors' code, which has it from t-SNE's.
constexpr double first_spread = 1e-4;  ///< standard deviation of the codes it starts from
constexpr double step_length = 500, momentum = 0.5;
constexpr double gain_added = 0.2, gain_kept = 0.8, min_gain = 0.01;

/// Columns of the n x n affinities that are computed at a time.
constexpr arma::uword block_columns = 128;

/// Rounds of k-means: it ends before.
constexpr std::size_t max_rounds = 100;

constexpr std::size_t max_regression_steps = 1000;
/// Squared length of a step under the bound, for each sample: at least 1/4 of the mean squared
/// change of what the regression predicts.
constexpr double negligible_step = 1e-12;
/// Share of the bound's mean eigenvalue that is added to each: centres that repeat make it
/// singular. Steps become a little shorter, the optimum stays.
constexpr double bound_smoothing = 1e-7;

int sign_of(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/// Kernel values of the centres themselves, m x m, in double precision: in single, rounding would
/// give them negative eigenvalues, along which a regression has no optimum.
arma::mat kernel_of(const KernelMap& map) {
  const arma::mat A = arma::conv_to<arma::mat>::from(map.A);
  const arma::mat G = A.t() * A;
  const arma::vec lengths = G.diag();
  arma::mat D = -2 * G;
  D.each_col() += lengths;
  D.each_row() += lengths.t();
  return arma::exp(-map.gamma * arma::clamp(D, 0, arma::datum::inf));
}

/// Affinities q_ij = 1 / (1 + |h_i - h_j|^2 / 4) of the samples j in first .. last with all i >=
/// first; 0 for i = j. T has samples as columns; r is |h|^2 / 4 of each.
arma::fmat affinities(const arma::fmat& T, const arma::fvec& r, arma::uword first,
                      arma::uword last) {
  const arma::uword rows = T.n_cols - first;
  arma::fmat q = T.tail_cols(rows).t() * T.cols(first, last);
  const float* others = r.memptr() + first;
  for (arma::uword j = 0; j < q.n_cols; ++j) {
    float* column = q.colptr(j);
    const float own = others[j];
    for (arma::uword i = 0; i < rows; ++i) {
      const float quarter = others[i] + own - 0.5F * column[i];  // of the squared distance
      column[i] = 1 / (1 + (quarter > 0 ? quarter : 0));
    }
    column[j] = 0;
  }
  return q;
}

/// -sum_ij P_ij log q_ij over the pairs of a block of affinities and their mirror images.
double cross_entropy(const arma::fmat& P, const arma::fmat& q, arma::uword first) {
  double within = 0, beyond = 0;  // the block's own samples; the others, which count twice
  for (arma::uword j = 0; j < q.n_cols; ++j) {
    const float *p = P.colptr(first + j) + first, *column = q.colptr(j);
    for (arma::uword i = 0; i < q.n_rows; ++i) {
      if (p[i] > 0 && i != j) {
        (i < q.n_cols ? within : beyond) -= static_cast<double>(p[i] * std::log(column[i]));
      }
    }
  }
  return within + 2 * beyond;
}

/// Sum of a block's affinities and of their mirror images.
double total_affinity(const arma::fmat& q) {
  arma::fvec counts(q.n_rows, arma::fill::value(2));
  counts.head(q.n_cols).ones();
  const arma::fvec sums = q.t() * counts;
  double total = 0;
  for (const float sum : sums) total += static_cast<double>(sum);
  return total;
}

/// Turns affinities q into weights (P - q / Z) q of differences of codes.
void turn_into_weights(const arma::fmat& P, double Z, arma::uword first, arma::fmat& q) {
  const auto scale = static_cast<float>(1 / Z);
  for (arma::uword j = 0; j < q.n_cols; ++j) {
    const float* p = P.colptr(first + j) + first;
    float* column = q.colptr(j);
    for (arma::uword i = 0; i < q.n_rows; ++i) column[i] *= p[i] - column[i] * scale;
  }
}

/// The sum of a view's kernel functions and of the other's, less a constant a dimension.
class SephJointProjector final : public Projector {
 public:
  SephJointProjector(std::shared_ptr<const Projector> x, std::shared_ptr<const Projector> z,
                     arma::uword d_x, arma::fvec offset)
      : x_(std::move(x)), z_(std::move(z)), d_x_(d_x), offset_(std::move(offset)) {}

  arma::fmat project(const arma::fmat& X) const override {
    arma::fmat Y = x_->project(X.head_rows(d_x_)) + z_->project(X.tail_rows(X.n_rows - d_x_));
    Y.each_row() -= offset_.t();
    return Y;
  }

  ProjectorState state() const override {
    ProjectorState state = {{"offset", arma::conv_to<arma::mat>::from(offset_)}};
    for (const auto& [name, array] : x_->state()) state["x." + name] = array;
    for (const auto& [name, array] : z_->state()) state["z." + name] = array;
    return state;
  }

 private:
  std::shared_ptr<const Projector> x_, z_;
  arma::uword d_x_;
  arma::fvec offset_;
};

/// Semantics-preserving hashing with kernel logistic regression, SePH-km of the paper.
class Seph final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"seph",
            1,
            "Lin, Ding, Hu & Wang, CVPR 2015, SePH-km",
            "codes whose distances follow classes, predicted from each view by kernel logistic "
            "regression",
            "O(iterations n^2 K + rounds d n m + n m^2 + m^3 + steps n m K)",
            "SePH"};
  }

  void describe(Options& options) override {
    options.count("anchors", anchors_, 1, max_anchors,
                  "kernel centres of a view, by k-means of the training samples; 500 in the paper");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the kernel exp(-gamma d^2), in 1 / squared distance; auto: 1 / mean "
                   "squared distance of a view's training samples, as in the authors' code");
    options.real("ridge", ridge_, 1e-12, 1e30,
                 "weight of w^T K w in the logistic regression; 0.01 in the authors' code");
    options.real("penalty", penalty_, 0, 1e30,
                 "the paper's alpha times n K, weight of the mean squared distance of relaxed "
                 "codes from -1 and 1; 0.01 in the authors' code");
    options.count("iterations", iterations_, 0, 100000,
                  "gradient steps of the codes; 100 in the authors' code");
  }

  Supervision supervision() const override { return Supervision::labels; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool gives_joint_codes() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    const SephTarget target = seph_target(required_classes(data, "seph"));
    require_finite(data, "seph");
    const arma::mat B = learn_codes(target, dims, rng.stream("seph.codes"), observer);
    const auto x = learn_view(data.X, B, rng.stream("seph.centres", 0), observer),
               z = learn_view(data.Z, B, rng.stream("seph.centres", 1), observer);
    return {x, z, std::make_shared<SephJointProjector>(x, z, data.X.n_rows, log_odds_of_ones(B))};
  }

 private:
  arma::mat learn_codes(const SephTarget& target, std::size_t dims, Rng draw,
                        const Observer& observer) const {
    arma::mat H(target.P.n_rows, dims);
    for (double& h : H) h = first_spread * draw.normal();
    const double a = penalty_ / static_cast<double>(H.n_elem);
    return signs(seph_descent(target, std::move(H), a, iterations_, observer));
  }

  std::shared_ptr<const Projector> learn_view(const arma::fmat& X, const arma::mat& B,
                                              const Rng& rng, const Observer& observer) const {
    KernelMap map{kmeans_landmarks(X, anchors_, max_rounds, rng, "seph: centres", observer)};
    map.gamma = gamma_.in([&] { return spread_gamma(X); });
    const arma::mat K = arma::conv_to<arma::mat>::from(map.features(X)).t(), K0 = kernel_of(map);
    if (!K.is_finite() || !K0.is_finite()) {
      throw Error(ErrorCode::numerical,
                  "seph: a kernel value is no finite number, expected features below 1e18 and "
                  "gamma to fit them: check both");
    }
    const arma::mat W = seph_regression(K, K0, B, ridge_, "seph: regression", observer);
    return kernel_projector(std::move(map), W, arma::vec(W.n_cols, arma::fill::zeros));
  }

  /// 1 / mean squared distance of all pairs of samples; 1 where that is no float above 0.
  static double spread_gamma(const arma::fmat& X) {
    arma::mat C = arma::conv_to<arma::mat>::from(X);
    C.each_col() -= arma::vec(arma::mean(C, 1));
    const double gamma = static_cast<double>(C.n_cols) / (2 * arma::accu(arma::square(C)));
    return gamma > 0 && gamma <= static_cast<double>(std::numeric_limits<float>::max()) ? gamma : 1;
  }

  /// log(p / (1 - p)) of the share p of +1 in each bit. A bit that all samples share counts as if
  /// it was different for half a sample.
  static arma::fvec log_odds_of_ones(const arma::mat& B) {
    arma::fvec odds(B.n_cols);
    for (arma::uword k = 0; k < B.n_cols; ++k) {
      const auto ones = static_cast<double>(arma::accu(B.col(k) > 0)),
                 rest = static_cast<double>(B.n_rows) - ones;
      odds[k] = static_cast<float>(std::log(std::max(ones, 0.5) / std::max(rest, 0.5)));
    }
    return odds;
  }

  std::size_t anchors_ = 500, iterations_ = 100;
  Scaled gamma_;
  double ridge_ = 0.01, penalty_ = 0.01;
};

}  // namespace

SephTarget seph_target(const arma::mat& Y) {
  const arma::fmat unit = arma::conv_to<arma::fmat>::from(arma::normalise(Y, 2, 1).t());
  SephTarget target{unit.t() * unit};
  target.P.diag().zeros();
  double sum = 0;
  for (const float p : target.P) sum += static_cast<double>(p);
  if (!(sum > 0)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("seph: no two of the {} training samples share a class, expected some "
                            "that do: use more samples or an unsupervised method",
                            Y.n_rows));
  }
  target.P /= static_cast<float>(sum);
  for (const float p : target.P) {
    if (p > 0) target.entropy -= static_cast<double>(p) * std::log(static_cast<double>(p));
  }
  return target;
}

SephCost seph_cost(const SephTarget& target, const arma::mat& H, double a) {
  const arma::uword n = H.n_rows, K = H.n_cols;
  // A row of ones leaves distances as they are, and collects the sums of weights.
  arma::fmat T(K + 1, n, arma::fill::ones);
  T.head_rows(K) = arma::conv_to<arma::fmat>::from(H.t());
  const arma::fvec r = arma::sum(arma::square(T), 0).t() / 4;

  std::vector<arma::fmat> blocks;
  double Z = 0, entropy = 0;
  for (arma::uword first = 0; first < n; first += block_columns) {
    blocks.push_back(affinities(T, r, first, std::min(first + block_columns, n) - 1));
    Z += total_affinity(blocks.back());
    entropy += cross_entropy(target.P, blocks.back(), first);
  }

  arma::fmat E(K + 1, n, arma::fill::zeros);  // sum_j w_ij (h_j, 1) of each sample i
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    arma::fmat& w = blocks[b];
    const arma::uword first = b * block_columns, last = first + w.n_cols - 1,
                      rest = w.n_rows - w.n_cols;
    turn_into_weights(target.P, Z, first, w);
    E.cols(first, last) += T.tail_cols(w.n_rows) * w;
    if (rest > 0) E.tail_cols(rest) += T.cols(first, last) * w.tail_rows(rest).t();
  }

  const arma::mat sums = arma::conv_to<arma::mat>::from(E.t()), excess = arma::abs(H) - 1;
  SephCost cost;
  cost.value = entropy - target.entropy + std::log(Z) + a * arma::accu(arma::square(excess));
  cost.gradient = H.each_col() % sums.col(K) - sums.head_cols(K) + 2 * a * excess % arma::sign(H);
  return cost;
}

arma::mat seph_descent(const SephTarget& target, arma::mat H, double a, std::size_t steps,
                       const Observer& observer) {
  arma::mat best = H, step(arma::size(H), arma::fill::zeros), gain(arma::size(H), arma::fill::ones);
  SephCost cost = seph_cost(target, H, a);
  double least = cost.value;
  for (std::size_t t = 0; t < steps && std::isfinite(cost.value); ++t) {
    observer.tell("seph: codes", t, steps);
    for (arma::uword e = 0; e < H.n_elem; ++e) {
      // Gradient and last step of different signs agree on the way.
      const bool agree = sign_of(cost.gradient[e]) != sign_of(step[e]);
      gain[e] = std::max(agree ? gain[e] + gain_added : gain[e] * gain_kept, min_gain);
      step[e] = momentum * step[e] - step_length * gain[e] * cost.gradient[e];
    }
    H += step;
    H.each_row() -= arma::rowvec(arma::mean(H, 0));
    cost = seph_cost(target, H, a);
    if (cost.value < least) {
      least = cost.value;
      best = H;
    }
  }
  return best;
}

arma::mat seph_regression(const arma::mat& K, const arma::mat& K0, const arma::mat& B, double r,
                          std::string_view what, const Observer& observer) {
  // log(1 + exp(-t)) curves by 1/4 at most.
  arma::mat bound = K.t() * K / 4 + 2 * r * K0, L;
  bound.diag() += bound_smoothing * arma::trace(bound) / static_cast<double>(bound.n_rows);
  if (!arma::chol(L, bound, "lower")) {
    throw Error(ErrorCode::numerical,
                "seph: the kernel's covariance could not be factorised, expected a kernel value "
                "above 0 for some sample: lower gamma");
  }
  const arma::mat upper = L.t();
  arma::mat W(K.n_cols, B.n_cols, arma::fill::zeros), ahead = W;
  std::vector<double> inertia(B.n_cols, 1);
  for (std::size_t step = 0; step < max_regression_steps; ++step) {
    observer.tell(what, step, max_regression_steps);
    const arma::mat slope = -B / (1 + arma::exp(B % (K * ahead))),
                    gradient = K.t() * slope + 2 * r * (K0 * ahead);
    const arma::mat half = arma::solve(arma::trimatl(L), gradient, arma::solve_opts::fast),
                    change = arma::solve(arma::trimatu(upper), half, arma::solve_opts::fast);
    const arma::rowvec lengths = arma::sum(arma::square(half), 0);
    const bool done = lengths.max() <= negligible_step * static_cast<double>(K.n_rows);
    const arma::mat next = ahead - change;
    for (arma::uword k = 0; k < B.n_cols; ++k) {
      // Momentum that points uphill begins anew (O'Donoghue & Candes).
      const arma::vec moved = next.col(k) - W.col(k);
      if (arma::dot(gradient.col(k), moved) > 0) inertia[k] = 1;
      const double grown = (1 + std::sqrt(1 + 4 * inertia[k] * inertia[k])) / 2;
      ahead.col(k) = next.col(k) + (inertia[k] - 1) / grown * moved;
      inertia[k] = grown;
    }
    W = next;
    if (done) break;
  }
  return W;
}

namespace cross_modal {
std::unique_ptr<CrossModal> seph() {
  return std::make_unique<Seph>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
