#pragma once

#include "lib/ranking/estimates.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab::hashers {

// Codes of equal steps in an interval of each vector's own: a coordinate x has the digit
//
//   k = floor((x - lower) / w + 1/2),  w = (upper - lower) / (2^b - 1),
//
// which stands for lower + w k. LVQ and OSQ differ in how they choose the interval.

struct Interval {
  double lower = 0, upper = 0;
};

/// The digits of x, of `bits` bits each, where coordinates beyond the interval take its ends; all 0
/// if the interval is empty.
std::vector<std::uint8_t> interval_digits(std::span<const double> x, const Interval& interval,
                                          std::size_t bits);

/// The two terms of a query s: the sum of k s_k, whose factor is -2 w, and the sum of s_k, whose
/// factor is -2 lower.
std::vector<AskedTerm> interval_terms(std::span<const double> s, std::size_t bits);

/// The interval of OSQ: it starts from the mean plus and minus a number of standard deviations, and
/// takes at most `steps` steps of coordinate descent on (1 - lambda) <x, e>^2 / |x|^2 + lambda
/// |e|^2, e the error of x, as long as this loss does not grow. If all coordinates are equal, both
/// ends are their mean.
/// Source:  Apache Lucene, OptimizedScalarQuantizer (pull request 14078), after anisotropic vector
///          quantisation (Guo et al., ICML 2020).
/// Differs: constant vectors, for which Lucene divides 0 by 0.
Interval osq_interval(std::span<const double> x, std::size_t bits, double lambda,
                      std::size_t steps);

}  // namespace hashlab::hashers
