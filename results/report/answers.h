#pragma once

#include "results/compare/metric_results.h"
#include "results/report/report_data.h"

#include <vector>

namespace hashlab::results {

/// Sentences about one metric that state whether a split inflates scores, by how much and for which
/// methods, and whether the winner changes. If there is nothing to compare, they name the best
/// method. `differences` are those between the splitting protocols in `results`. Intervals use the
/// variance ratios of `facts`.
std::vector<Answer> answers(const MetricResults& results, const MetricDifferences& differences,
                            const StudyFacts& facts);

}  // namespace hashlab::results
