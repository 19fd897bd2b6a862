#pragma once

#include "results/compare/ranking_changes.h"
#include "results/compare/split_differences.h"
#include "results/format/table_format.h"

#include <cstddef>
#include <vector>

namespace hashlab::results {

/// At most two grids. The first shows how similarly two splitting protocols rank the methods, with
/// one row for each code length in `changes`; it is left out unless some code length has more than
/// two methods. The second lists the pairs of methods that change places, at most 30, the most
/// significant changes first; it is left out if there are none.
std::vector<TableGrid> ranking_grids(const MetricResults& results, const Strategies& strategies,
                                     const std::vector<RankingChange>& changes,
                                     std::size_t precision);

}  // namespace hashlab::results
