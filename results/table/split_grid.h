#pragma once

#include "results/compare/split_differences.h"
#include "results/format/table_format.h"
#include "results/table/shown_part.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// The differences between the values under two splitting protocols as a table grid: the mean
/// difference and its p-value for every method and code length. The last row is the difference of
/// the expected scores of a random ranking, if they are known (MetricResults::chance).
struct SplitGrid {
  TableGrid grid;                                 ///< without rows if there is no paired run
  std::vector<std::vector<std::string>> records;  ///< lines for Table::records, with split "A-B"
  std::string footnote;
  bool too_few_pairs = false;  ///< true if some differences have fewer runs than fewest_pairs(test)
};

/// The grid of the differences between the two protocols of `strategies`, first minus second.
/// `test` is the test of the p-values, `ratio` is that of strategy_ratio, and `precision` is the
/// number of decimals. Only the methods and code lengths that `shown` selects get rows and columns.
SplitGrid split_grid(const MetricResults& results, const Strategies& strategies, PairedTest test,
                     double ratio, std::size_t precision, const ShownPart& shown = {});

}  // namespace hashlab::results
