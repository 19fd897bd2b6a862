#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace hashlab::results {

/// A correlation coefficient in [-1, 1] and how often chance does as well.
struct Coefficient {
  double value = 0;
  /// Two-sided permutation p-value: the share of random pairings, the one at hand included, whose
  /// coefficient is at least as far from 0. Nothing below 5 pairs.
  std::optional<double> p_value;
};

/// Do two numbers of the same things go together? A coefficient is missing if a side is constant or
/// there are fewer than 3 pairs.
struct Correlation {
  std::size_t n = 0;
  std::optional<Coefficient> pearson;   ///< of the values: on one line?
  std::optional<Coefficient> spearman;  ///< Pearson's of the mid-ranks
  std::optional<Coefficient> kendall;   ///< tau-b
  /// 95 % confidence interval of Pearson's by Fisher's transformation; nothing below 5 pairs.
  struct Interval {
    double low, high;
  };
  std::optional<Interval> pearson_interval;
};

/// Pure: the pairings come from a stream of fixed seed. 9,999 of them, 999 above 200 pairs.
/// Errors:  invalid_argument if lengths differ; numerical if a value is not finite.
/// Cost:    O(pairings * n^2).
/// Source:  Phipson & Smyth, "Permutation p-values should never be zero", 2010; Fisher, "On the
///          probable error of a coefficient of correlation", Metron 1921.
Correlation correlation(std::span<const double> a, std::span<const double> b);

/// Nothing if a side is constant or there are fewer than two pairs.
std::optional<double> pearson(std::span<const double> a, std::span<const double> b);
std::optional<double> spearman(std::span<const double> a, std::span<const double> b);

}  // namespace hashlab::results
