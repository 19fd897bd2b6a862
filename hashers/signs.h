#pragma once

#include "lib/codes/codes.h"

#include <armadillo>

#include <vector>

namespace hashlab::hashers {

// A bit is the sign of a value. The sign of 0 counts as negative (bit 0, or -1), both in the
// training of bits and in the quantisers.

/// Replaces every entry above 0 by +1, every other by -1.
void take_signs(arma::mat& Y);

/// A copy of Y in which every entry above 0 is +1 and every other is -1. Y is any expression whose
/// value is a matrix of doubles.
template <typename Expression>
arma::mat signs(const arma::Base<double, Expression>& Y) {
  arma::mat B = Y.get_ref();
  take_signs(B);
  return B;
}
arma::mat signs(const arma::fmat& Y);

/// Negates columns where necessary, so that the entry of largest magnitude in each column (the
/// first one in case of ties) is positive. The sign of an eigenvector is arbitrary and would
/// otherwise depend on LAPACK.
void make_largest_entries_positive(arma::mat& V);

/// Codes with one bit per dimension: bit k of code i is Y(i, k) > thresholds[k], compared as
/// doubles. Equals Quantisation::encode for one threshold per dimension, but processes 32 bits at a
/// time.
/// Shapes:  Y is m x dims, thresholds has dims numbers; no threshold is NaN.
Codes sign_bits(const arma::fmat& Y, const std::vector<double>& thresholds);

}  // namespace hashlab::hashers
