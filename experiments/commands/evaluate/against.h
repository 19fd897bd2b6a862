#pragma once

#include "experiments/program/code_arguments.h"
#include "experiments/program/json_line.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Another set of codes of the same items and queries.
struct OtherCodes {
  NamedCodes database, query;
};

/// The files given by --against and --against-query (by default the same, if it holds both).
/// Errors:  as open_codes and check_comparable; invalid_argument if they do not have as many rows
///          as `database` and `query`.
OtherCodes open_other(const Arguments& arguments, const NamedCodes& database,
                      const NamedCodes& query);

/// How two sets of codes differ in one metric, by a bootstrap over the queries (see
/// results::bootstrap_queries). A value that is a mean over no query is nan.
struct Against {
  std::string metric;
  double value = 0, other = 0, difference = 0, low = 0, high = 0, p_value = 1;
};
std::vector<Against> compare_against(const std::vector<Metric>& metrics, const RankCounts& counts,
                                     const RankCounts& others, std::size_t resamples);

std::string against_text(const std::vector<Against>& rows, const OtherCodes& others,
                         std::size_t resamples);
Json against_json(const std::vector<Against>& rows, const OtherCodes& others,
                  std::size_t resamples);

}  // namespace hashlab::experiments
