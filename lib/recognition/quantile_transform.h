#pragma once

#include "lib/types.h"

#include <cstddef>

namespace hashlab {

/// Maps each feature to the standard normal distribution by its quantiles: x goes to Phi^-1(F(x)),
/// where F interpolates between quantiles of the samples on which the transform was fitted. If
/// several quantiles are equal, F of their value is the mean of F at the first and at the last of
/// them. Values below the smallest quantile, or less than 1e-7 above it, go to -5.199337582605575.
/// Values above the largest quantile, or less than 1e-7 below it, go to +5.199337582605575. Where
/// both apply, as for the value of a constant feature, the result is the negative number.
///
/// The results equal those of scikit-learn's QuantileTransformer(output_distribution="normal")
/// without its subsampling: all samples are used.
class QuantileTransform {
 public:
  /// X: d x n, n >= 1; `quantiles` >= 1, of which at most n are used.
  /// Errors:  invalid_argument if X has no samples or values that are not finite, or `quantiles`
  ///          is 0.
  /// Cost:    O(d n log n).
  QuantileTransform(const Features& X, std::size_t quantiles = 1000, std::size_t threads = 1);

  /// Transforms X, which is d x m with the d of the constructor.
  /// Errors:  invalid_argument if d differs, or values are not finite.
  /// Cost:    O(d m log quantiles).
  Features apply(const Features& X, std::size_t threads = 1) const;

 private:
  double share_below(double x, arma::uword feature) const;

  arma::mat quantiles_;   ///< quantiles x d, ascending
  arma::vec references_;  ///< F at each quantile: evenly spaced, 0 .. 1
};

}  // namespace hashlab
