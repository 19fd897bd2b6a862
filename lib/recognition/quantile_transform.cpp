#include "lib/recognition/quantile_transform.h"

#include "lib/error.h"
#include "lib/parallel.h"

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

namespace hashlab {
namespace {

/// What scikit-learn takes for the smallest share, 1e-7 less its rounding step.
constexpr double min_share = 1e-7;

/// The value at x of the straight lines through (xs, ys), xs ascending; where several xs are equal
/// to x the last one's. Beyond the ends it is that of the end.
double interpolated(double x, std::span<const double> xs, std::span<const double> ys) {
  const auto above =
      static_cast<std::size_t>(std::upper_bound(xs.begin(), xs.end(), x) - xs.begin());
  if (above == 0) return ys.front();
  if (above == xs.size()) return ys.back();
  const std::size_t i = above - 1;
  return ys[i] + (ys[above] - ys[i]) / (xs[above] - xs[i]) * (x - xs[i]);
}

/// The same where several xs are equal to x, with the first one's.
double interpolated_from_above(double x, std::span<const double> xs, std::span<const double> ys) {
  const auto from =
      static_cast<std::size_t>(std::lower_bound(xs.begin(), xs.end(), x) - xs.begin());
  if (from == 0) return ys.front();
  if (from == xs.size()) return ys.back();
  return ys[from] - (ys[from] - ys[from - 1]) / (xs[from] - xs[from - 1]) * (xs[from] - x);
}

/// The quantile of ascending values by straight lines between them.
double quantile_of(const std::vector<double>& values, double share) {
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), values.size() - 1);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

double normal_quantile(double share) {
  static const double bound = boost::math::quantile(boost::math::complement(
      boost::math::normal(), min_share - std::numeric_limits<double>::epsilon()));
  if (share <= 0) return -bound;
  if (share >= 1) return bound;
  return std::clamp(boost::math::quantile(boost::math::normal(), share), -bound, bound);
}

}  // namespace

QuantileTransform::QuantileTransform(const Features& X, std::size_t quantiles,
                                     std::size_t threads) {
  if (X.n_cols == 0) refuse("quantile transform: there are no samples to fit it on");
  if (quantiles == 0) refuse("quantile transform: 0 quantiles are asked for, expected 1 or more");
  if (!X.is_finite()) refuse("quantile transform: samples have values that are not finite");
  const std::size_t count = std::min<std::size_t>(quantiles, X.n_cols);
  references_.zeros(count);  // of one quantile, the least, the share is 0
  if (count > 1) references_ = arma::linspace(0, 1, count);
  quantiles_.set_size(count, X.n_rows);
  parallel(threads, X.n_rows, [&](std::size_t k) {
    std::vector<double> values(X.n_cols);
    for (arma::uword i = 0; i < X.n_cols; ++i) values[i] = static_cast<double>(X(k, i));
    std::sort(values.begin(), values.end());
    for (arma::uword r = 0; r < count; ++r) quantiles_(r, k) = quantile_of(values, references_[r]);
  });
}

double QuantileTransform::share_below(double x, arma::uword feature) const {
  const std::span<const double> at(quantiles_.colptr(feature), quantiles_.n_rows),
      shares(references_.memptr(), references_.n_elem);
  if (x - min_share < at.front()) return 0;
  if (x + min_share > at.back()) return 1;
  return (interpolated(x, at, shares) + interpolated_from_above(x, at, shares)) / 2;
}

Features QuantileTransform::apply(const Features& X, std::size_t threads) const {
  if (X.n_rows != quantiles_.n_cols) {
    refuse(fmt::format("quantile transform: it was fitted on {} features, there are {}",
                       quantiles_.n_cols, X.n_rows));
  }
  if (!X.is_finite()) refuse("quantile transform: samples have values that are not finite");
  Features normal(X.n_rows, X.n_cols);
  parallel(threads, X.n_cols, [&](std::size_t i) {
    for (arma::uword k = 0; k < X.n_rows; ++k) {
      const double share = share_below(static_cast<double>(X(k, i)), k);
      normal(k, i) = static_cast<float>(normal_quantile(share));
    }
  });
  return normal;
}

}  // namespace hashlab
