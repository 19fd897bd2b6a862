#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/bre_descent.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

/// `count` of `from`, without replacement; all if there are fewer.
std::vector<std::uint32_t> draw_some(std::vector<std::uint32_t> from, std::size_t count, Rng& rng) {
  for (std::size_t i = 0; i < std::min(count, from.size()); ++i) {
    std::swap(from[i], from[i + rng.below(from.size() - i)]);
  }
  from.resize(std::min(count, from.size()));
  return from;
}

/// Pairs to reconstruct: of each sample some neighbours, at distance 0, and as many others, at 1.
std::vector<BrePair> drawn_pairs(const NeighbourGraph& S, double share, Rng rng) {
  const std::size_t n = S.size();
  const auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(n)));
  std::vector<BrePair> pairs;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::vector<std::uint32_t> near(S[i].begin(), S[i].end());
    std::vector<std::uint32_t> everybody(n), far;
    std::iota(everybody.begin(), everybody.end(), 0u);
    std::set_difference(everybody.begin(), everybody.end(), near.begin(), near.end(),
                        std::back_inserter(far));
    far.erase(std::lower_bound(far.begin(), far.end(), i));  // i is no neighbour of its own
    for (const std::uint32_t j : draw_some(near, count, rng)) {
      pairs.push_back({std::min(i, j), std::max(i, j), 0});
    }
    for (const std::uint32_t j : draw_some(far, count, rng)) {
      pairs.push_back({std::min(i, j), std::max(i, j), 1});
    }
  }
  const auto place = [](const BrePair& p) { return std::pair(p.i, p.j); };
  std::sort(pairs.begin(), pairs.end(),
            [&](const BrePair& p, const BrePair& q) { return place(p) < place(q); });
  pairs.erase(std::unique(pairs.begin(), pairs.end(),
                          [&](const BrePair& p, const BrePair& q) { return place(p) == place(q); }),
              pairs.end());
  return pairs;
}

/// Binary reconstructive embedding with a linear kernel, supervised by who neighbours whom.
class Bre final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {
        "bre", 1, "Kulis & Darrell, NIPS 2009, algorithm 1",
        "hyperplanes spanned by anchors, whose Hamming distances reconstruct 0 for neighbours and "
        "1 for others",
        "O(K m d n + iterations K (d n + n log n + pairs n^2))"};
  }

  void describe(Options& options) override {
    options.count(
        "anchors", anchors_, 1, 100000,
        "training samples that span a bit's hyperplane, drawn for each bit; 50 in the paper");
    options.real(
        "pairs", pairs_, 1e-6, 1,
        "neighbours and non-neighbours of each sample that are reconstructed, each as a share "
        "of the samples; 0.05 in the paper");
    options.count(
        "iterations", iterations_, 1, 100000,
        "most rounds, each of which improves one coordinate of every bit; 100 in the authors' "
        "experiments, which also end when a round gains no more than 1");
  }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_neighbours(data, "bre");
    arma::mat X = arma::conv_to<arma::mat>::from(data.X);
    if (!X.is_finite()) {
      throw Error(ErrorCode::numerical,
                  "bre: a feature is no finite number, expected finite features: check them");
    }
    // The sign of a bit knows no scale: dividing by the mean length keeps all numbers near 1.
    const double largest = arma::abs(X).max();
    const double scale =
        largest > 0 ? largest * std::sqrt(arma::mean(arma::sum(arma::square(X / largest), 0))) : 1;
    X /= scale;

    const std::size_t n = X.n_cols, m = std::min(anchors_, n);
    std::vector<std::uint32_t> everybody(n);
    std::iota(everybody.begin(), everybody.end(), 0u);
    std::vector<std::vector<std::uint32_t>> anchors;
    arma::mat W(m, dims), S(n, dims);
    Rng draw = rng.stream("bre.anchors"), start = rng.stream("bre.start");
    const auto spanned = [&](std::size_t k) {
      arma::vec w(X.n_rows, arma::fill::zeros);
      for (std::size_t q = 0; q < m; ++q) w += W(q, k) * X.col(anchors[k][q]);
      return w;
    };
    for (std::size_t k = 0; k < dims; ++k) {
      anchors.push_back(draw_some(everybody, m, draw));
      for (double& w : W.col(k)) w = start.normal();
      S.col(k) = X.t() * spanned(k);
    }

    BreDescent descent(std::move(S), drawn_pairs(data.S, pairs_, rng.stream("bre.pairs")));
    Rng choose = rng.stream("bre.coordinates");
    for (std::size_t round = 0; round < iterations_; ++round) {
      const double before = descent.objective();
      for (std::size_t k = 0; k < dims; ++k) {
        observer.tell("bre: coordinates", round * dims + k, iterations_ * dims);
        const std::size_t q = choose.below(m);
        const arma::vec kappa = X.t() * X.col(anchors[k][q]);
        W(q, k) += descent.improve(k, kappa);
      }
      if (before - descent.objective() <= 1) break;
    }
    arma::mat hyperplanes(X.n_rows, dims);
    for (std::size_t k = 0; k < dims; ++k) hyperplanes.col(k) = spanned(k);
    return linear_projector(hyperplanes / scale);
  }

 private:
  std::size_t anchors_ = 50, iterations_ = 100;
  double pairs_ = 0.05;
};

}  // namespace

