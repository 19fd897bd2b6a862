#pragma once

#include "experiments/suite/results_folder.h"
#include "lib/metrics/metrics.h"
#include "results/compare/comparison_options.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// For each pair in `comparisons`, the number of runs with a significant difference between the two
/// sides. A run counts if both sides have a finished cell in it, and the bootstrap interval of
/// their difference in `metric` excludes zero. The interval is computed by `resamples` resamples
/// of the queries (see bootstrap_queries). Reports progress on standard error if there is much to
/// do.
/// Errors:  those of read_cell and bootstrap_queries; invalid_argument if the metric is not
///          computed from counts.
/// Memory:  per thread, the counts of one run for all pairs with the same second side.
results::BeyondZero runs_beyond_zero(
    const ResultsFolder& folder, const Manifest& manifest, const Metric& metric,
    const std::vector<std::pair<results::Combination, results::Combination>>& comparisons,
    std::size_t resamples, std::size_t threads);

}  // namespace hashlab::experiments
