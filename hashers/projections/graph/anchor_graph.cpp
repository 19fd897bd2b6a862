#include "hashers/projections/graph/anchor_graph.h"

#include "hashers/content.h"
#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/squared_distances.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// The s smallest of m numbers, ascending, the first of equal ones before the others.
/// Numbers that are none count as infinity.
void smallest(const float* values, arma::uword m, arma::uword s, arma::uword* index, float* value) {
  std::vector<std::pair<float, arma::uword>> order(m);
  for (arma::uword j = 0; j < m; ++j) {
    order[j] = {std::isnan(values[j]) ? std::numeric_limits<float>::infinity() : values[j], j};
  }
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(s), order.end());
  for (arma::uword j = 0; j < s; ++j) std::tie(value[j], index[j]) = order[j];
}

AnchorAffinities computed_affinities(const arma::fmat& A, std::size_t nearest, double gamma,
                                     const arma::fmat& X) {
  const arma::fmat D = squared_distances(A, X);
  AnchorAffinities Z{arma::umat(nearest, X.n_cols), arma::mat(nearest, X.n_cols)};
  arma::fvec squared(nearest);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    smallest(D.colptr(i), D.n_rows, nearest, Z.anchor.colptr(i), squared.memptr());
    double* weight = Z.weight.colptr(i);
    double sum = 0;
    for (arma::uword j = 0; j < nearest; ++j) {
      const auto further = static_cast<double>(squared[j]) - static_cast<double>(squared[0]);
      weight[j] = std::exp(-gamma * further);
      sum += weight[j];
    }
    for (arma::uword j = 0; j < nearest; ++j) weight[j] /= sum;
  }
  return Z;
}

}  // namespace

std::shared_ptr<const AnchorAffinities> AnchorGraph::affinities(const arma::fmat& X) const {
  const std::string key = reuse == nullptr
                              ? ""
                              : fmt::format("affinities of {} to the {} nearest of {}, gamma={}",
                                            content_of(X), nearest, content, gamma);
  return reused<AnchorAffinities>(
      reuse, key, [&] { return computed_affinities(A, nearest, gamma, X); },
      [&](const AnchorAffinities& Z) { return 16 * Z.weight.n_elem + key.size(); });
}

double nearest_anchor_gamma(const arma::fmat& A, const arma::fmat& X, std::size_t nearest) {
  const arma::fmat D = squared_distances(A, X);
  arma::uvec index(nearest);
  arma::fvec squared(nearest);
  double sum = 0;
  for (arma::uword i = 0; i < D.n_cols; ++i) {
    smallest(D.colptr(i), D.n_rows, nearest, index.memptr(), squared.memptr());
    sum += std::sqrt(static_cast<double>(squared[nearest - 1]));
  }
  if (!std::isfinite(sum)) {
    throw Error(
        ErrorCode::numerical,
        "anchor graph: a distance to an anchor is no finite number, expected features below "
        "1e18: check them");
  }
  const double sigma = sum / static_cast<double>(D.n_cols);
  const double gamma = 1 / (sigma * sigma);
  return gamma > 0 && gamma <= static_cast<double>(std::numeric_limits<float>::max()) ? gamma : 1;
}

arma::vec anchor_degrees(const AnchorAffinities& Z, std::size_t m) {
  arma::vec lambda(m, arma::fill::zeros);
  for (arma::uword e = 0; e < Z.weight.n_elem; ++e) lambda[Z.anchor[e]] += Z.weight[e];
  return lambda;
}

arma::mat anchor_similarity(const AnchorAffinities& Z, const arma::vec& lambda) {
  arma::mat M(lambda.n_elem, lambda.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < Z.weight.n_cols; ++i) {
    for (arma::uword a = 0; a < Z.weight.n_rows; ++a) {
      for (arma::uword b = 0; b < Z.weight.n_rows; ++b) {
        M(Z.anchor(a, i), Z.anchor(b, i)) += Z.weight(a, i) * Z.weight(b, i);
      }
    }
  }
  for (arma::uword k = 0; k < M.n_cols; ++k) {
    for (arma::uword j = 0; j < M.n_rows; ++j) {
      if (M(j, k) > 0) M(j, k) /= std::sqrt(lambda[j] * lambda[k]);
    }
  }
  return M;
}

arma::mat times_affinities(const AnchorAffinities& Z, const arma::mat& W) {
  arma::mat Y(Z.weight.n_cols, W.n_cols, arma::fill::zeros);
  for (arma::uword k = 0; k < W.n_cols; ++k) {
    const double* w = W.colptr(k);
    double* y = Y.colptr(k);
    for (arma::uword i = 0; i < Y.n_rows; ++i) {
      for (arma::uword j = 0; j < Z.weight.n_rows; ++j) y[i] += Z.weight(j, i) * w[Z.anchor(j, i)];
    }
  }
  return Y;
}

}  // namespace hashlab::hashers
