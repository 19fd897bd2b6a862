#pragma once

#include "results/statistics/inference.h"
#include "results/statistics/run_values.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// How two things are tested over the runs that both have.
enum class PairedTest {
  corrected,  ///< corrected resampled t-test, after Holm's correction over a family (inference.h)
  wilcoxon    ///< Wilcoxon's signed-rank test as in the thesis, each test by itself (statistics.h)
};

/// "two-sided corrected resampled t-test (ratio 0.0227)", "two-sided Wilcoxon signed-rank test".
std::string test_text(PairedTest test, double ratio);

/// Fewer pairs cannot reach p < 0.05 by a single test, whatever the differences.
std::size_t fewest_pairs(PairedTest test);

/// Two things compared over the runs that both have: a strategy or hasher with another, or, for
/// pairs of hashers, their difference under one strategy with that under another.
struct PairedComparison {
  Combination first, second;
  double mean_first = 0, mean_second = 0;
  ResampledT difference;  ///< first less second; n = 0 if they share no run
  double p_holm = 1;      ///< of the corrected test; see adjust
  double p_wilcoxon = 1;  ///< uncorrected
  std::optional<double> dz, rank_biserial;
  WinsTiesLosses runs;                ///< of the first
  std::optional<double> relative;     ///< difference / mean of the second; nothing if that is 0
  std::optional<std::size_t> beyond;  ///< runs whose bootstrap interval over queries excludes zero
};

/// Errors:  as corrected_resampled_t.
PairedComparison compare_pairs(const Combination& first, const Combination& second,
                               const PairedRuns& pairs, double ratio);

/// Sets p_holm: all of them are one family, but for those without runs.
void adjust(std::vector<PairedComparison>& family);

/// p_holm or p_wilcoxon.
double p_value(const PairedComparison& comparison, PairedTest test);

/// Above zero if the first is better by what the test looks at: the mean, or the larger rank sum.
double advantage(const PairedComparison& comparison, PairedTest test);

/// By p_value: 2 if the first is better at p < 0.01, 1 at p < 0.05, 0 if neither is; -1, -2 if it
/// is worse.
int significance(const PairedComparison& comparison, PairedTest test = PairedTest::corrected);

}  // namespace hashlab::results
