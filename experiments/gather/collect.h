#pragma once

#include "experiments/suite/results_folder.h"
#include "lib/metrics/metrics.h"
#include "results/compare/metric_results.h"
#include "results/record/rows.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// As metric(); also what a sweep over hash tables recorded, such as "table-f1[K=16,L=2,r=1]":
/// without a function `value`, as it is not computed from counts.
Metric result_metric(std::string_view name);

/// The numbers of a results folder, ready for tables.
struct Collected {
  std::vector<results::ResultRow> rows;  ///< cells in the suite's order, metrics in the order asked
  /// Of each metric, if strategies are there that can be compared.
  std::map<std::string, results::ChanceValues> chance;
  std::vector<std::string> footnotes;  ///< ground truth and its skew, data set, what grids chose,
                                       ///< what is missing
};

/// Reads every cell of the last run. A metric that a cell does not hold is computed from counts, so
/// cells of any age have every metric; those by code distance have no rows for reference rankings,
/// those of hash tables none for cells that did not record them. A mean over no query is nan.
/// Cost:    that of reading the bytes of the cells, by all cores.
/// Errors:  invalid_argument for an unknown metric, one that no cell recorded, or whose radius is
///          beyond the suite's codes; not_found if no cell is done; corrupt_file if a cell is
///          damaged or another than the folder says: none is left out in silence.
Collected collect(const ResultsFolder& folder, const Manifest& manifest,
                  const std::vector<std::string>& metrics);

}  // namespace hashlab::experiments
