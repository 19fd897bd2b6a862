#pragma once

#include "results/metric_results.h"

#include <string>
#include <vector>

namespace hashlab {

/// What a splitting strategy adds to, or takes from, the values of another: the mean difference
/// within runs of every hasher and number of bits, and its p-value by Wilcoxon's signed-rank test.
struct SplitDifference {
  TableGrid grid;                                 ///< without rows if no run has both splits
  std::vector<std::vector<std::string>> records;  ///< as make_table's, split "A-B"
  std::string footnote;
  bool too_few_pairs = false;  ///< some have fewer pairs than can reach p < 0.05
};

SplitDifference split_difference(const MetricResults& results, const std::string& split,
                                 const std::string& other, std::size_t precision);

/// The differences that tables show, among the splits that are there: those of `literature` and
/// `matched` to `improved`. Strategies with settings ("improved:duplicates=exclude") are compared with
/// those of the same settings.
std::vector<std::pair<std::string, std::string>> shown_differences(
    const std::vector<std::string>& splits);

}  // namespace hashlab
