#pragma once

#include "experiments/folder.h"
#include "results/rows.h"

#include <string>
#include <vector>

namespace hashlab {

/// The numbers of a results folder, ready for tables.
struct Collected {
  std::vector<ResultRow> rows;         ///< cells in the suite's order, metrics in the order asked
  std::vector<std::string> footnotes;  ///< ground truth and its skew, data set, what grids chose,
                                       ///< what is missing
};

/// Reads every cell of the last run. A metric that a cell does not hold is computed from counts, so
/// cells of any age have every metric; those by code distance have no rows for reference rankings.
/// Errors:  invalid_argument for an unknown metric; not_found if no cell is done; corrupt_file if a
///          cell is damaged or another than the folder says: none is left out in silence.
Collected collect(const ResultsFolder& folder, const Manifest& manifest,
                  const std::vector<std::string>& metrics);

}  // namespace hashlab
