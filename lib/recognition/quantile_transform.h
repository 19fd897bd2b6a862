#pragma once

#include "lib/types.h"

#include <cstddef>

namespace hashlab {

/// Maps each feature to the standard normal distribution by its quantiles: x goes to Phi^-1(F(x)),
/// where F interpolates between quantiles of the samples on which the transform was fitted. If
/// several quantiles are equal, their value goes to the middle of them. Values at or below the
/// smallest quantile go to -5.199337582605575, values at or above the largest one to
/// +5.199337582605575. If the smallest and the largest quantile are equal, as for a constant
/// feature, that value itself goes to the negative number and only larger values go to the positive
/// one.
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
  arma::vec references_;  ///< the share of samples at or below each quantile, 0 .. 1
};

}  // namespace hashlab
