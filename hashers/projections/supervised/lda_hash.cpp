#include "hashers/projections/supervised/lda_hash.h"

#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::hashers {
namespace {

struct PairCounts {
  double positive, negative;
};

PairCounts count_pairs(const NeighbourGraph& S) {
  const double n = static_cast<double>(S.size());
  const double positive = static_cast<double>(S.items.size()) / 2;
  return {positive, n * (n - 1) / 2 - positive};
}

void eigenvectors(arma::vec& values, arma::mat& vectors, const arma::mat& A) {
  if (A.is_finite() && arma::eig_sym(values, vectors, arma::symmatu(A))) return;
  throw Error(ErrorCode::numerical,
              "lda-hash: the eigenvectors of the pairs' covariances could not be computed: a "
              "feature is not finite or too large");
}

/// Coordinates in which negative pairs have the unit covariance: d x rank, without the axes along
/// which they do not differ.
arma::mat whitening_of_negatives(const arma::mat& negative) {
  arma::vec s;
  arma::mat V;
  eigenvectors(s, V, negative);
  const double negligible =
      s.max() * static_cast<double>(s.n_elem) * std::numeric_limits<double>::epsilon();
  const arma::uvec kept = arma::find(s > std::max(negligible, 0.0));
  return V.cols(kept) * arma::diagmat(1 / arma::sqrt(s(kept)));
}

/// The u with the least u^T A u, ascending, at most `most` of them.
arma::mat min_axes(const arma::mat& A, std::size_t most) {
  if (A.is_empty()) return arma::mat(A.n_rows, 0);
  arma::vec values;
  arma::mat vectors;
  eigenvectors(values, vectors, A);
  return vectors.head_cols(std::min<arma::uword>(most, A.n_cols));
}

}  // namespace

PairCovariances pair_covariances(const arma::mat& X, const NeighbourGraph& S) {
  // Over unordered pairs, sum (x_i - x_j)(x_i - x_j)^T = X L X^T with L the Laplacian of their
  // graph: D - S for neighbours, n I - 1 1^T for all.
  const auto [positive_pairs, negative_pairs] = count_pairs(S);
  arma::mat XL(arma::size(X), arma::fill::none);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    XL.col(i) = static_cast<double>(S[i].size()) * X.col(i);
    for (const std::uint32_t j : S[i]) XL.col(i) -= X.col(j);
  }
  const arma::mat positive = XL * X.t();
  arma::mat C = X;
  C.each_col() -= arma::mean(X, 1);
  const arma::mat all = static_cast<double>(X.n_cols) * (C * C.t());
  return {positive / positive_pairs, (all - positive) / negative_pairs};
}

Threshold best_threshold(std::span<const float> y, const NeighbourGraph& S) {
  const std::size_t n = y.size();
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return y[a] != y[b] ? y[a] < y[b] : a < b; });
  const auto [positive_pairs, negative_pairs] = count_pairs(S);
  std::vector<char> below(n, 0);
  Threshold best{y[order.front()], 1};
  bool found = false;
  std::int64_t cut = 0;  // positive pairs with one sample below
  for (std::size_t rank = 0; rank + 1 < n; ++rank) {
    const std::uint32_t i = order[rank];
    for (const std::uint32_t j : S[i]) cut += below[j] != 0 ? -1 : 1;
    below[i] = 1;
    const float low = y[i], high = y[order[rank + 1]];
    if (low == high) continue;
    const double separated = static_cast<double>(rank + 1) * static_cast<double>(n - rank - 1);
    const double positive = static_cast<double>(cut);
    const double errors = positive / positive_pairs + 1 - (separated - positive) / negative_pairs;
    if (found && errors >= best.errors) continue;
    found = true;
    const auto middle = static_cast<float>((static_cast<double>(low) + high) / 2);
    best = {middle < high ? middle : low, errors};  // rounding may reach `high`
  }
  return best;
}

namespace {

/// Directions along which neighbours differ little and others much, each cut where the rates of
/// false positives and false negatives have the least sum. Columns have unit length: their length
/// moves no bit (the paper's lambda^-1/2). With a class graph there are C - 1 directions that tell
/// C classes apart; beyond, the ratio of the covariances is much the same everywhere.
class LdaHash final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"lda-hash",
            1,
            "Strecha, Bronstein, Bronstein & Fua, PAMI 2012",
            "directions and thresholds that separate few pairs of neighbours and many other pairs",
            "O(n d^2 + d s + d^3)",
            "LDAHash"};
  }

  void describe(Options& options) override {
    options.choice(
        "variant", variant_, {"lda", "dif"},
        "lda: ratio of the covariances of negative and positive pairs; dif: their difference");
    options
        .real("weight", weight_, 0, 1e6,
              "weight of positive pairs, alpha in the paper; 1 is our choice")
        .only_if("variant", "dif");
    options
        .real("ridge", ridge_, 0, 1e6,
              "added to the diagonal of the positive pairs' covariance, as a fraction of the mean "
              "of that diagonal; 0 in the paper; use more with few training samples")
        .only_if("variant", "lda");
  }

  std::string grid() const override { return "ridge=0.1,1,10"; }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return max_principal_axes(d, n);
  }

  Supervision supervision() const override { return Supervision::neighbours; }

  double work(const WorkSizes& s) const override {
    return step_work((s.d + 2 * s.K) * s.pairs) + 4 * product_work(s.d, s.n, s.d) +
           2 * eigen_work(s.d) + step_work(100 * s.n * s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng&,
                                         const Observer&) const override {
    require_neighbours(data, "lda-hash");
    const auto [positive_pairs, negative_pairs] = count_pairs(data.S);
    if (positive_pairs == 0 || negative_pairs == 0) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("lda-hash: {} pairs of {} training samples are neighbours, expected "
                      "some but not all: use other training samples or another ground truth",
                      positive_pairs == 0 ? "no" : "all", data.X.n_cols));
    }
    const arma::mat found =
        directions(pair_covariances(arma::conv_to<arma::mat>::from(data.X), data.S), dims);
    // Fewer axes than dimensions along which samples differ: the other columns are zero.
    arma::mat W(data.X.n_rows, dims, arma::fill::zeros);
    if (found.n_cols > 0) W.head_cols(found.n_cols) = arma::normalise(found);
    const arma::fmat Y = linear_projector(W)->project(data.X);
    if (!Y.is_finite()) {
      throw Error(ErrorCode::numerical,
                  "lda-hash: a projected training sample is not finite, expected finite numbers: "
                  "scale the features down");
    }
    return linear_projector(W, -thresholds(Y, data.S));
  }

 private:
  /// d x dims at most, best first.
  arma::mat directions(PairCovariances Sigma, std::size_t dims) const {
    if (variant_ == "dif") return min_axes(weight_ * Sigma.positive - Sigma.negative, dims);
    Sigma.positive.diag() += ridge_ * arma::mean(Sigma.positive.diag());
    const arma::mat T = whitening_of_negatives(Sigma.negative);
    return T * min_axes(T.t() * Sigma.positive * T, dims);
  }

  static arma::vec thresholds(const arma::fmat& Y, const NeighbourGraph& S) {
    arma::vec t(Y.n_cols);
    for (arma::uword k = 0; k < Y.n_cols; ++k) {
      t[k] = best_threshold({Y.colptr(k), Y.n_rows}, S).t;
    }
    return t;
  }

  std::string variant_ = "lda";
  double weight_ = 1;
  double ridge_ = 0;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> lda_hash() {
  return std::make_unique<LdaHash>();
}
}  // namespace projections

}  // namespace hashlab::hashers
