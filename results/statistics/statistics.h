#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace hashlab::results {

/// Arithmetic mean, summed in the order given.
/// Errors:  invalid_argument if x is empty.
double mean(std::span<const double> x);

/// Standard deviation of a sample, with denominator n - 1.
/// Errors:  invalid_argument if there are fewer than two values.
double sample_standard_deviation(std::span<const double> x);

/// Outcome of Wilcoxon's signed-rank test.
struct SignedRank {
  std::size_t n = 0;   ///< differences that are not zero
  double w_plus = 0;   ///< sum of the ranks of positive differences
  double w_minus = 0;  ///< sum of the ranks of negative differences
  double p_value = 1;  ///< two-sided, in (0, 1]; 1 if all differences are zero
};

/// Wilcoxon's signed-rank test of paired samples. The null hypothesis is that the differences, a[i]
/// minus b[i], are symmetric about zero. Zero differences are dropped; differences of equal size
/// share their mid-rank. Up to 25 differences the p-value is exact, given the ties: twice the share
/// of the 2^n sign assignments whose rank sum is at most min(w_plus, w_minus). Above 25 it is the
/// normal approximation with tie and continuity correction. The smallest exact p-value of n
/// differences is 2 / 2^n, so p < 0.05 needs 6 of them and p < 0.01 needs 8.
/// Errors:  invalid_argument if lengths differ; numerical if a value is not finite.
/// Cost:    O(n^3) up to n = 25, O(n log n) beyond.
/// Source:  Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1945; for
///          ties, Pratt & Gibbons, "Concepts of Nonparametric Theory", 1981.
SignedRank wilcoxon_signed_rank(std::span<const double> a, std::span<const double> b);

/// Kendall's rank correlation of paired values, with the tie correction (tau-b), in [-1, 1]; 1
/// means the same order. None if either side is constant or has fewer than two values.
/// Errors:  invalid_argument if lengths differ.
/// Source:  Kendall, "The treatment of ties in ranking problems", Biometrika 1945.
std::optional<double> kendall_tau(std::span<const double> a, std::span<const double> b);

}  // namespace hashlab::results
