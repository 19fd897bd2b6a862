#pragma once

#include "lib/codes/codes.h"

#include <armadillo>

#include <vector>

namespace hashlab::hashers {

// A bit is the sign of a value, and sign(0) is bit 0, or -1: for methods that learn from bits as
// for the quantisers.

/// Replaces every entry above 0 by +1, every other by -1.
void take_signs(arma::mat& Y);

/// The same of a copy, whatever has a matrix of doubles for its value.
template <typename Expression>
arma::mat signs(const arma::Base<double, Expression>& Y) {
  arma::mat B = Y.get_ref();
  take_signs(B);
  return B;
}
arma::mat signs(const arma::fmat& Y);

/// The sign of an eigenvector is arbitrary, and LAPACK's choice: flips each column so that its
/// entry of largest magnitude, the first of equal ones, is positive.
void make_largest_entries_positive(arma::mat& V);

/// Codes of one bit a dimension: bit k of code i is Y(i, k) > thresholds[k], compared as doubles.
/// What Quantisation::encode does for one threshold a dimension, 32 bits at a time.
/// Shapes:  Y is m x dims, thresholds has dims; none is NaN.
Codes sign_bits(const arma::fmat& Y, const std::vector<double>& thresholds);

}  // namespace hashlab::hashers
