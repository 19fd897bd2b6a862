#pragma once

#include "results/compare/metric_results.h"
#include "results/report/report_data.h"

#include <vector>

namespace hashlab::results {

/// Sentences that answer, for one metric: does a split inflate scores, by how much, for which
/// methods, and does the winner change? If there is nothing to compare, they name the best method.
/// `differences` are those between the splitting protocols in `results`. Intervals use the
/// variance ratios of `facts`.
std::vector<Answer> answers(const MetricResults& results, const MetricDifferences& differences,
                            const StudyFacts& facts);

}  // namespace hashlab::results
