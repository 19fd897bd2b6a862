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

/// The metric of this name. It is a score or time that cells record (see results::recorded_metric),
/// such as "table-f1[K=16,L=2,r=1]", or else a metric that metric() returns. For recorded metrics
/// the function Metric::value is empty, because they are not computed from counts.
/// Errors:  those of metric().
Metric result_metric(std::string_view name);

/// The metrics of these names or, if there are none, those of the experiment file.
/// Errors:  those of result_metric.
std::vector<Metric> requested_metrics(const std::vector<std::string>& names, const Suite& suite);

/// The numbers of a results folder, from which tables and comparisons are made.
struct StudyResults {
  std::string name;  ///< of the folder, see ResultsFolder::name
  Manifest manifest;
  std::vector<results::ResultRow> rows;  ///< cells in the order of the experiment file, metrics in
                                         ///< the requested order
  /// For each metric that is computed from counts, the scores of random rankings. Empty if no two
  /// splitting protocols are comparable (see results::comparable_strategies).
  std::map<std::string, results::ChanceValues> chance;
  std::vector<std::string> footnotes;  ///< every note (see all_notes), and how many cells are
                                       ///< missing
};

/// Reads every cell in `manifest`, which lists the cells of the last `hashlab run` in the folder.
/// If a cell does not contain a metric that is computed from counts, the metric is computed here,
/// so cells from older versions have these metrics too. Uncompressed baselines have no rows for
/// metrics by code distance, and cells that did not record hash-table scores have none for these. A
/// mean over no query is NaN. Footnotes about splits are given only for the splits that `shown`
/// selects.
/// Cost:    reads the files of all cells, in parallel.
/// Errors:  invalid_argument for a metric that no cell recorded, one whose radius exceeds the
///          distances of the experiment file's codes, or one by code distance if no finished cell
///          has codes; not_found if no cell is done; corrupt_file if a cell is damaged or is not
///          the one that the manifest lists.
StudyResults read_results(const ResultsFolder& folder, Manifest manifest,
                          const std::vector<Metric>& metrics, const results::ShownPart& shown = {});

}  // namespace hashlab::experiments
