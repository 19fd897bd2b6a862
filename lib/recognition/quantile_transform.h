#pragma once

#include "lib/types.h"

#include <cstddef>

namespace hashlab {

/// Maps each feature to the standard normal distribution by its quantiles: x goes to
/// Phi^-1(F(x)), where F interpolates between quantiles of the samples that it was fitted on. Equal
/// samples go to the middle of their quantiles. What lies at or beyond the least goes to
/// -5.199337582605575, what lies at or beyond the greatest to the opposite. Where both are the
/// same, as of a constant feature, they go to the negative one, and only what lies beyond them goes
/// to the positive one.
///
/// The values of scikit-learn's QuantileTransformer(output_distribution="normal") without its
/// drawing of samples: all of them are used.
class QuantileTransform {
 public:
  /// X: d x n, n >= 1; `quantiles` >= 1, of which at most n are used.
  /// Errors:  invalid_argument if X has no samples or values that are not finite, or `quantiles`
  ///          is 0.
  /// Cost:    O(d n log n).
  QuantileTransform(const Features& X, std::size_t quantiles = 1000, std::size_t threads = 1);

  /// X: d x m of the same d.
  /// Errors:  invalid_argument if d is another, or values are not finite.
  /// Cost:    O(d m log quantiles).
  Features apply(const Features& X, std::size_t threads = 1) const;

 private:
  double share_below(double x, arma::uword feature) const;

  arma::mat quantiles_;   ///< quantiles x d, ascending
  arma::vec references_;  ///< the share of samples at or below each, 0 .. 1
};

}  // namespace hashlab
