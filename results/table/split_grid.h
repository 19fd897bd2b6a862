#pragma once

#include "results/compare/split_differences.h"
#include "results/format/table_format.h"
#include "results/table/shown_part.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// What a splitting strategy adds to, or takes from, the values of another, as a grid of the
/// comparison table: of every hasher and number of bits the mean difference and its p-value.
struct SplitGrid {
  TableGrid grid;                                 ///< without rows if no run has both splits
  std::vector<std::vector<std::string>> records;  ///< as make_table's, split "A-B"
  std::string footnote;
  bool too_few_pairs = false;  ///< some have fewer than fewest_pairs
};

/// `ratio`: see strategy_ratio.
SplitGrid split_grid(const MetricResults& results, const Strategies& strategies, PairedTest test,
                     double ratio, std::size_t precision, const ShownPart& shown = {});

}  // namespace hashlab::results
