#include "hashers/quantise_views.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace hashlab::hashers {
namespace {

/// The root mean square of each dimension; 1 if it is zero or not finite.
arma::vec root_mean_squares(const arma::fmat& Y) {
  arma::vec scales(Y.n_cols);
  for (arma::uword k = 0; k < Y.n_cols; ++k) {
    double sum = 0;
    for (arma::uword i = 0; i < Y.n_rows; ++i) {
      sum += static_cast<double>(Y(i, k)) * static_cast<double>(Y(i, k));
    }
    const double scale = std::sqrt(sum / static_cast<double>(Y.n_rows));
    scales[k] = scale > 0 && std::isfinite(scale) ? scale : 1;
  }
  return scales;
}

arma::fmat scaled(const arma::fmat& Y) {
  const arma::frowvec scales = arma::conv_to<arma::frowvec>::from(root_mean_squares(Y).t());
  arma::fmat result = Y;
  result.each_row() /= scales;
  return result;
}

/// The neighbours of 2n values, the n of the second view after the n of the first. The neighbours
/// of a sample in either view are those that it has in S, in both views, and the sample itself in
/// the other view. If S has no neighbours, the result has none either, because the quantiser then
/// does not use them.
NeighbourGraph of_both_views(const NeighbourGraph& S) {
  const auto n = static_cast<std::uint32_t>(S.size());
  const bool looks = !S.items.empty();
  NeighbourGraph both;
  std::vector<std::uint32_t> list;
  for (const bool second : {false, true}) {
    for (std::uint32_t i = 0; i < n; ++i) {
      list.assign(S[i].begin(), S[i].end());
      if (looks && second) list.insert(std::lower_bound(list.begin(), list.end(), i), i);
      for (const std::uint32_t j : S[i]) list.push_back(n + j);
      if (looks && !second) {
        list.insert(std::lower_bound(list.begin(), list.end(), n + i), n + i);
      }
      both.append(list);
    }
  }
  return both;
}

}  // namespace

Quantisation quantise_views(const Quantiser& quantiser, const arma::fmat& x, const arma::fmat& z,
                            const NeighbourGraph& S, Reuse* reuse, const Rng& rng,
                            const Observer& observer) {
  const arma::fmat Y = arma::join_cols(scaled(x), scaled(z));
  return quantiser.learn({Y, of_both_views(S), reuse}, rng, observer);
}

Quantisation in_units_of(const Quantisation& quantisation, const arma::fmat& Y) {
  const arma::vec scales = root_mean_squares(Y);
  constexpr double most = std::numeric_limits<float>::max();
  Quantisation result = quantisation;
  for (std::size_t k = 0; k < result.thresholds.size(); ++k) {
    for (double& t : result.thresholds[k]) {
      // The largest number of single precision is a threshold that no value exceeds. It is kept.
      if (std::abs(t) < most) t = std::clamp(t * scales[k], -most, most);
    }
  }
  return result;
}

}  // namespace hashlab::hashers
