#pragma once

#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

// Metric ground truth by epsilon-neighbourhoods (thesis section 3.3.1): an item is relevant to a
// query if it lies within a given Euclidean distance, the radius.
//
// The decision is exact. Single-precision BLAS decides the pairs that are clearly inside or outside
// by a proven error bound; the few distances near the boundary are computed again in double
// precision with a fixed order of summation. The result is therefore independent of BLAS, its
// kernels and the number of threads.

/// The epsilon-neighbourhood of each query.
struct Ball {
  double radius = 0;      ///< Euclidean
  bool inclusive = true;  ///< true: distance <= radius; false: distance < radius

  bool operator==(const Ball&) const = default;
};

/// The squared distance between columns i and j of X, summed in double precision over the features
/// in order.
double squared_distance(const Features& X, std::uint32_t i, std::uint32_t j);
/// The squared distance between column i of A and column j of B, summed in double precision over
/// the features in order.
double squared_distance(const Features& A, std::uint32_t i, const Features& B, std::uint32_t j);

/// The mean over `samples` of the distance to the R-th nearest row of `reference`; both are columns
/// of X. A sample that is itself in the reference counts as its own first neighbour only if
/// `count_self`.
/// Errors:  invalid_argument if R is 0, there are no samples, or the reference has fewer than R
///          rows (R + 1 without `count_self`).
/// Cost:    O(samples * reference * d) flops; O(block) memory.
double ball_radius(const Features& X, const Rows& samples, const Rows& reference, std::size_t R,
                   bool count_self);

/// Computes ball_radius() for a reference that arrives in pieces.
/// Memory:  O(samples * (d + R)).
class BallRadius {
 public:
  /// `samples` has one sample per column. `positions` gives the position of each sample in the
  /// reference. R and count_self are those of ball_radius().
  BallRadius(Features samples, Rows positions, std::size_t R, bool count_self);
  /// Adds columns `rows` of X to the reference; column r has position first_position + r in it.
  void add(const Features& X, const Rows& rows, std::uint32_t first_position);
  /// The result of ball_radius() for the reference rows added so far.
  /// Errors:  as ball_radius.
  double radius() const;
  /// The state of this object as numbers: the nearest distances of each sample so far. Pass them to
  /// merge() of an object with the same samples to which other reference rows were added.
  std::vector<std::uint64_t> found() const;
  /// Adds the reference rows of another object, given by the result of its found().
  /// Errors:  invalid_argument if `found` is for fewer samples.
  void merge(const std::vector<std::uint64_t>& found);

 private:
  void insert(std::vector<double>& nearest, double squared) const;

  Features samples_;
  Rows positions_;
  std::size_t R_, n_reference_ = 0;
  bool count_self_;
  std::vector<std::vector<double>> nearest_;  ///< for each sample a heap of squared distances
};

/// For each query, the positions in `database` of the items within `ball`. `queries` and `database`
/// are columns of X.
/// Cost:    O(queries * database * d) flops through BLAS; O(queries * block + answer) memory, never
///          queries x database.
Relevance ball_relevance(const Features& X, const Rows& queries, const Rows& database,
                         const Ball& ball);

/// For each query, the positions of the items within `ball`. `queries` holds the features of the
/// queries, `database` those of a database or a piece of one; samples are columns.
/// Errors:  invalid_argument if the numbers of features differ.
Relevance ball_relevance(const Features& queries, const Features& database, const Ball& ball);

/// The neighbour matrix of `rows`, which are columns of X: two rows are neighbours if each lies
/// within the ball of the other. The diagonal is zero.
NeighbourGraph ball_neighbours(const Features& X, const Rows& rows, const Ball& ball);

}  // namespace hashlab
