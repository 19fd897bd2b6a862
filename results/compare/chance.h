#pragma once

#include "lib/metrics/metrics.h"
#include "results/compare/metric_results.h"
#include "results/record/record.h"

#include <cstddef>
#include <optional>
#include <string>

namespace hashlab::results {

/// The row name of random rankings in tables of methods.
inline constexpr const char* chance = "chance";

/// A footnote that explains the row `chance` in a comparison of splitting protocols.
inline constexpr const char* chance_footnote =
    "chance: expected score of a random ranking; this part of a difference comes from the sizes "
    "and "
    "the classes of the databases, not from training";

/// The expected score of a random ranking in the split and run of a cell: as recorded, or computed
/// from the cell's counts. None if the record has neither, or the metric is not computed from
/// counts or is undefined there.
std::optional<double> score_by_chance(const Metric& metric, const CellRecord& record);

/// The scores of random rankings under two splitting protocols, averaged over the runs that both
/// have. They are expectations, exact for the queries and databases that were drawn, so there is
/// nothing to test.
struct ChanceDifference {
  std::string first, second;  ///< strategies
  std::size_t runs = 0;
  double mean_first = 0, mean_second = 0;

  double difference() const { return mean_first - mean_second; }
};

/// The difference between the protocols of `strategies`; none if the score of a random ranking is
/// not known for one of them, or they share no run.
std::optional<ChanceDifference> chance_difference(const ChanceValues& chance,
                                                  const Strategies& strategies);

}  // namespace hashlab::results
