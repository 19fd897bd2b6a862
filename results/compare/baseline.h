#pragma once

#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The method against which `hasher` is tested: `baseline` itself or, if `baseline` is only a
/// quantiser ("+sbq"), this quantiser with the projection of `hasher`. That method has the settings
/// given in `baseline`. If none are given, it has the default settings or, if there are no results
/// with these, the settings of `hasher`, for example "sklsh+sbq:gamma=1" for "sklsh+npq:gamma=1".
/// Returns "" if there are no results of the method with that quantiser.
std::string baseline_of(const std::string& hasher, const std::string& baseline,
                        const MetricResults& results);

/// Checks that the results contain the baseline of at least one method (see baseline_of). ""
/// means no baseline and is always valid.
/// Errors:  invalid_argument listing possible baselines if they do not.
void check_baseline(const std::string& baseline, const MetricResults& results);

/// The method with the highest mean at this code length under this protocol; "" if none has runs.
std::string best_hasher(const MetricResults& results, CodeBits bits, const std::string& split);

/// The opponent of a method for one splitting protocol and code length: its baseline or, if
/// `baseline` is empty, the best method; "" if there is none or it is the method itself.
std::string opponent_of(const MetricResults& results, const std::string& baseline,
                        const std::string& hasher, CodeBits bits, const std::string& split);

/// The difference between every method and its opponent (see opponent_of) under one splitting
/// protocol, run by run, sorted by bits, then by method. All differences are one family for Holm's
/// correction. Methods are left out if they have no opponent or share no run with it. The
/// significance markers of tables and `hashlab compare --by hasher` both come from this function.
/// `ratio`: see resampling_ratio.
std::vector<PairedComparison> hasher_differences(const MetricResults& results,
                                                 const std::string& baseline,
                                                 const std::string& split, double ratio);

}  // namespace hashlab::results
