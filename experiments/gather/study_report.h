#pragma once

#include "experiments/suite/results_folder.h"
#include "lib/metrics/metrics.h"
#include "results/report/page.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace hashlab::experiments {

/// Gathers the part of the report page that is about one results folder, except the lines of its
/// audit. Most cells hold what the page needs in their summary; the counts of the others are read.
/// `progress` is called after each cell, with the number of cells that were looked at and the
/// number of all cells.
/// Cost:    reads the files of all cells, in parallel.
/// Errors:  those of for_each_record, results::read_counts_of and study_ratios.
results::DatasetReport study_report(
    const ResultsFolder& folder, const Manifest& manifest, const std::vector<Metric>& metrics,
    const std::function<void(std::size_t done, std::size_t total)>& progress);

}  // namespace hashlab::experiments
