#pragma once

#include "hashers/hasher.h"

#include <armadillo>

#include <memory>
#include <string>

namespace hashlab::hashers {

/// The features of a view, scaled so that the mean squared length of its samples is 1. Settings
/// then mean the same for every view.
struct ScaledView {
  arma::mat X;      ///< d x n
  double unit = 1;  ///< the divisor of the features; 1 if all are zero
};

/// Scales X (d x n), which must be finite.
ScaledView scaled_view(const arma::fmat& X);

/// A projector for unscaled features that computes W^T x + b, where x are the features divided by
/// view.unit.
/// Shapes:  W is d x dims, b has dims or is empty.
/// Errors:  numerical, with a message that begins with `method`, if the features are so small that
///          a weight for unscaled features is not finite in single precision.
std::unique_ptr<const Projector> unscaled_projector(const ScaledView& view, const arma::mat& W,
                                                    const arma::vec& b, const std::string& method);

}  // namespace hashlab::hashers
