#pragma once

#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The method against which `hasher` is tested, or "" if there is none. If the baseline is a
/// quantiser ("+sbq"), it is that quantiser on the same projection: with default settings if there
/// are results for it, else with the settings of `hasher`, which may be those of the projection
/// ("sklsh+sbq:gamma=1" for "sklsh+npq:gamma=1").
std::string baseline_of(const std::string& hasher, const std::string& baseline,
                        const MetricResults& results);

/// Checks that `baseline` is the baseline of some method (see baseline_of). "" means no baseline
/// and is always valid.
/// Errors:  invalid_argument listing the possible baselines if it is not.
void check_baseline(const std::string& baseline, const MetricResults& results);

/// The method with the highest mean at this code length under this protocol; "" if none has runs.
std::string best_hasher(const MetricResults& results, CodeBits bits, const std::string& split);

/// The opponent of a method for one splitting protocol and code length: its baseline or, if
/// `baseline` is empty, the best method; "" if there is none or it is the method itself.
std::string opponent_of(const MetricResults& results, const std::string& baseline,
                        const std::string& hasher, CodeBits bits, const std::string& split);

/// The difference of every method and its opponent under one splitting protocol, run by run, sorted
/// by bits, then by method: one family for Holm's correction. Methods that share no run with their
/// opponent are left out. All comparisons with a baseline use this function: marks of tables and
/// `hashlab compare --by hasher` show its result. `ratio`: see resampling_ratio.
std::vector<PairedComparison> hasher_differences(const MetricResults& results,
                                                 const std::string& baseline,
                                                 const std::string& split, double ratio);

}  // namespace hashlab::results
