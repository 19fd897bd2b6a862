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

/// The files given by --against and --against-query (by default the same file, if it holds both).
/// Errors:  as open_codes and check_comparable; invalid_argument if they have other numbers of rows
///          than `database` and `query`.
OtherCodes open_other(const Arguments& arguments, const NamedCodes& database,
                      const NamedCodes& query);

/// The difference of two sets of codes in one metric, with a bootstrap over the queries (see
/// results::bootstrap_queries). A value that is a mean over no query is NaN.
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
