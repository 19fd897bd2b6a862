#pragma once

#include "lib/ranking/rank_counts.h"
#include "lib/ranking/real_kernel.h"
#include "lib/relevance/relevance.h"
#include "lib/similarity.h"
#include "lib/types.h"

#include <cstddef>
#include <functional>
#include <span>

namespace hashlab {

/// Ranks a database by real-valued distances and returns the real-valued form of RankCounts. The
/// distance between two samples is
///
///   euclidean      the squared distance, bit-identical to squared_distance(), so that rankings
///                  agree with the metric ground truth;
///   cosine         1 - the inner product of the two samples after the origin is subtracted and
///                  each is multiplied by the reciprocal of its length; a negative result is raised
///                  to 0. A sample at the origin has distance 1 to every other;
///   inner-product  minus the inner product of the two samples after the origin is subtracted.
///
/// Each distance is a sum in double precision over the features in order, so it is the same for
/// every machine, BLAS and kernel. Two items tie if their distances are equal.
///
/// Row q of the counts has one element for each distinct distance of a relevant item. It has one
/// more element for all items between two such distances, before the first or after the last, if
/// there are any. These items are irrelevant, so their order does not affect any metric. Items that
/// the query ignores are not counted.
///
/// The pooled ranking needs radii that all queries share, but storing the distance of every query
/// to every item would take a queries x database matrix. Instead, distances are truncated to the
/// leading bits of a single-precision number: the sign, 8 bits of the exponent and 10 of the
/// fraction. Distances (squared if euclidean) that are counted at one radius therefore differ by at
/// most a thousandth. Micro-averaged areas treat all items between two radii as one tie. The tie
/// band (see lib/metrics/auprc.h) bounds the effect.
/// Shapes:  X is d x n; queries and database are columns of it; relevance.n_queries() ==
///          queries.size(), relevance.n_database == database.size(). `origin`, d numbers or empty
///          for zeros, has no effect on Euclidean distances.
/// Errors:  invalid_argument if shapes disagree, or a query or database row is not a column of X.
/// Cost:    O(queries * database * d) flops. Memory: O(relevant pairs) and about 40 MB, or more if
///          the distances of kernel.queries queries to the database take more than 32 MB; never
///          queries x database.
RankCounts real_rank_counts(const Features& X, const Rows& queries, const Rows& database,
                            const Relevance& relevance, Similarity similarity,
                            const arma::fvec& origin = {},
                            const RealKernel& kernel = active_real_kernel());

/// The same counts of a ranking by any other distances, which may be negative. `distances(q)`
/// returns those of all items to query q, in the order of the database. It is called for each query
/// in turn, and its result must be valid until the next call. Pooled radii are the distances
/// themselves.
/// Errors:  invalid_argument if `relevance` is for other numbers of queries or items.
RankCounts counts_of_distances(
    std::size_t n_queries, std::size_t n_items, const Relevance& relevance,
    const std::function<std::span<const double>(std::size_t q)>& distances);

}  // namespace hashlab
