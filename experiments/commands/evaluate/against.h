#pragma once

#include "experiments/program/code_arguments.h"
#include "experiments/program/json_line.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// A second set of codes of the same items and queries, for a comparison with the first.
struct OtherCodes {
  NamedCodes database, query;
};

/// Opens the files given by --against and --against-query. Without --against-query, the file given
/// by --against has the codes of both the database and the queries.
/// Errors:  as open_codes and check_comparable; invalid_argument if the numbers of codes differ
///          from those of `database` and `query`.
OtherCodes open_other(const Arguments& arguments, const NamedCodes& database,
                      const NamedCodes& query);

/// The values of two sets of codes in one metric, and their difference, value - other. The 95 %
/// interval of the difference (low .. high) and its p-value are from a bootstrap over the queries
/// (see results::bootstrap_queries). A value that is a mean over no query is NaN; the difference,
/// the interval and the p-value are then NaN too.
struct Against {
  std::string metric;
  double value = 0, other = 0, difference = 0, low = 0, high = 0, p_value = 1;
};
/// Compares two rankings, by their counts, in each metric, with `resamples` bootstrap samples.
std::vector<Against> compare_against(const std::vector<Metric>& metrics, const RankCounts& counts,
                                     const RankCounts& others, std::size_t resamples);

/// The comparison as text for display.
std::string against_text(const std::vector<Against>& rows, const OtherCodes& others,
                         std::size_t resamples);
/// The comparison as JSON.
Json against_json(const std::vector<Against>& rows, const OtherCodes& others,
                  std::size_t resamples);

}  // namespace hashlab::experiments
