#pragma once

#include "lib/ranking/rank_counts.h"

#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// The counts of one set of codes, and what a legend calls it.
using NamedCounts = std::pair<std::string, const RankCounts*>;

/// Refuses a name that ends neither with .csv, nor with .svg or .html.
/// Errors:  invalid_argument.
void check_curve_name(const std::string& path);

/// What a file of that name holds. As CSV, a row a point with the columns
///
///   codes       which of the sets
///   curve       radius: within Hamming distance `at`; rank: among the first `at` ranks, the mean
///               over orders of ties; recall: at a recall of `at`, between radii in proportion
///   averaging   pooled: from the counts of all queries together; mean: over queries that have
///               relevant items
///   at, precision, recall   precision is nan where nothing is retrieved
///
/// as SVG, or an HTML page of it, charts of the same.
std::string curve_text(const std::string& path, const std::vector<NamedCounts>& codes);

}  // namespace hashlab::experiments
