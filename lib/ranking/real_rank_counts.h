#pragma once

#include "lib/ranking/rank_counts.h"
#include "lib/ranking/real_kernel.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

namespace hashlab {

/// How far apart two samples are, before any hashing: what codes are compressed from. Both are sums
/// in double precision over the features in order, so the same on every machine, BLAS and kernel,
/// and two items tie exactly when these numbers are equal.
enum class RealDistance {
  /// Squared: the number that squared_distance() gives, so that a ranking agrees with the epsilon
  /// ball to the last bit.
  euclidean,
  /// 1 - the inner product of the two samples, each less the origin and times the reciprocal of its
  /// length; not below 0. A sample at the origin has the distance 1 to everything.
  cosine,
};

/// Ranks a database by real-valued distances and counts, in the real-valued form of RankCounts.
///
/// Row q holds one element for each distinct distance of a relevant item, and one for all
/// irrelevant items between two of them: their order among each other changes no metric.
///
/// The pooled ranking needs thresholds in common for all queries, and one for each pair of items
/// would be a matrix. It is held at the leading bits of the distance as a single-precision number:
/// 8 of the exponent, 10 of the fraction, so that its radii (squared if euclidean) are at most a
/// thousandth apart. Micro-averaged areas see what lies between two radii as one tie; their
/// tie band says how little that matters.
/// Shapes:  X is d x n; queries and database are columns of it; relevance.n_queries() ==
///          queries.size(), relevance.n_database == database.size(). `origin` of d numbers is used
///          by cosine only; empty: zeros.
/// Errors:  invalid_argument if shapes disagree.
/// Cost:    O(queries * database * d) flops; O(relevant pairs) + about 40 MB, never queries x
///          database (one row of distances at least).
RankCounts real_rank_counts(const Features& X, const Rows& queries, const Rows& database,
                            const Relevance& relevance, RealDistance distance,
                            const arma::fvec& origin = {},
                            const RealKernel& kernel = active_real_kernel());

}  // namespace hashlab
