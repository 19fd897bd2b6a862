#pragma once

#include "results/compare/split_differences.h"
#include "results/format/table_format.h"
#include "results/table/shown_part.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// The differences between the values under two splitting protocols as a table grid: the mean
/// difference and its p-value for every method and code length.
struct SplitGrid {
  TableGrid grid;                                 ///< without rows if no run has both splits
  std::vector<std::vector<std::string>> records;  ///< for Table::records, split "A-B"
  std::string footnote;
  bool too_few_pairs = false;  ///< true if some differences have fewer runs than fewest_pairs(test)
};

/// `ratio`: see strategy_ratio.
SplitGrid split_grid(const MetricResults& results, const Strategies& strategies, PairedTest test,
                     double ratio, std::size_t precision, const ShownPart& shown = {});

}  // namespace hashlab::results