BreDescent::BreDescent(arma::mat S, const std::vector<BrePair>& pairs)
    : S_(std::move(S)), pairs_(pairs), apart_(pairs.size(), 0), first_(S_.n_rows + 1, 0) {
  for (std::size_t k = 0; k < S_.n_cols; ++k) {
    const arma::vec h = signs(S_.col(k));
    for (std::size_t p = 0; p < pairs_.size(); ++p) apart_[p] += h[pairs_[p].i] != h[pairs_[p].j];
  }
  for (const BrePair& pair : pairs_) {
    ++first_[pair.i + 1];
    ++first_[pair.j + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  edges_.resize(2 * pairs_.size());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
    edges_[next[pairs_[p].i]++] = {pairs_[p].j, p};
    edges_[next[pairs_[p].j]++] = {pairs_[p].i, p};
  }
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const double error = pairs_[p].target - apart_[p] / static_cast<double>(S_.n_cols);
    objective_ += error * error;
  }
}

double BreDescent::improve(std::size_t k, const arma::vec& kappa) {
  const std::size_t n = S_.n_rows;
  const double* s = S_.colptr(k);
  const arma::vec now = signs(S_.col(k));
  // With u = +1 and -1 a pair's term is (e - c + c u_i u_j)^2, where e is its target less what
  // other bits contribute and c = 1 / 2K. So f is a constant plus the sum of g u_i u_j,
  // g = 2 c (e - c).
  const double c = 0.5 / static_cast<double>(S_.n_cols);
  std::vector<double> g(pairs_.size());
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const bool differ = now[pairs_[p].i] != now[pairs_[p].j];
    g[p] = 2 * c * (pairs_[p].target - 2 * c * (apart_[p] - (differ ? 1u : 0u)) - c);
  }
  const auto form = [&](const arma::vec& u) {
    double sum = 0;
    for (std::size_t p = 0; p < pairs_.size(); ++p) sum += g[p] * u[pairs_[p].i] * u[pairs_[p].j];
    return sum;
  };

  // From delta = -infinity upwards every sample with kappa != 0 flips once, at its breakpoint.
  arma::vec u = now;
  std::vector<std::pair<double, std::uint32_t>> breaks;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double at = -s[i] / kappa[i];
    if (kappa[i] == 0 || !std::isfinite(at)) continue;
    breaks.emplace_back(at, i);
    u[i] = kappa[i] > 0 ? -1 : 1;
  }
  if (breaks.empty()) return 0;
  std::sort(breaks.begin(), breaks.end());
  const double first = breaks.front().first, last = breaks.back().first;
  const double width = std::max({last - first, std::abs(first), std::abs(last)}) / 2;
  const double margin = width > 0 ? width : 1;
  double value = form(u), best = form(now), delta = 0;
  const double tiny = 1e-12 * std::max(1.0, std::abs(best));
  if (value < best - tiny) {
    best = value;
    delta = first - margin;
  }
  for (std::size_t b = 0; b < breaks.size(); ++b) {
    const std::uint32_t i = breaks[b].second;
    double around = 0;
    for (std::size_t e = first_[i]; e < first_[i + 1]; ++e) {
      around += g[edges_[e].pair] * u[edges_[e].to];
    }
    value -= 2 * u[i] * around;
    u[i] = -u[i];
    const bool is_last = b + 1 == breaks.size();
    if (!is_last && breaks[b + 1].first == breaks[b].first) continue;  // they flip together
    if (value < best - tiny) {
      best = value;
      delta = is_last ? last + margin : (breaks[b].first + breaks[b + 1].first) / 2;
    }
  }
  if (delta == 0) return 0;

  // What rounding makes of the new activations decides, not what the sweep expected of them.
  const arma::vec moved = S_.col(k) + delta * kappa;
  const arma::vec then = signs(moved);
  std::vector<std::uint32_t> apart = apart_;
  double objective = 0;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [i, j, target] = pairs_[p];
    apart[p] += static_cast<std::uint32_t>(then[i] != then[j]);
    apart[p] -= static_cast<std::uint32_t>(now[i] != now[j]);
    const double error = target - 2 * c * apart[p];
    objective += error * error;
  }
  if (!(objective < objective_)) return 0;
  S_.col(k) = moved;
  apart_ = std::move(apart);
  objective_ = objective;
  return delta;
}

namespace projections {
std::unique_ptr<Projection> bre() {
  return std::make_unique<Bre>();
}
}  // namespace projections

}  // namespace hashlab
