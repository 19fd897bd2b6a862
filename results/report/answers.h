#pragma once

#include "results/report/report_data.h"

#include <string>
#include <utility>
#include <vector>

namespace hashlab {

/// The splits whose scores are compared, as (minuend, subtrahend): literature and matched less improved,
/// as far as they are there.
std::vector<std::pair<std::string, std::string>> compared_splits(
    const std::vector<std::string>& splits);

/// The differences of one metric for every hasher and number of bits that both splits have runs of, paired
/// by run; p-values corrected by Holm within each pair of splits. Reference rankings are left out.
std::vector<SplitDifference> split_differences(const std::vector<ReportGroup>& groups,
                                               const std::string& metric,
                                               const std::vector<std::string>& splits,
                                               double ratio);

/// Sentences that answer, for one metric: does a split flatter, by how much, for whom, and does the
/// winner change? Where there is nothing to compare, who is best.
std::vector<Answer> answers(const std::vector<ReportGroup>& groups,
                            const std::vector<SplitDifference>& differences,
                            const std::string& metric, const StudyFacts& facts);

}  // namespace hashlab
