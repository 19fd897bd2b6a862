#pragma once

#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The hasher that `hasher` is tested against, or "" if there is none. For a quantiser as baseline
/// ("+sbq") it is that on the same projection: with default settings if it is there, else with the
/// settings of `hasher`, which may be the projection's ("sklsh+npq:gamma=1" for
/// "sklsh+sbq:gamma=1").
std::string baseline_of(const std::string& hasher, const std::string& baseline,
                        const MetricResults& results);

/// Errors:  invalid_argument with what there is if no hasher has that baseline. "" is none and
///          right.
void check_baseline(const std::string& baseline, const MetricResults& results);

/// The hasher of the best mean; "" if none has runs.
std::string best_hasher(const MetricResults& results, CodeBits bits, const std::string& split);

/// What a hasher is compared with at one strategy and number of bits: its baseline, or, if
/// `baseline` is empty, the best hasher; "" if there is none or it is the hasher itself.
std::string opponent_of(const MetricResults& results, const std::string& baseline,
                        const std::string& hasher, CodeBits bits, const std::string& split);

/// Every hasher less its opponent under one strategy, run by run, by bits and then hashers: one
/// family for Holm's correction. Hashers that share no run with their opponent are left out. The
/// one place where hashers are compared with a baseline: marks of tables and `hashlab compare --by
/// hasher` show what this returns. `ratio`: see resampling_ratio.
std::vector<PairedComparison> hasher_differences(const MetricResults& results,
                                                 const std::string& baseline,
                                                 const std::string& split, double ratio);

}  // namespace hashlab::results
