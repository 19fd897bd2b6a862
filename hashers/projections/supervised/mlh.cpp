#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/mlh_loss.h"
#include "hashers/projections/supervised/mlh_pairs.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

// Stochastic gradients: pairs a step, momentum, weight decay, start. Weight decay is in place of
// the paper's normalised rows, 1e-4 the least that its authors tried. Pairs half and half
// neighbours are ours.
constexpr std::size_t batch = 100;
constexpr double momentum = 0.9, decay = 1e-4, spread = 0.1;
/// A round draws 5 pairs a sample; rounds are compared on 10 others a sample, and learning ends
/// after this many rounds that bring no lower loss.
constexpr std::size_t drawn_a_sample = 5, judged_a_sample = 10, patience = 15;

/// Each sample at length 1: no bit changes by it, and the loss then weighs all samples alike.
arma::mat unit_samples(const arma::fmat& samples) {
  arma::mat X = arma::conv_to<arma::mat>::from(samples);
  if (!X.is_finite()) {
    throw Error(ErrorCode::numerical,
                "mlh: a feature is no finite number, expected finite features: check them");
  }
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    const double length = arma::norm(X.col(i));
    if (length > 0) X.col(i) /= length;
  }
  return X;
}

double mean_loss(const MlhLoss& loss, const arma::mat& WX, const std::vector<MlhPair>& pairs) {
  double sum = 0;
  for (const MlhPair& pair : pairs) {
    std::size_t h = 0;
    const double *u = WX.colptr(pair.i), *v = WX.colptr(pair.j);
    for (arma::uword k = 0; k < WX.n_rows; ++k) h += (u[k] > 0) != (v[k] > 0);
    sum += loss(h, pair.neighbours);
  }
  return sum / static_cast<double>(pairs.size());
}

/// Minimal loss hashing: hyperplanes that lower an upper bound of a loss on pairs of codes.
class Mlh final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {
        "mlh", 2, "Norouzi & Fleet, ICML 2011",
        "hyperplanes that bring neighbours within rho bits and push others beyond, by a structural "
        "loss",
        "O(iterations n K (d + log K))"};
  }

  void describe(Options& options) override {
    options.real_or_auto("rho", rho_, 0, 1e6,
                         "neighbours should differ in fewer bits than this, others in more; auto: "
                         "3 K / 16, which is best or nearly best at 16, 32 and 64 bits "
                         "(experiments/suites, mlh-rho); the paper chooses it by validation");
    options.real("lambda", lambda_, 0, 1e6,
                 "weight of an error on a pair of non-neighbours; 1 as in the authors' program; "
                 "the paper chooses it by validation");
    options.choice(
        "loss", loss_, {"unit", "plain"},
        "unit: the losses of neighbours and of other pairs are each divided by their largest "
        "value, as in the authors' program, whose initial values and rate are used here; plain: "
        "the paper's equation (3), for which those initial values are too small");
    options.real("rate", rate_, 1e-12, 1e3,
                 "learning rate; 0.1 as by the authors; training diverges above 1000");
    options.count("iterations", iterations_, 1, 100000,
                  "maximum number of rounds with 5 pairs per sample each; training ends earlier if "
                  "15 rounds do not lower the loss; both numbers are our choice");
    options.choice(
        "pairs", pairs_, {"even", "by-sample"},
        "how pairs are drawn: even, each pair with the same probability, as in the paper's sum and "
        "the authors' program; by-sample, first a sample, then one of its neighbours or "
        "non-neighbours, so that pairs of samples with few neighbours weigh more");
  }

  std::string grid() const override { return "lambda=0.3,1"; }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    // The loss of judged pairs is found once a round, the gradient of drawn ones in all its steps.
    const auto drawn = static_cast<double>(drawn_a_sample);
    return static_cast<double>(iterations_) * 5 *
           (1.6 * product_work(s.n * drawn, s.d, s.K) + step_work(drawn * s.n * s.K * 12));
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_neighbours(data, "mlh");
    const arma::mat X = unit_samples(data.X);
    const double rho = rho_.value_or(std::max(1.0, std::round(3 * static_cast<double>(dims) / 16)));
    const MlhLoss loss =
        loss_ == "unit" ? MlhLoss::in_units(rho, lambda_, dims) : MlhLoss{rho, lambda_};
    arma::mat W(dims, X.n_rows);
    Rng start = rng.stream("mlh.start");
    for (double& w : W) w = spread * start.normal();

    const auto how = pairs_ == "even" ? MlhPairSource::Draw::even : MlhPairSource::Draw::by_sample;
    MlhPairSource source(data.S, how, rng.stream("mlh.pairs")),
        judge(data.S, how, rng.stream("mlh.judge"));
    if (source.empty()) return linear_projector(W.t());  // a single sample: nothing to compare
    std::vector<MlhPair> judged;
    for (std::size_t p = 0; p < judged_a_sample * X.n_cols; ++p) judged.push_back(judge.draw());

    const std::size_t steps = (drawn_a_sample * X.n_cols + batch - 1) / batch;
    arma::mat velocity(arma::size(W), arma::fill::zeros), best = W;
    double lowest = mean_loss(loss, W * X, judged);
    std::size_t best_round = 0;
    for (std::size_t round = 1; round <= iterations_; ++round) {
      observer.tell("mlh: rounds", round - 1, iterations_);
      for (std::size_t step = 0; step < steps; ++step) {
        velocity = momentum * velocity - rate_ * (gradient(loss, W, X, source) + decay * W);
        W += velocity;
      }
      const double now = mean_loss(loss, W * X, judged);
      if (now < lowest) {
        lowest = now;
        best = W;
        best_round = round;
      }
      if (lowest == 0 || round - best_round >= patience) break;
    }
    return linear_projector(best.t());
  }

 private:
  /// Of the bound max over codes (loss + g.u + h.v) - max over codes (g.u + h.v), equation (8),
  /// averaged over a batch of pairs.
  static arma::mat gradient(const MlhLoss& loss, const arma::mat& W, const arma::mat& X,
                            MlhPairSource& source) {
    arma::mat ends(X.n_rows, 2 * batch);
    std::vector<bool> neighbours;
    for (std::size_t p = 0; p < batch; ++p) {
      const MlhPair pair = source.draw();
      ends.col(2 * p) = X.col(pair.i);
      ends.col(2 * p + 1) = X.col(pair.j);
      neighbours.push_back(pair.neighbours);
    }
    return mlh_gradient(loss, W, ends, neighbours);
  }

  std::string loss_ = "unit", pairs_ = "even";
  std::optional<double> rho_;
  double lambda_ = 1, rate_ = 0.1;
  std::size_t iterations_ = 100;
};

}  // namespace

