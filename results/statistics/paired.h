#pragma once

#include "results/statistics/inference.h"
#include "results/statistics/run_values.h"

#include <optional>
#include <vector>

namespace hashlab::results {

/// The test of two methods or protocols over the runs that both have.
enum class PairedTest {
  corrected,  ///< corrected resampled t-test, after Holm's correction over a family (inference.h)
  wilcoxon    ///< Wilcoxon's signed-rank test as in the thesis, without correction (statistics.h)
};

/// The smallest number of pairs with which a single test can reach p < 0.05.
std::size_t fewest_pairs(PairedTest test);

/// A comparison of two protocols or of two methods, paired over the runs that both sides have. The
/// values can also be differences between the same two methods: those under one protocol on the
/// first side, and those under another protocol on the second.
struct PairedComparison {
  Combination first, second;
  double mean_first = 0, mean_second = 0;
  ResampledT difference;                    ///< first minus second; n = 0 if they share no run
  double p_holm = 1;                        ///< p-value of the corrected test; see adjust
  double p_wilcoxon = 1;                    ///< p-value of Wilcoxon's test, uncorrected
  std::optional<double> dz, rank_biserial;  ///< see cohens_dz and rank_biserial
  WinsTiesLosses runs;                      ///< runs that the first side wins, ties, loses
  std::optional<double> relative;           ///< difference / mean of the second; none if that is 0
  std::optional<std::size_t> beyond;  ///< runs whose bootstrap interval over queries excludes zero;
                                      ///< none if no bootstrap was computed
};

/// Compares the values of `pairs`: a is the side `first`, b the side `second`. p_holm is the
/// p-value of this test alone until adjust() sets it. `ratio`: see corrected_resampled_t.
/// Errors:  those of corrected_resampled_t.
PairedComparison compare_pairs(const Combination& first, const Combination& second,
                               const PairedRuns& pairs, double ratio);

/// Sets p_holm by Holm's correction over all comparisons of `family` that have runs; the others are
/// not changed.
void adjust(std::vector<PairedComparison>& family);

/// p_holm for the corrected test, p_wilcoxon for the test of Wilcoxon.
double p_value(const PairedComparison& comparison, PairedTest test);

/// The mean difference, or for Wilcoxon's test the rank-biserial correlation (0 if there is none):
/// positive if the first side is better.
double advantage(const PairedComparison& comparison, PairedTest test);

/// The significance of a difference by p_value() and advantage(): 2 if the first side is better at
/// p < 0.01, 1 at p < 0.05, -2 and -1 if it is worse, 0 if the difference is not significant.
int significance(const PairedComparison& comparison, PairedTest test = PairedTest::corrected);

}  // namespace hashlab::results
