#pragma once

#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>

namespace hashlab {

// Epsilon-ball ground truth (thesis section 3.3.1): whoever lies within a radius is relevant.
//
// Distances are Euclidean and decided exactly: single-precision BLAS sorts out the pairs that lie
// clearly inside or outside by a proven error bound, and the few near the boundary are summed again
// in double precision in a fixed order. So the answer depends on no BLAS, kernel or thread count.

/// The squared distance between columns i and j of X, in double precision, features in order.
double squared_distance(const Features& X, std::uint32_t i, std::uint32_t j);

/// The mean, over `samples`, of the distance to the R-th nearest row of `reference`. A sample that
/// is in the reference counts as its own first neighbour only if `count_self`.
/// Errors:  invalid_argument if the reference has fewer than R rows other than a sample.
/// Cost:    O(samples * reference * d) flops; O(block) memory.
double ball_radius(const Features& X, const Rows& samples, const Rows& reference, std::size_t R,
                   bool count_self);

/// Who of `database` lies within `radius` of each query: distance <= radius if `inclusive`, else <.
/// Positions are those in `database`.
/// Cost:    O(queries * database * d) flops through BLAS; O(queries * block + answer) memory, never
///          queries x database.
Relevance ball_relevance(const Features& X, const Rows& queries, const Rows& database,
                         double radius, bool inclusive);

/// The neighbour matrix of `rows` among themselves: the same rule, without the diagonal.
NeighbourGraph ball_neighbours(const Features& X, const Rows& rows, double radius, bool inclusive);

}  // namespace hashlab
