#pragma once

#include "experiments/suite/results_folder.h"
#include "lib/metrics/metrics.h"
#include "results/compare/comparison_options.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// For each pair in `comparisons`, the number of common runs in which the bootstrap interval over
/// queries (see bootstrap_queries) of their difference excludes zero. Reports progress on standard
/// error if there is much to do.
/// Errors:  those of read_cell and bootstrap_queries; invalid_argument if a metric is not computed
///          from counts.
/// Memory:  per thread, the counts of the cells of one run and code length.
results::BeyondZero runs_beyond_zero(
    const ResultsFolder& folder, const Manifest& manifest, const Metric& metric,
    const std::vector<std::pair<results::Combination, results::Combination>>& comparisons,
    std::size_t resamples, std::size_t threads);

}  // namespace hashlab::experiments
