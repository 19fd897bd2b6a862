#pragma once

#include "lib/metrics/cumulated.h"

#include <cstdint>
#include <vector>

namespace hashlab {

// Metrics of the first ranks. All are exact means over all orders of ties: of a tie that straddles
// a cutoff, each of its items is as likely to be among the first ranks.

/// How many relevant items the first `n` ranks hold, in the mean; all of them if the ranking is
/// shorter.
double expected_found(const Cumulated& query, std::uint64_t n);

/// Precision at as many ranks as there are relevant items; 0 if there are none.
double r_precision(const Cumulated& query);

/// Precision and recall at rank cutoffs, each the mean over queries.
struct TopCurve {
  std::vector<std::uint64_t> n;           ///< the cutoffs
  std::vector<double> precision, recall;  ///< found / n, also where the database is smaller, and
                                          ///< found / relevant items of the query
};

/// Cost:    O(queries * (distances + cutoffs * log(distances))).
/// Errors:  invalid_argument if a cutoff is 0.
TopCurve top_curve(const RankCounts& counts, const std::vector<std::uint64_t>& cutoffs,
                   WithoutRelevant rule = WithoutRelevant::skip);

/// The longest list that mean_ndcg discounts.
constexpr std::uint64_t most_discounted = std::uint64_t{1} << 20;

/// Mean over queries of the normalised discounted cumulative gain of the first k ranks, k <=
/// most_discounted: a relevant item at rank i gains 1 / log2(1 + i), and the sum is divided by what
/// min(k, relevant items) items in front gain.
/// Cost:    O(queries * distances + min(k, database)) time, O(min(k, database)) memory.
/// Source:  Jarvelin & Kekalainen, "Cumulated gain-based evaluation of IR techniques", TOIS 2002;
///          ties as in McSherry & Najork, ECIR 2008, section 2: each item of a tie gains the mean.
double mean_ndcg(const RankCounts& counts, std::uint64_t k,
                 WithoutRelevant rule = WithoutRelevant::skip);

}  // namespace hashlab
