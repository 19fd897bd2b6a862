#pragma once

#include "lib/metrics/cumulated.h"
#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <limits>

namespace hashlab {

/// The divisor of average precision. The dividend is the sum of the precisions at the relevant
/// items in the first `cutoff` ranks.
enum class ApDivisor {
  relevant,            ///< number of relevant items in the database
  retrieved_relevant,  ///< number of relevant items in the first `cutoff` ranks; average precision
                       ///< is 0 if there are none
  smaller,             ///< min(`cutoff`, number of relevant items)
};

/// How a mean of average precisions treats queries that retrieve nothing relevant.
enum class NothingFound {
  zero,        ///< counts them as 0
  skip,        ///< leaves them out
  skip_wrong,  ///< leaves them out, but counts queries without any retrieved item as 0
};

/// Selects among the definitions of average precision in use.
struct ApRule {
  TieOrder ties = TieOrder::any;
  std::uint64_t cutoff = std::numeric_limits<std::uint64_t>::max();  ///< at least 1
  ApDivisor divisor = ApDivisor::relevant;
  WithoutRelevant without = WithoutRelevant::skip;
  bool until_relevant = false;  ///< the cutoff of a query is its number of relevant items instead
                                ///< of `cutoff`: MAP@R
  NothingFound nothing_found = NothingFound::zero;  ///< not skip_wrong, since the first ranks
                                                    ///< always hold an item
};

/// Mean over queries of the average precision of the full ranking (thesis equations 3.12 and 3.13),
/// or of its first ranks; 0 if no query has a relevant item. Absolute error about 1e-14.
///
/// If a tie straddles the cutoff, the number of its relevant items in the first ranks is random,
/// with a hypergeometric distribution; given that number, all positions are equally likely. With
/// the divisor retrieved_relevant, dividend and divisor both depend on this number, and the mean of
/// their quotient is computed exactly. With this divisor, relevant_first and relevant_last are not
/// the best and the worst order, because one more relevant item within the cutoff increases the
/// divisor.
///
/// With NothingFound::skip the sum is divided by the expected number of queries with a relevant
/// item among the first ranks; without a tie at the cutoff this is the actual number. `without`
/// then has no effect.
/// Errors:  invalid_argument for retrieved_relevant with any other TieOrder than `any`.
/// Cost:    O(queries * distances + min(database, 2^20)) time, and for retrieved_relevant with a
///          cutoff O(sqrt(cutoff)) more per query; O(min(database, 2^20)) memory.
/// Source:  McSherry & Najork, "Computing information retrieval performance measures efficiently in
///          the presence of tied scores", ECIR 2008, section 2 (average precision).
/// Differs: the sum over the positions of a tie is expressed by harmonic numbers, so its cost does
///          not depend on the size of the tie.
double mean_average_precision(const RankCounts& counts, const ApRule& rule = {});

/// Mean over queries of the average precision within a Hamming or Manhattan radius: the sum of the
/// precisions at the relevant items within the radius, divided by the number of these items.
/// `nothing_found` determines how queries that retrieve nothing relevant count.
/// Source:  mAP@H<=2 of Cao, Long, Liu & Wang, "Deep Cauchy Hashing for Hamming Space Retrieval",
///          CVPR 2018, and the authors' program.
/// Differs: the authors order the items within the radius by real-valued outputs; this function
///   orders the items by distance and averages over all orders of ties.
double mean_average_precision_within(const RankCounts& counts, std::uint64_t radius,
                                     NothingFound nothing_found, WithoutRelevant without);

/// The number of queries over which mean_average_precision_within() takes the mean if
/// `nothing_found` is skip or skip_wrong. skip_wrong also counts queries that retrieve nothing,
/// even those without any relevant item.
std::size_t queries_counted_within(const RankCounts& counts, std::uint64_t radius,
                                   NothingFound nothing_found);

/// Mean over queries of a trapezoidal average precision of the full ranking. At each relevant item
/// it takes the mean of two precisions: the precision of the ranks above the item (1 if there are
/// none) and the precision of the ranks up to the item. This is the area under the precision-recall
/// curve by trapezoids, as in the programs for Oxford5k and Paris6k. The junk images of these
/// data sets must be ignored (see Relevance).
/// Cost:    that of mean_average_precision().
/// Source:  Philbin, Chum, Isard, Sivic & Zisserman, "Object retrieval with large vocabularies and
///          fast spatial matching", CVPR 2007; Radenovic, Iscen, Tolias, Avrithis & Chum,
///          "Revisiting Oxford and Paris", CVPR 2018; and the authors' programs.
double mean_trapezoid_precision(const RankCounts& counts, TieOrder ties = TieOrder::any,
                                WithoutRelevant without = WithoutRelevant::skip);

}  // namespace hashlab
