#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace hashlab::results {

/// A correlation coefficient in [-1, 1] and its permutation p-value.
struct Coefficient {
  double value = 0;
  /// Two-sided permutation p-value: the share of random pairings, including the observed one, whose
  /// coefficient is at least as far from 0. None below 5 pairs.
  std::optional<double> p_value;
};

/// Correlations between two values of each item. A coefficient is missing if a side is constant or
/// there are fewer than 3 pairs.
struct Correlation {
  std::size_t n = 0;                    ///< number of pairs
  std::optional<Coefficient> pearson;   ///< of the values themselves: linear relation
  std::optional<Coefficient> spearman;  ///< Pearson's coefficient of the mid-ranks
  std::optional<Coefficient> kendall;   ///< tau-b
  /// 95 % confidence interval of `pearson` by Fisher's transformation; none below 5 pairs.
  struct Interval {
    double low, high;
  };
  std::optional<Interval> pearson_interval;
};

/// The correlations of the pairs a[i], b[i].
/// Pure:    the random pairings for p-values come from a stream of fixed seed. There are 9,999 of
///          them, or 999 above 200 pairs.
/// Errors:  invalid_argument if lengths differ; numerical if a value is not finite.
/// Cost:    O(pairings * n^2).
/// Source:  Phipson & Smyth, "Permutation p-values should never be zero", 2010; Fisher, "On the
///          probable error of a coefficient of correlation", Metron 1921.
Correlation correlation(std::span<const double> a, std::span<const double> b);

/// Pearson's correlation coefficient; none if a side is constant or there are fewer than two pairs.
/// Errors:  those of correlation().
std::optional<double> pearson(std::span<const double> a, std::span<const double> b);
/// Spearman's rank correlation, which is Pearson's coefficient of the mid-ranks; none if a side is
/// constant or there are fewer than two pairs.
/// Errors:  those of correlation().
std::optional<double> spearman(std::span<const double> a, std::span<const double> b);

}  // namespace hashlab::results
