#pragma once

#include "results/compare/chance.h"
#include "results/compare/ranking_changes.h"

#include <string>
#include <vector>

namespace hashlab::results {

// The lines of `hashlab compare --format csv`, in full precision; fields without a value are empty.
// `kind` says what a line compares; differences are `a` minus `b`:
//
//   strategy  one method under two splitting protocols; Holm's family: all methods and bits of
//             the two protocols, where uncompressed baselines are a family of their own
//   chance    random rankings under two protocols: one line for all bits, without a test
//   hasher    two methods under one protocol, where b is the baseline or, without a baseline, the
//             best method; family: all methods and bits of that protocol
//   pair      every two methods under one protocol; family: all pairs and bits of that protocol
//   change    a - b is the difference of hasher_a and other_hasher under split_a minus that under
//             split_b; family: all pairs and bits of the two protocols
//   ranking   Kendall's tau of all methods between two protocols, and the winner under each
//   mean      one method under one protocol: mean_a with its interval
//
// low and high are the 95 % interval and p the p-value of the corrected resampled t-test. relative
// is difference / mean_b. runs_beyond is the number of runs whose bootstrap interval over queries
// excludes zero.

using CsvRecord = std::vector<std::string>;

CsvRecord comparison_header();

/// A line about a comparison. `other_hasher` is the second method of kind change, "" for other
/// kinds.
CsvRecord comparison_record(const MetricResults& results, const std::string& kind,
                            const PairedComparison& comparison,
                            const std::string& other_hasher = "");

CsvRecord chance_record(const MetricResults& results, const ChanceDifference& difference);

CsvRecord ranking_record(const MetricResults& results, const RankingChange& change,
                         const std::string& first, const std::string& second);

/// A line of kind mean about the scores of the combination `of`. `test` is the result for these
/// scores themselves, not for differences.
CsvRecord mean_record(const MetricResults& results, const Combination& of, const ResampledT& test);

}  // namespace hashlab::results
