#pragma once

#include "results/compare/metric_results.h"
#include "results/report/report_data.h"

#include <vector>

namespace hashlab::results {

/// Sentences about one metric. The first names the best method (see best_method_text), if there are
/// several. For each pair of splitting protocols (see compared_with_improved)
/// and each code length, they state whether the first protocol gives higher scores than the second,
/// by how much on average, how many methods differ significantly, which method differs most, and
/// whether the best method changes. If no pair can be compared, they name the best method of each
/// protocol and code length instead. `differences` are those between the splitting protocols in
/// `results`. Intervals use the variance ratios of `facts`.
std::vector<Answer> answers(const MetricResults& results, const MetricDifferences& differences,
                            const StudyFacts& facts);

}  // namespace hashlab::results
