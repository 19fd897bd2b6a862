#pragma once

#include "results/compare/ranking_changes.h"
#include "results/compare/split_differences.h"
#include "results/format/table_format.h"

#include <cstddef>
#include <vector>

namespace hashlab::results {

/// How alike two strategies rank hashers, a row a number of bits; and the pairs that change places,
/// those whose change is surest first, at most 30 of them. No grid where there is nothing to show.
std::vector<TableGrid> ranking_grids(const MetricResults& results, const Strategies& strategies,
                                     const std::vector<RankingChange>& changes,
                                     std::size_t precision);

}  // namespace hashlab::results
