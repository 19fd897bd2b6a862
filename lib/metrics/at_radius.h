#pragma once

#include "lib/metrics/cumulated.h"

#include <cstdint>

namespace hashlab {

/// Equation 3.10 of the thesis; beta > 0; 0 if precision and recall are 0.
double f_measure(double precision, double recall, double beta);

/// How precision and recall within a Hamming or Manhattan radius are averaged.
struct RadiusRule {
  bool macro = false;  ///< mean over queries; else one count of what all queries retrieve
  double empty = 0.0;  ///< the precision of a retrieval that is empty
  WithoutRelevant without = WithoutRelevant::skip;  ///< of macro only
};

// Of rankings by codes only: a real-valued ranking has no radii that mean the same for all queries.
// A radius beyond the largest distance retrieves everything. 0 without queries or database.

double precision_within(const RankCounts& counts, std::uint64_t radius, const RadiusRule& rule);
double recall_within(const RankCounts& counts, std::uint64_t radius, const RadiusRule& rule);
/// f_measure of the two above.
double f_within(const RankCounts& counts, std::uint64_t radius, double beta,
                const RadiusRule& rule);

/// Mean over queries of the mean, over every radius from 0 to the largest possible distance, of the
/// precision within it.
/// Source:  radius aware mean average precision, Jiang, Li & Li, "On the evaluation metric for
///          hashing", arXiv 1905.10951.
/// Differs: no division by the number of keys within each radius, the paper's price of probing.
double mean_precision_over_radii(const RankCounts& counts, double empty, WithoutRelevant rule);

}  // namespace hashlab
