#pragma once

#include "results/statistics/inference.h"
#include "results/statistics/run_values.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// The test of two methods or protocols over the runs that both have.
enum class PairedTest {
  corrected,  ///< corrected resampled t-test, after Holm's correction over a family (inference.h)
  wilcoxon    ///< Wilcoxon's signed-rank test as in the thesis, without correction (statistics.h)
};

/// The name of the test in a sentence: "two-sided corrected resampled t-test (ratio 0.0227)" or
/// "two-sided Wilcoxon signed-rank test".
std::string test_text(PairedTest test, double ratio);

/// The smallest number of pairs with which a single test can reach p < 0.05.
std::size_t fewest_pairs(PairedTest test);

/// A comparison of two protocols or of two methods, paired over the runs that both sides have. For
/// pairs of methods it can also compare their difference under one protocol with their difference
/// under another.
struct PairedComparison {
  Combination first, second;
  double mean_first = 0, mean_second = 0;
  ResampledT difference;  ///< first minus second; n = 0 if they share no run
  double p_holm = 1;      ///< of the corrected test; see adjust
  double p_wilcoxon = 1;  ///< uncorrected
  std::optional<double> dz, rank_biserial;
  WinsTiesLosses runs;                ///< of the first
  std::optional<double> relative;     ///< difference / mean of the second; none if that is 0
  std::optional<std::size_t> beyond;  ///< runs whose bootstrap interval over queries excludes zero
};

/// Errors:  as corrected_resampled_t.
PairedComparison compare_pairs(const Combination& first, const Combination& second,
                               const PairedRuns& pairs, double ratio);

/// Sets p_holm. All comparisons form one family, except those without runs.
void adjust(std::vector<PairedComparison>& family);

/// p_holm or p_wilcoxon.
double p_value(const PairedComparison& comparison, PairedTest test);

/// Positive if the first side is better in the quantity that the test uses: the mean, or the sum of
/// ranks.
double advantage(const PairedComparison& comparison, PairedTest test);

/// The significance by p_value(): 2 if the first side is better at p < 0.01, 1 at p < 0.05, -2 and
/// -1 if it is worse, 0 if the difference is not significant.
int significance(const PairedComparison& comparison, PairedTest test = PairedTest::corrected);

}  // namespace hashlab::results
