#pragma once

#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

// Epsilon-ball ground truth (thesis section 3.3.1): whoever lies within a radius is relevant.
//
// Distances are Euclidean and decided exactly: single-precision BLAS sorts out the pairs that lie
// clearly inside or outside by a proven error bound, and the few near the boundary are summed again
// in double precision in a fixed order. So the answer depends on no BLAS, kernel or thread count.

/// The squared distance between columns i and j of X, in double precision, features in order.
double squared_distance(const Features& X, std::uint32_t i, std::uint32_t j);
/// Between column i of A and column j of B.
double squared_distance(const Features& A, std::uint32_t i, const Features& B, std::uint32_t j);

/// The mean, over `samples`, of the distance to the R-th nearest row of `reference`. A sample that
/// is in the reference counts as its own first neighbour only if `count_self`.
/// Errors:  invalid_argument if the reference has fewer than R rows other than a sample.
/// Cost:    O(samples * reference * d) flops; O(block) memory.
double ball_radius(const Features& X, const Rows& samples, const Rows& reference, std::size_t R,
                   bool count_self);

/// The same for a reference that comes in pieces.
/// Memory:  O(samples * (d + R)).
class BallRadius {
 public:
  /// `positions` says where among the reference each of the samples is.
  BallRadius(Features samples, Rows positions, std::size_t R, bool count_self);
  /// Adds columns `rows` of X to the reference; column r has position first_position + r there.
  void add(const Features& X, const Rows& rows, std::uint32_t first_position);
  /// Errors:  as ball_radius.
  double radius() const;

 private:
  Features samples_;
  Rows positions_;
  std::size_t R_, n_reference_ = 0;
  bool count_self_;
  std::vector<std::vector<double>> nearest_;  ///< a sample: a heap of squared distances
};

/// Who of `database` lies within `radius` of each query: distance <= radius if `inclusive`, else <.
/// Positions are those in `database`.
/// Cost:    O(queries * database * d) flops through BLAS; O(queries * block + answer) memory, never
///          queries x database.
Relevance ball_relevance(const Features& X, const Rows& queries, const Rows& database,
                         double radius, bool inclusive);

/// The same for queries and a database, or a piece of one, that have features of their own.
/// Errors:  invalid_argument if their numbers of features differ.
Relevance ball_relevance(const Features& queries, const Features& database, double radius,
                         bool inclusive);

/// The neighbour matrix of `rows` among themselves: the same rule, without the diagonal.
NeighbourGraph ball_neighbours(const Features& X, const Rows& rows, double radius, bool inclusive);

}  // namespace hashlab
