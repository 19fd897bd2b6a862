#pragma once

#include "lib/metrics/cumulated.h"

#include <cstdint>
#include <vector>

namespace hashlab {

// Metrics of the first ranks. All are exact means over all orders of ties, unless a TieOrder
// selects the best or the worst order. If a tie straddles the cutoff, each of its items is equally
// likely to be ranked before the cutoff.

/// The expected number of relevant items in the first `n` ranks. If the ranking has fewer than `n`
/// items, all its relevant items count.
double expected_found(const Cumulated& query, std::uint64_t n);

/// The share of orders of ties in which one of the first `n` ranks, n >= 1, holds a relevant item.
/// Let the tie that straddles the cutoff have t items, p of them relevant, and let its first m
/// ranks lie within the cutoff. If no earlier item is relevant, the share is 1 - C(t - p, m) / C(t,
/// m). It is 0 or 1 for relevant_first and relevant_last.
/// Cost:    O(min(p, m)).
double hit(const Cumulated& query, std::uint64_t n, TieOrder ties = TieOrder::any);

/// The precision of the first `n` ranks, n >= 1, or of the ranks up to the last relevant item if
/// that comes earlier. Returns 0 if nothing is relevant. This is mP@n of the programs for Oxford5k
/// and Paris6k, for one query.
///
/// Let a tie have t items, p of them relevant, and let N items be nearer. Over all orders of the
/// tie, its last relevant item is at rank N + s with the probability C(s - 1, p - 1) / C(t, p).
/// Cost:    at most t terms. Terms with a probability below 2^-80 are omitted, which leaves about
///          55 t / p.
/// Source:  Radenovic, Iscen, Tolias, Avrithis & Chum, "Revisiting Oxford and Paris", CVPR 2018,
///          and the authors' program.
double precision_until_last(const Cumulated& query, std::uint64_t n);

/// R-precision: precision at rank R, the number of relevant items; 0 if there are none.
double r_precision(const Cumulated& query);

/// Precision and recall at rank cutoffs, both averaged over queries.
struct TopCurve {
  std::vector<std::uint64_t> n;  ///< the cutoffs
  /// Let F be the expected number of relevant items in the first n ranks of a query. Its precision
  /// is F / n, even if the database has fewer than n items. Its recall is F divided by the number
  /// of its relevant items.
  std::vector<double> precision, recall;
};

/// Precision and recall at each of these rank cutoffs.
/// Cost:    O(queries * (distances + cutoffs * log(distances))).
/// Errors:  invalid_argument if a cutoff is 0.
TopCurve top_curve(const RankCounts& counts, const std::vector<std::uint64_t>& cutoffs,
                   WithoutRelevant rule = WithoutRelevant::skip);

/// The largest cutoff of mean_ndcg() and mean_graded_ndcg().
constexpr std::uint64_t max_discounted = std::uint64_t{1} << 20;

/// Mean over queries of the normalised discounted cumulative gain of the first k ranks, k <=
/// max_discounted. A relevant item at rank i gains 1 / log2(1 + i). The sum of the gains is
/// divided by its largest possible value, which the first min(k, number of relevant items) ranks
/// reach if all of them are relevant.
/// Errors:  invalid_argument if k is 0 or exceeds max_discounted.
/// Cost:    O(queries * distances + min(k, database)) time, O(min(k, database)) memory.
/// Source:  Jarvelin & Kekalainen, "Cumulated gain-based evaluation of IR techniques", TOIS 2002;
///          ties as in McSherry & Najork, ECIR 2008, section 2: each item of a tie
///          gains the mean over the ranks of the tie.
double mean_ndcg(const RankCounts& counts, std::uint64_t k,
                 WithoutRelevant rule = WithoutRelevant::skip);

}  // namespace hashlab
