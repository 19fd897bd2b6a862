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

namespace hashlab::hashers {
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
      pairs.push_back({std::min(i, j), std::max(i, j), false});
    }
    for (const std::uint32_t j : draw_some(far, count, rng)) {
      pairs.push_back({std::min(i, j), std::max(i, j), true});
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

/// +1 where s > 0, else -1.
std::vector<std::int32_t> whole_signs(const arma::vec& s) {
  std::vector<std::int32_t> h(s.n_elem);
  for (std::size_t i = 0; i < h.size(); ++i) h[i] = s[i] > 0 ? 1 : -1;
  return h;
}

/// Where bits flip as delta goes from -infinity upwards, s + delta kappa being the activations:
/// every sample with kappa != 0 flips once.
struct BreSweep {
  std::vector<std::pair<double, std::uint32_t>> breaks;  ///< delta, sample; ascending
  std::vector<std::int32_t> u;                           ///< the bits before the first of them
  std::size_t flips_until_now = 0;                       ///< after so many, bits are as now

  BreSweep(const arma::vec& s, const std::vector<std::int32_t>& now, const arma::vec& kappa)
      : u(now) {
    for (std::uint32_t i = 0; i < now.size(); ++i) {
      const double at = -s[i] / kappa[i];
      if (kappa[i] == 0 || !std::isfinite(at)) continue;
      breaks.emplace_back(at, i);
      u[i] = kappa[i] > 0 ? -1 : 1;
    }
    // At delta = 0 a bit may be as it is on either side: those go first that are as before.
    std::sort(breaks.begin(), breaks.end(), [&](const auto& x, const auto& y) {
      if (x.first != y.first || x.first != 0) return x < y;
      const bool x_waits = u[x.second] == now[x.second], y_waits = u[y.second] == now[y.second];
      return std::pair(x_waits, x.second) < std::pair(y_waits, y.second);
    });
    for (const auto& [at, i] : breaks) flips_until_now += at < 0 || (at == 0 && u[i] != now[i]);
  }

  /// The delta whose bits have the least value, value[b] being that of b flips; 0 if none has less
  /// than the bits now have. Of intervals of delta with equal values the first.
  double best(const std::vector<std::int64_t>& value) const {
    const double first = breaks.front().first, last = breaks.back().first;
    const double width = std::max({last - first, std::abs(first), std::abs(last)}) / 2;
    const double margin = width > 0 ? width : 1;
    std::int64_t least = value[flips_until_now];
    double delta = 0;
    for (std::size_t b = 0; b <= breaks.size(); ++b) {
      if (value[b] >= least) continue;
      const bool is_first = b == 0, is_last = b == breaks.size();
      if (!is_first && !is_last && breaks[b - 1].first == breaks[b].first) continue;  // as one
      least = value[b];
      if (is_first) {
        delta = first - margin;
      } else {
        delta = is_last ? last + margin : (breaks[b - 1].first + breaks[b].first) / 2;
      }
    }
    return delta;
  }
};

/// Binary reconstructive embedding with a linear kernel, supervised by pairs of neighbours.
class Bre final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"bre", 1, "Kulis & Darrell, NIPS 2009, algorithm 1",
            "hyperplanes spanned by anchors, trained so that Hamming distances reconstruct 0 for "
            "neighbours and 1 for other pairs",
            "O(K m d n + iterations K (d n + n log n + pairs n^2))"};
  }

  void describe(Options& options) override {
    options.count(
        "anchors", anchors_, 1, 100000,
        "training samples that span a bit's hyperplane, drawn for each bit; 50 in the paper");
    options.real("pairs", pairs_, 1e-6, 1,
                 "number of neighbours, and of non-neighbours, of each sample whose distances are "
                 "reconstructed, as a fraction of the samples; 0.05 in the paper");
    options.count(
        "iterations", iterations_, 1, 100000,
        "maximum number of rounds, each of which improves one coordinate of every bit; 100 in the "
        "authors' experiments, which also end when a round gains no more than 1");
  }

  std::string grid() const override { return "anchors=50,300"; }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    const double coordinate = s.d * s.n + 20 * s.n + 12 * pairs_ * s.n * s.n;
    // Rounds end when they gain nothing, with few samples early.
    const double rounds = std::min(static_cast<double>(iterations_), s.n / 10);
    return s.K * step_work(m * s.d) + rounds * s.K * step_work(coordinate);
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
    : S_(std::move(S)), first_(S_.n_rows + 1, 0) {
  for (const BrePair& pair : pairs) {
    ++first_[pair.i + 1];
    ++first_[pair.j + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  to_.resize(2 * pairs.size());
  errors_.resize(to_.size());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  const auto K = static_cast<std::int32_t>(S_.n_cols);
  for (const BrePair& pair : pairs) {
    for (const auto& [from, to] : {std::pair(pair.i, pair.j), std::pair(pair.j, pair.i)}) {
      const std::size_t e = next[from]++;
      to_[e] = to;
      errors_[e] = pair.apart ? K : 0;
    }
  }
  for (arma::uword k = 0; k < S_.n_cols; ++k) {
    const std::vector<std::int32_t> h = whole_signs(S_.col(k));
    for (std::size_t i = 0; i < h.size(); ++i) {
      for (std::size_t e = first_[i]; e < first_[i + 1]; ++e) {
        errors_[e] -= h[i] != h[to_[e]] ? 1 : 0;
      }
    }
  }
  std::int64_t sum = 0;  // of each pair twice
  for (const std::int32_t error : errors_) sum += std::int64_t{error} * error;
  objective_ = sum / 2;
}

double BreDescent::objective() const {
  const auto K = static_cast<double>(S_.n_cols);
  return static_cast<double>(objective_) / (K * K);
}

double BreDescent::improve(std::size_t k, const arma::vec& kappa) {
  const std::vector<std::int32_t> now = whole_signs(S_.col(k));
  const BreSweep sweep(S_.col(k), now, kappa);
  if (sweep.breaks.empty()) return 0;

  // With this bit u = +1 and -1 a pair's term of 2 K^2 f is a constant plus g u_i u_j, where
  // g = 2 error - now_i now_j. So a flip of u_i takes 2 u_i (sum over j of g u_j) from it.
  struct Bit {
    std::int32_t u, moved;  // moved = u now_i
  };
  std::vector<Bit> bits(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) bits[i] = {sweep.u[i], sweep.u[i] * now[i]};
  std::vector<std::int64_t> value = {0};  // 2 K^2 f after each flip, less that before the first
  for (const auto& [at, i] : sweep.breaks) {
    std::int32_t errors = 0, moved = 0;  // no sum exceeds n K
    for (std::size_t e = first_[i]; e < first_[i + 1]; ++e) {
      const Bit& other = bits[to_[e]];
      errors += errors_[e] * other.u;
      moved += other.moved;
    }
    const std::int64_t around = std::int64_t{2} * errors - std::int64_t{now[i]} * moved;
    value.push_back(value.back() - std::int64_t{2} * bits[i].u * around);
    bits[i] = {-bits[i].u, -bits[i].moved};
  }

  // What rounding makes of the new activations decides, not what the sweep expected of them.
  const double delta = sweep.best(value);
  if (delta == 0) return 0;
  const arma::vec moved = S_.col(k) + delta * kappa;
  const std::vector<std::int32_t> then = whole_signs(moved);
  std::vector<std::int32_t> errors(errors_);
  std::int64_t sum = 0;  // of each pair twice
  for (std::size_t i = 0; i < now.size(); ++i) {
    for (std::size_t e = first_[i]; e < first_[i + 1]; ++e) {
      const std::uint32_t j = to_[e];
      errors[e] += (then[i] * then[j] - now[i] * now[j]) / 2;
      sum += std::int64_t{errors[e]} * errors[e];
    }
  }
  if (sum / 2 >= objective_) return 0;
  S_.col(k) = moved;
  errors_ = std::move(errors);
  objective_ = sum / 2;
  return delta;
}

namespace projections {
std::unique_ptr<Projection> bre() {
  return std::make_unique<Bre>();
}
}  // namespace projections

}  // namespace hashlab::hashers
