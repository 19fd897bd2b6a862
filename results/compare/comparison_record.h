#pragma once

#include "results/compare/chance.h"
#include "results/compare/ranking_changes.h"

#include <string>
#include <vector>

namespace hashlab::results {

// The lines of `hashlab compare --format csv`: full precision, a field empty where there is nothing
// to say. `kind` tells what a line compares, `a` less `b`:
//
//   strategy  one hasher under two strategies; Holm's family: all hashers and bits of the
//             two strategies
//   chance    rankings that know nothing under two strategies, the same for all bits: no test
//   hasher    two hashers under one strategy, b the baseline; family: all hashers and bits of it
//   pair      every two hashers under one strategy; family: all pairs and bits of it
//   change    a - b is the difference of hasher_a and other_hasher under split_a less that under
//             split_b; family: all pairs and bits of the two strategies
//   ranking   Kendall's tau of all hashers between two strategies, and the winner under each
//   mean      one hasher under one strategy: mean_a with its interval
//
// low and high are the 95 % interval and p the p-value of the corrected resampled t-test; relative
// is difference / mean_b; runs_beyond how many runs have a bootstrap interval over queries without
// zero.

using CsvRecord = std::vector<std::string>;

CsvRecord comparison_header();

CsvRecord comparison_record(const MetricResults& results, const std::string& kind,
                            const PairedComparison& comparison,
                            const std::string& other_hasher = "");

CsvRecord chance_record(const MetricResults& results, const ChanceDifference& difference);

CsvRecord ranking_record(const MetricResults& results, const RankingChange& change,
                         const std::string& first, const std::string& second);

/// `test` is of the values themselves.
CsvRecord mean_record(const MetricResults& results, const Combination& of, const ResampledT& test);

}  // namespace hashlab::results
