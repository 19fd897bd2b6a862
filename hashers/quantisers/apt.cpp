#include "hashers/descent/adam.h"
#include "hashers/quantisers/apt_steps.h"
#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

class Apt final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"apt", 1, "published nowhere: our own",
            "thresholds of all dimensions, trained together for average precision",
            "O(iterations batch^2 (T K + levels))"};
  }

  void describe(Options& options) override {
    options.choice("thresholds", thresholds_, {"1", "3", "7", "15"},
                   "thresholds on each dimension, T");
    describe_descent(options, descent_, "threshold-");
  }

  // One threshold was best on none of five data sets at 16, 32 and 64 bits.
  std::string grid() const override { return "thresholds=3,7,15"; }

  Supervision supervision() const override { return Supervision::neighbours; }
  std::size_t bits_per_dimension() const override { return bits_for_thresholds(T()); }

  double work(const WorkSizes& s) const override {
    const auto batch = std::min(static_cast<double>(descent_.batch), s.n);
    const auto T = static_cast<double>(this->T());
    return static_cast<double>(descent_.steps) *
           (8 * product_work(batch, s.K * T, batch) + step_work(20 * batch * batch));
  }

  Quantisation learn(const QuantiserInput& data, const Rng& rng,
                     const Observer& observer) const override {
    require_finite_values(data.Y);
    const arma::mat t = descend_thresholds(arma::conv_to<arma::mat>::from(data.Y), data.S, T(),
                                           descent_, rng.stream("apt"), observer);
    Quantisation learned;
    for (arma::uword j = 0; j < t.n_rows; ++j) {
      std::vector<double> of_j = arma::conv_to<std::vector<double>>::from(t.row(j));
      std::fill(std::unique(of_j.begin(), of_j.end()), of_j.end(), unused_threshold);
      learned.thresholds.push_back(std::move(of_j));
    }
    return learned;
  }

 private:
  std::size_t T() const { return std::stoul(thresholds_); }
  std::string thresholds_ = "3";
  CodeDescent descent_{300, 500, 0.01, 2, 10, "pooled"};
};

/// The rows of Y in ascending order, by the first column that differs: an order that does not
/// depend on how the samples stand.
arma::uvec ascending_rows(const arma::mat& Y) {
  arma::uvec order = arma::regspace<arma::uvec>(0, Y.n_rows - 1);
  std::stable_sort(order.begin(), order.end(), [&](arma::uword a, arma::uword b) {
    for (arma::uword j = 0; j < Y.n_cols; ++j) {
      if (Y(a, j) != Y(b, j)) return Y(a, j) < Y(b, j);
    }
    return false;
  });
  return order;
}

/// 1 for each pair of these rows that are neighbours, else 0.
arma::mat relevance_among(const arma::uvec& rows, const NeighbourGraph& S) {
  std::vector<arma::uword> place(S.size(), rows.n_elem);
  for (arma::uword i = 0; i < rows.n_elem; ++i) place[rows[i]] = i;
  arma::mat R(rows.n_elem, rows.n_elem, arma::fill::zeros);
  for (arma::uword q = 0; q < rows.n_elem; ++q) {
    for (const std::uint32_t neighbour : S[rows[q]]) {
      if (place[neighbour] < rows.n_elem) R(place[neighbour], q) = 1;
    }
  }
  return R;
}

}  // namespace

arma::mat even_thresholds(const arma::mat& Y, std::size_t T) {
  if (Y.n_rows == 1) return arma::repmat(Y.t(), 1, T);  // of which Armadillo has no quantile
  arma::vec shares(T);
  for (std::size_t r = 0; r < T; ++r) {
    shares[r] = static_cast<double>(r + 1) / static_cast<double>(T + 1);
  }
  return arma::quantile(Y, shares, 0).t();
}

arma::mat thermometer_values(const arma::mat& Y, const arma::mat& t) {
  arma::mat A(Y.n_rows, t.n_elem);
  for (arma::uword k = 0; k < t.n_elem; ++k) A.col(k) = Y.col(k % t.n_rows) - t[k];
  return A;
}

arma::mat descend_thresholds(const arma::mat& Y, const NeighbourGraph& S, std::size_t T,
                             const CodeDescent& descent, const Rng& rng, const Observer& observer) {
  const arma::uvec order = ascending_rows(Y);
  arma::mat X = Y.rows(order);
  // In units of a dimension's spread, so that a step is as long for each.
  arma::rowvec spread = arma::stddev(X);
  spread.transform([](double value) { return value > 0 ? value : 1; });
  X.each_row() /= spread;
  arma::mat t = even_thresholds(X, T);
  Adam of_t(arma::size(t));
  const std::size_t bits = t.n_elem;
  descend(descent, Y.n_rows, rng, "apt: thresholds", observer,
          [&](const arma::uvec& rows, double slope, double rate) {
            const arma::mat A = thermometer_values(X.rows(rows), t);
            const arma::mat R = relevance_among(order.elem(rows), S);
            const arma::mat up = precision_by_values(A, R, slope, bits + 1, descent.precision);
            // A falls as t rises.
            of_t.step(t, arma::reshape(arma::sum(up, 0), t.n_rows, t.n_cols), rate);
          });
  t = arma::sort(t, "ascend", 1);
  t.each_col() %= spread.t();
  return t;
}

namespace quantisers {
std::unique_ptr<Quantiser> apt() {
  return std::make_unique<Apt>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
