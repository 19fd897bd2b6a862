#pragma once

#include "hashers/cross_modal.h"

#include "lib/options.h"

#include <armadillo>

#include <string>

namespace hashlab::hashers {

// Checks of the training samples that cross-modal methods share, with their error messages, and
// settings that are relative to the scale of the samples.

/// Checks that the features of both views are finite.
/// Errors:  numerical, with a message that begins with `method`, if a view holds a number that is
///          not finite.
void require_finite(const PairedTrainingSet& data, const std::string& method);

/// The class indicators of the samples (see class_indicators): n x C, C >= 1.
/// Errors:  invalid_argument, with a message that begins with `method`, if the samples have no
///          labels, or no sample has a class.
arma::mat required_classes(const PairedTrainingSet& data, const std::string& method);

/// The ridge in absolute units: the number that a regression from a view V (d x n) adds to the
/// diagonal of V V^T. The unit of a relative ridge is the mean squared length of a sample, trace(V
/// V^T) / n, so that the same multiple suits features of any scale. With d features of variance v,
/// the unit is d v. By Bayesian regression this is the best ridge for any n if weights and noise
/// are normal and each accounts for half of the target's variance.
double absolute_ridge(const Scaled& ridge, const arma::mat& V);

/// The constant C of an SVM on the samples of X (d x n), from the setting `c`. The unit of a
/// relative `c` is 1 / (mean squared length of a sample), as in the linear BitSvms; it is 1 if all
/// samples are zero. This unit is also the default C of SVM-light.
double absolute_price(const Scaled& c, const arma::fmat& X);

}  // namespace hashlab::hashers
