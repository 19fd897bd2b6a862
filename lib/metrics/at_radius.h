#pragma once

#include "lib/metrics/cumulated.h"

#include <cstdint>

namespace hashlab {

/// The F-measure (thesis equation 3.10) for beta > 0; 0 if precision and recall are both 0.
double f_measure(double precision, double recall, double beta);

/// How precision and recall within a Hamming or Manhattan radius are averaged.
struct RadiusRule {
  bool macro = false;  ///< true: mean over queries; false: from the counts of all queries together
  double empty = 0.0;  ///< the precision if nothing is retrieved
  WithoutRelevant without = WithoutRelevant::skip;  ///< used only if `macro`
};

// Precision, recall and F-measure of the items within a Hamming or Manhattan radius. These
// functions are for rankings by codes only, because real-valued distances have no radii that all
// queries share. A radius beyond the largest distance retrieves everything. The value is 0 if there
// are no queries or the database is empty.

double precision_within(const RankCounts& counts, std::uint64_t radius, const RadiusRule& rule);
double recall_within(const RankCounts& counts, std::uint64_t radius, const RadiusRule& rule);
/// The F-measure of precision_within() and recall_within().
double f_within(const RankCounts& counts, std::uint64_t radius, double beta,
                const RadiusRule& rule);

/// The precision within a radius, averaged over all radii from 0 to the largest possible distance
/// and then over the queries. `empty` is the precision at a radius that retrieves nothing.
/// Source:  radius aware mean average precision, Jiang, Li & Li, "On the evaluation metric for
///          hashing", arXiv 1905.10951.
/// Differs: the paper divides by the number of keys within each radius, which is its cost of
///          probing; this function does not.
double mean_precision_over_radii(const RankCounts& counts, double empty, WithoutRelevant rule);

}  // namespace hashlab
