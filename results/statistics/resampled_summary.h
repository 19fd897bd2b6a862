#pragma once

#include "results/statistics/inference.h"

#include <cstddef>

namespace hashlab::results {

/// The number, mean and sample standard deviation (with n - 1) of values whose list is not known,
/// such as those of a printed table.
struct RunSummary {
  std::size_t n = 0;
  double mean = 0, sd = 0;
};

/// The corrected resampled t-test of values with this summary. It depends on nothing else, so the
/// result is that of corrected_resampled_t for the values themselves, up to rounding. A standard
/// deviation of 0 counts as a single run.
/// Errors:  those of corrected_resampled_t; invalid_argument if sd is negative.
ResampledT test_of_summary(const RunSummary& summary, double ratio, double confidence = 0.95);

}  // namespace hashlab::results
