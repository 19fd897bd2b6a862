#pragma once

#include "hashers/finite_values.h"
#include "hashers/quantisation.h"

#include <limits>
#include <span>
#include <vector>

namespace hashlab::hashers {

/// The value of a threshold that a solution does not use. It lies behind the used ones, and no
/// finite float is above it, so the region numbers in use are 0, 1, 2, ... without gaps. If a used
/// threshold were repeated instead, a region number would be skipped, and Manhattan distance would
/// count the skipped region.
inline constexpr double unused_threshold = std::numeric_limits<float>::max();

/// Two thresholds leave a natural code of two bits incomplete, so they use the double-bit code.
inline Quantisation::Codebook codebook_for_thresholds(std::size_t T) {
  return T == 2 ? Quantisation::Codebook::double_bit : Quantisation::Codebook::natural;
}

/// The thresholds of each column of Y, trained separately: learn(y, j) returns those of dimension
/// j, where y holds the n projected values in the order of the samples.
/// Errors: those of require_finite_values.
template <typename Learn>
Quantisation quantise_each(const arma::fmat& Y, Quantisation::Codebook codebook, Learn learn) {
  require_finite_values(Y);
  Quantisation result{codebook, {}};
  for (arma::uword j = 0; j < Y.n_cols; ++j) {
    result.thresholds.push_back(learn(std::span<const float>(Y.colptr(j), Y.n_rows), j));
  }
  return result;
}

}  // namespace hashlab::hashers
