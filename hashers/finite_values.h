#pragma once

#include <armadillo>

namespace hashlab::hashers {

/// Checks Y, the projected values of the training samples, one sample per row.
/// Errors: invalid_argument if Y has no rows; numerical if a value is not finite.
void require_finite_values(const arma::fmat& Y);

}  // namespace hashlab::hashers
