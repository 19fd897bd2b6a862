#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace hashlab::results {

/// The result of the corrected resampled t-test (see corrected_resampled_t).
struct ResampledT {
  std::size_t n = 0;          ///< number of runs, or 1 if they count as a single run
  double mean = 0;            ///< of the values
  double sd = 0;              ///< with n - 1; 0 if n = 1
  double standard_error = 0;  ///< sqrt(1/n + ratio) * sd; infinite if n = 1
  double t = 0;               ///< mean / standard_error
  double p_value = 1;         ///< two-sided, in [0, 1], against a mean of zero
  double low = 0, high = 0;   ///< confidence interval of the mean
};

/// The corrected resampled t-test of the hypothesis that the mean is zero. `values` holds one value
/// per run: the difference between two methods, or the score of one method. The runs are random
/// subsamples of one data set, so they share data. Their spread shows how draws from this data set
/// differ, not how similar data sets differ, and `ratio` adds the missing variance. The variance of
/// the mean is taken as (1/n + ratio) * sd^2, and t has n - 1 degrees of freedom. With ratio = 0
/// this is the ordinary (paired) t-test, whose conclusions cover only other draws from the same
/// data set.
/// For a single run, p = 1 and the interval is infinite. Two or more runs that all have the same
/// value, to the last bit, count as a single run, because they repeat one draw; an example is a
/// deterministic method on a given split. If this common value is 0, they are counted as they are,
/// the interval is [0, 0] and p = 1.
/// Errors:  invalid_argument if there are no values, ratio is negative or not finite, or confidence
///          is not within (0, 1); numerical if a value is not finite.
/// Source:  Nadeau & Bengio, "Inference for the generalization error", Machine Learning 2003, eq.
///          8.
ResampledT corrected_resampled_t(std::span<const double> values, double ratio,
                                 double confidence = 0.95);

// The `ratio` of corrected_resampled_t is rho / (1 - rho), where rho is the correlation of two
// runs' values. Nadeau & Bengio divide all n rows into test and training rows and use the share of
// test rows as rho, so that their ratio is n_test / n_training; our runs leave most rows to the
// ranked database. docs/explanation/statistics.md derives the ratios below and shows how often the
// test rejects a true null hypothesis.

/// The ratio for values of one method, or for differences between two methods under one protocol:
/// rho is the harmonic mean of n_queries and n_training, divided by the n rows of the data set.
/// Errors:  invalid_argument unless 1 <= n_queries, 1 <= n_training and both together <= n.
double resampling_ratio(std::size_t n_queries, std::size_t n_training, std::size_t n);

/// The ratio for differences between two protocols in the same runs: rho is a quarter of n_queries
/// / n. Queries, training rows and hash functions are the same on both sides, so nearly everything
/// that runs share cancels out.
/// Errors:  invalid_argument unless 1 <= n_queries < n.
double strategy_ratio(std::size_t n_queries, std::size_t n);

/// Holm's adjusted p-values, in the given order, each in [0, 1]. If every hypothesis with an
/// adjusted p-value of at most alpha is rejected, the probability of any false rejection is at most
/// alpha, whatever the dependence between the tests.
/// Errors:  invalid_argument if a value is not within [0, 1].
/// Source:  Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist.
///          1979.
std::vector<double> holm(std::span<const double> p_values);

/// The numbers of runs in which the first of two methods is better than, equal to and worse than
/// the second: positive, zero and negative differences.
struct WinsTiesLosses {
  std::size_t wins = 0, ties = 0, losses = 0;
};
WinsTiesLosses wins_ties_losses(std::span<const double> differences);

/// Cohen's d of paired differences, mean / sd. None if there are fewer than two differences or all
/// are equal.
/// Source:  Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988, section 2.3.5.
std::optional<double> cohens_dz(std::span<const double> differences);

/// Matched-pairs rank-biserial correlation, in [-1, 1]: the rank sum of the positive differences
/// minus that of the negative ones, divided by the total of the two rank sums. Zero differences are
/// dropped. None if all differences are zero.
/// Errors:  numerical if a value is not finite.
/// Source:  Kerby, "The simple difference formula", Comprehensive Psychology 2014.
std::optional<double> rank_biserial(std::span<const double> differences);

}  // namespace hashlab::results