MlhLoss MlhLoss::in_units(double rho, double lambda, std::size_t K) {
  return {rho, lambda, std::max(static_cast<double>(K) - rho + 1, 1.0), rho + 1};
}

double MlhLoss::operator()(std::size_t h, bool neighbours) const {
  const double over = static_cast<double>(h) - rho;
  return neighbours ? std::max(over + 1, 0.0) / neighbours_unit
                    : lambda * std::max(1 - over, 0.0) / others_unit;
}

arma::mat mlh_gradient(const MlhLoss& loss, const arma::mat& W, const arma::mat& ends,
                       const std::vector<bool>& neighbours) {
  const arma::mat U = W * ends;
  arma::mat D(arma::size(U));
  for (std::size_t p = 0; p < neighbours.size(); ++p) {
    const arma::vec u = U.col(2 * p), v = U.col(2 * p + 1);
    const MlhCodes codes = mlh_inference(loss, u, v, neighbours[p]);
    D.col(2 * p) = codes.g - signs(u);
    D.col(2 * p + 1) = codes.h - signs(v);
  }
  return D * ends.t() / static_cast<double>(neighbours.size());
}

MlhCodes mlh_inference(const MlhLoss& loss, const arma::vec& u, const arma::vec& v,
                       bool neighbours) {
  // A bit scores |u + v| at most if the codes agree in it and |u - v| if not, so those m bits
  // differ that gain most by it; then only m is to be chosen.
  const std::size_t K = u.n_elem;
  std::vector<std::pair<double, std::size_t>> gains(K);
  double score = 0;
  for (std::size_t k = 0; k < K; ++k) {
    const double agree = std::abs(u[k] + v[k]), differ = std::abs(u[k] - v[k]);
    gains[k] = {agree - differ, k};  // ascending: the largest gain first
    score += agree;
  }
  std::sort(gains.begin(), gains.end());
  MlhCodes best{arma::vec(K), arma::vec(K), score + loss(0, neighbours)};
  std::size_t most = 0;
  for (std::size_t m = 1; m <= K; ++m) {
    score -= gains[m - 1].first;
    if (score + loss(m, neighbours) > best.score) {
      best.score = score + loss(m, neighbours);
      most = m;
    }
  }
  for (std::size_t m = 0; m < K; ++m) {
    const std::size_t k = gains[m].second;
    best.g[k] = (m < most ? u[k] - v[k] : u[k] + v[k]) > 0 ? 1 : -1;
    best.h[k] = m < most ? -best.g[k] : best.g[k];
  }
  return best;
}

namespace projections {
std::unique_ptr<Projection> mlh() {
  return std::make_unique<Mlh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
