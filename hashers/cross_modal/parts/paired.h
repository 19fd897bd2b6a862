#pragma once

#include "hashers/cross_modal.h"

#include <armadillo>

#include <string>

namespace hashlab::hashers {

// What two-view methods ask of their training samples, refused in one wording.

/// Errors:  numerical, beginning with `method`, if a view holds a number that is not finite.
void require_finite(const PairedTrainingSet& data, const std::string& method);

/// The class indicators of the samples (see class_indicators): n x C, C >= 1.
/// Errors:  invalid_argument, beginning with `method`, if the samples have no labels, or none is of
///          any class.
arma::mat required_classes(const PairedTrainingSet& data, const std::string& method);

}  // namespace hashlab::hashers
