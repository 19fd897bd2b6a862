#pragma once

#include "lib/ranking/rank_counts.h"

#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// The counts of one set of codes, and its name in the legend.
using NamedCounts = std::pair<std::string, const RankCounts*>;

/// Rejects a name that ends neither with .csv, nor with .svg or .html.
/// Errors:  invalid_argument.
void check_curve_name(const std::string& path);

/// The content of a file of that name. CSV has one row per point with the columns
///
///   codes       which of the sets
///   curve       radius: within Hamming distance `at`; rank: among the first `at` ranks, the mean
///               over orders of ties; recall: at a recall of `at`, interpolated between radii
///   averaging   pooled: from the counts of all queries together; mean: over queries that have
///               relevant items
///   at, precision, recall   precision is nan where nothing is retrieved
///
/// SVG, and HTML pages with it, show the same as charts.
std::string curve_text(const std::string& path, const std::vector<NamedCounts>& codes);

}  // namespace hashlab::experiments
