#pragma once

#include "experiments/suite/results_folder.h"
#include "lib/metrics/metrics.h"
#include "results/compare/metric_results.h"
#include "results/record/rows.h"
#include "results/table/shown_part.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// The metric of this name: one of metric(), or a score or time that cells record (see
/// results::recorded_metric), such as "table-f1[K=16,L=2,r=1]". Recorded metrics have no function
/// `value`, because they are not computed from counts.
Metric result_metric(std::string_view name);

/// The numbers of a results folder, ready for tables.
struct Collected {
  std::vector<results::ResultRow> rows;  ///< cells in the order of the experiment file, metrics in
                                         ///< the requested order
  /// For each metric, the scores of random rankings. Empty if no two splitting protocols are
  /// comparable (see results::comparable_strategies).
  std::map<std::string, results::ChanceValues> chance;
  std::vector<std::string> footnotes;  ///< ground truth and its skew, data set, choices of grids,
                                       ///< missing results
};

/// Reads every cell of the last run. A metric that a cell does not hold is computed from its
/// counts, so cells from older versions have every metric. Metrics by code distance have no rows
/// for uncompressed baselines; those of hash tables have none for cells that did not record them. A
/// mean over no query is NaN. Of the footnotes about splits, only those on splits that `shown`
/// selects are given.
/// Cost:    that of reading the bytes of the cells, on all cores.
/// Errors:  invalid_argument for an unknown metric, one that no cell recorded, or one whose radius
///          exceeds the distances of the experiment file's codes; not_found if no cell is done;
///          corrupt_file if a cell is damaged or does not match the folder: no cell is left out
///          silently.
Collected collect(const ResultsFolder& folder, const Manifest& manifest,
                  const std::vector<std::string>& metrics, const results::ShownPart& shown = {});

}  // namespace hashlab::experiments
