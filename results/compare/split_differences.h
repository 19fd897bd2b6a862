#pragma once

#include "results/compare/chance.h"
#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::results {

/// The pairs of protocols in `splits` whose runs differ only in the ranked database, in this order:
///
///   literature, improved   their difference is the sum of the two effects below
///   matched, improved      the effect of the overlap of training set and database alone
///   literature, matched    the effect of the rest of the database: its size and class shares
///
/// Two protocols are a pair only if they have the same settings, as in
/// "literature:duplicates=exclude" and "improved:duplicates=exclude".
std::vector<Strategies> comparable_strategies(const std::vector<std::string>& splits);

/// The pairs of comparable_strategies() that contain improved. Tables and the report show these
/// pairs.
std::vector<Strategies> compared_with_improved(const std::vector<std::string>& splits);

/// The scores under the first protocol minus those under the second, run by run, sorted by bits,
/// then by method. The p-values of all methods at all bits are one family for Holm's correction,
/// those of uncompressed baselines another. Methods without a run under both protocols are
/// left out.
struct SplitDifferences {
  std::vector<PairedComparison> hashers, references;
  std::optional<ChanceDifference> chance;  ///< the part that is due to the databases alone
};

/// The differences between the two protocols of `strategies`, and their tests. `ratio`: see
/// strategy_ratio. All comparisons of protocols use this function: tables, `hashlab compare` and
/// the report show its result.
SplitDifferences split_differences(const MetricResults& results, const Strategies& strategies,
                                   double ratio);

}  // namespace hashlab::results
