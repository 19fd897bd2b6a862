#pragma once

#include "lib/metrics/cumulated.h"
#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <limits>

namespace hashlab {

/// The divisor of the sum of the precisions at the relevant items in the first `cutoff` ranks.
enum class ApDivisor {
  relevant,            ///< number of relevant items in the database
  retrieved_relevant,  ///< number in the first `cutoff` ranks; average precision is 0 if none
  smaller,             ///< min(`cutoff`, number of relevant items)
};

/// How a mean of average precisions treats queries that retrieve nothing relevant.
enum class NothingFound {
  zero,        ///< counts them as 0
  skip,        ///< leaves them out
  skip_wrong,  ///< leaves them out, but counts those that retrieve nothing at all as 0
};

/// Selects among the definitions of average precision in use.
struct ApRule {
  TieOrder ties = TieOrder::any;
  std::uint64_t cutoff = std::numeric_limits<std::uint64_t>::max();  ///< at least 1
  ApDivisor divisor = ApDivisor::relevant;
  WithoutRelevant without = WithoutRelevant::skip;
  bool until_relevant = false;  ///< the cutoff of a query is its number of relevant items: MAP@R
  NothingFound nothing_found = NothingFound::zero;  ///< not skip_wrong: first ranks hold something
};

/// Mean over queries of the average precision of the full ranking (thesis equations 3.12 and 3.13),
/// or of its first ranks; 0 if no query has a relevant item. Absolute error about 1e-14.
///
/// If a tie straddles the cutoff, the number of its relevant items in the first ranks is random,
/// with a hypergeometric distribution; given that number, all positions are equally likely. With
/// the divisor retrieved_relevant the mean of quotients over both is computed exactly. With this
/// divisor relevant_first and relevant_last are not the best and the worst order, since one more
/// relevant item within the cutoff increases the divisor.
///
/// With NothingFound::skip the sum is divided by the expected number of queries that find something
/// among the first ranks: where no tie straddles the cutoff, their number.
/// Errors:  invalid_argument for retrieved_relevant with any other TieOrder than `any`.
/// Cost:    O(queries * distances + min(database, 2^20)) time, and for retrieved_relevant with a
///          cutoff O(sqrt(cutoff)) more per query; O(min(database, 2^20)) memory.
/// Source:  McSherry & Najork, "Computing information retrieval performance measures efficiently in
///          the presence of tied scores", ECIR 2008, section 2 (average precision).
/// Differs: the sum over the positions of a tie is expressed by harmonic numbers, so its cost does
///          not depend on the size of the tie.
double mean_average_precision(const RankCounts& counts, const ApRule& rule = {});

/// The same of the items within a Hamming or Manhattan radius, divided by the number of relevant
/// ones among them; 0 for a query that retrieves nothing relevant, or as `nothing_found` says.
/// Source:  mAP@H<=2 of Cao, Long, Liu & Wang, "Deep Cauchy Hashing for Hamming Space Retrieval",
///          CVPR 2018, and the authors' program.
/// Differs: that orders the items within the radius by real-valued outputs; this one by distance,
///          as the mean over all orders of ties.
double mean_average_precision_within(const RankCounts& counts, std::uint64_t radius,
                                     NothingFound nothing_found, WithoutRelevant without);

/// How many queries that mean counts with NothingFound::skip or skip_wrong, which also counts
/// queries that retrieve nothing where they have no relevant items at all.
std::size_t queries_counted_within(const RankCounts& counts, std::uint64_t radius,
                                   NothingFound nothing_found);

/// Of the full ranking, with the mean of two precisions at each relevant item: that of the ranks
/// above it, 1 if there are none, and that up to itself. This is the area under the
/// precision-recall curve by trapezoids, as the programs for Oxford5k and Paris6k compute it; what
/// these call junk is to be ignored (see Relevance).
/// Cost:    as of mean_average_precision.
/// Source:  Philbin, Chum, Isard, Sivic & Zisserman, "Object retrieval with large vocabularies and
///          fast spatial matching", CVPR 2007; Radenovic, Iscen, Tolias, Avrithis & Chum,
///          "Revisiting Oxford and Paris", CVPR 2018; and the authors' programs.
double mean_trapezoid_precision(const RankCounts& counts, TieOrder ties = TieOrder::any,
                                WithoutRelevant without = WithoutRelevant::skip);

}  // namespace hashlab
