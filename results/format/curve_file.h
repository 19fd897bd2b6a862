#pragma once

#include "lib/ranking/rank_counts.h"

#include <string>
#include <utility>
#include <vector>

namespace hashlab::results {

/// The counts of one set of codes, and its name in the legend.
using NamedCounts = std::pair<std::string, const RankCounts*>;

/// The text of a curve file; the ending of `path` selects the format: .csv, .svg, or .html with the
/// same SVG. CSV has one row per point, with the columns
///
///   codes       the name of the set of codes
///   curve       radius: within Hamming distance `at`; rank: among the first `at` ranks, the mean
///               over orders of ties; recall: at a recall of `at`, interpolated between radii
///   averaging   pooled: from the counts of all queries together; mean: over queries that have
///               relevant items
///   at, precision, recall   nan if undefined. The pooled precision is nan within a radius that
///               retrieves nothing; in a mean, a query for which nothing is retrieved counts as 0
///
/// SVG and HTML show charts of these points, except the pooled ones by radius.
std::string curve_text(const std::string& path, const std::vector<NamedCounts>& codes);

}  // namespace hashlab::results
