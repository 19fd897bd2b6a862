#pragma once

#include "lib/metrics/metrics.h"
#include "results/compare/metric_results.h"
#include "results/record/record.h"

#include <cstddef>
#include <optional>
#include <string>

namespace hashlab::results {

/// What random rankings are called beside hashing methods.
inline constexpr const char* chance = "chance";

/// What a line `chance` of a comparison of strategies means.
inline constexpr const char* chance_footnote =
    "chance: expected score of a random ranking; this part of a difference comes from the sizes "
    "and "
    "the classes of the databases, not from training";

/// The expected score of a random ranking in the split and run of a cell: as recorded, or
/// computed from the cell's counts. Nothing if the record has neither, or the metric is not
/// computed from counts or has no value there.
std::optional<double> score_by_chance(const Metric& metric, const CellRecord& record);

/// What such rankings score under two strategies, mean of the runs that both have. It is an
/// expectation, exact for the queries and databases that were drawn, so there is nothing to test.
struct ChanceDifference {
  std::string first, second;  ///< strategies
  std::size_t runs = 0;
  double mean_first = 0, mean_second = 0;

  double difference() const { return mean_first - mean_second; }
};

/// Nothing if a strategy's chance is not known, or they share no run.
std::optional<ChanceDifference> chance_difference(const ChanceValues& chance,
                                                  const Strategies& strategies);

}  // namespace hashlab::results
