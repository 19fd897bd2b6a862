#pragma once

#include "results/statistics/paired.h"

#include <string>

namespace hashlab::results {

// What tables and reports say about the statistics that they show.

/// The name of the test in a sentence: "two-sided corrected resampled t-test (ratio 0.0227)" or
/// "two-sided Wilcoxon signed-rank test". `ratio`: see corrected_resampled_t.
std::string test_text(PairedTest test, double ratio);

/// Tables and reports mark values with at least this dropped share (see dropped_share).
inline constexpr double large_dropped_share = 0.1;

/// A footnote that explains the mark of values with a large dropped share. `metric` and `whole` are
/// names of metrics; `most` is the largest dropped share in the table.
std::string dropped_note(const std::string& metric, const std::string& whole, double most);

}  // namespace hashlab::results
