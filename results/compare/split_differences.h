#pragma once

#include "results/compare/chance.h"
#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::results {

/// The pairs of protocols whose runs share test queries, training rows and everything else except
/// the ranked database, ordered by what their difference means: literature - improved (everything
/// that the standard protocol adds), matched - improved (overlap alone), literature - matched
/// (database size and prevalence). Their settings must be equal ("improved:duplicates=exclude").
std::vector<Strategies> comparable_strategies(const std::vector<std::string>& splits);

/// The pairs of comparable_strategies() that contain improved. Tables and the report show these
/// pairs.
std::vector<Strategies> compared_with_improved(const std::vector<std::string>& splits);

/// The scores under the first protocol minus those under the second, run by run, sorted by bits,
/// then by method. The p-values of all methods at all bits are one family for Holm's correction,
/// those of uncompressed baselines another. Methods that share no run are left out.
struct SplitDifferences {
  std::vector<PairedComparison> hashers, references;
  std::optional<ChanceDifference> chance;  ///< the part that is due to the databases alone
};

/// `ratio`: see strategy_ratio. All comparisons of protocols use this function: tables, `hashlab
/// compare` and the report show its result.
SplitDifferences split_differences(const MetricResults& results, const Strategies& strategies,
                                   double ratio);

}  // namespace hashlab::results
