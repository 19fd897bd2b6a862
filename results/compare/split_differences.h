#pragma once

#include "results/compare/chance.h"
#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::results {

/// The strategies whose runs share test queries, training rows and all else but what is ranked, in
/// the order of what their difference tells: literature - improved (all that the literature
/// protocol adds), matched - improved (overlap alone), literature - matched (database size and
/// prevalence). Settings must be the same ("improved:duplicates=exclude").
std::vector<Strategies> comparable_strategies(const std::vector<std::string>& splits);

/// Those of them that are compared with improved: what tables and the report show.
std::vector<Strategies> compared_with_improved(const std::vector<std::string>& splits);

/// What the first strategy scores above the second, run by run, by bits and then hashers. The
/// p-values of all hashers at all bits are one family for Holm's correction, those of reference
/// rankings another. Methods that share no run are left out.
struct SplitDifferences {
  std::vector<PairedComparison> hashers, references;
  std::optional<ChanceDifference> chance;  ///< how much of each is due to the databases alone
};

/// `ratio`: see strategy_ratio. The one place where strategies are compared: tables, `hashlab
/// compare` and the report show what this returns.
SplitDifferences split_differences(const MetricResults& results, const Strategies& strategies,
                                   double ratio);

}  // namespace hashlab::results
