#pragma once

#include "results/compare/metric_results.h"
#include "results/report/report_data.h"

#include <vector>

namespace hashlab::results {

/// Sentences that answer, for one metric: does a split flatter, by how much, for whom, and does the
/// winner change? Where there is nothing to compare, who is best. `differences` are those of its
/// results; ratios are those of the facts.
std::vector<Answer> answers(const MetricResults& results, const MetricDifferences& differences,
                            const StudyFacts& facts);

}  // namespace hashlab::results
