#pragma once

#include "results/metric_results.h"
#include "results/statistics.h"

#include <optional>
#include <string>

namespace hashlab {

/// The hasher that `hasher` is tested against, or "" if there is none. For a quantiser as baseline
/// ("+sbq") it is that on the same projection: with default settings if it is there, else with the
/// settings of `hasher`, which may be the projection's ("sklsh+npq:gamma=1" for
/// "sklsh+sbq:gamma=1").
std::string baseline_of(const std::string& hasher, const std::string& baseline,
                        const MetricResults& results);

/// Errors:  invalid_argument with what there is if no hasher has that baseline. "" is none and right.
void check_baseline(const std::string& baseline, const MetricResults& results);

struct BaselineTest {
  std::string baseline;
  std::size_t pairs = 0;
  SignedRank test;

  /// As TableCell::significance.
  int significance() const;
};

/// Nothing if there is no baseline or it shares no run.
std::optional<BaselineTest> test_against(const std::string& baseline, const RunValues& runs,
                                         std::size_t bits, const std::string& split,
                                         const MetricResults& results);

}  // namespace hashlab
