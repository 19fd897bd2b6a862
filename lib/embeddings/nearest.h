#pragma once

#include "lib/ranking/nearest_items.h"
#include "lib/similarity.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hashlab {

/// Exact search for the k items most similar to each query, among embeddings that arrive in pieces.
///
/// BLAS multiplies in single precision. A proven error bound determines which items may be among
/// the k nearest. Only for these few items the similarity is computed as similarity_of() defines
/// it. The result is therefore the same for every BLAS, block size, piece size and number of
/// threads.
/// Cost:    2 * queries * d flops per item through BLAS. With k = 10, d = 128 and as many queries
///          as items, the search takes 1.12 times as long as this product for 100,000 items, and
///          1.26 to 1.29 times for 20,000 (docs/development/benchmarks.md).
/// Memory:  O(queries * (d + k)). All threads share 32 MB (or the memory of 512 items, if these
///          take more) for a part of the piece in the form that is multiplied. Each thread takes 1
///          MB for products, a copy of 512 queries and O(k) candidates for each of these queries.
///          There is never a table of queries x items or a copy of a piece larger than the shared
///          memory.
class NearestSearch {
 public:
  /// queries: d x n, k >= 1. If `self` is given, query q never finds the item at position self[q];
  /// use it if the queries are themselves among the items.
  /// Errors:  invalid_argument if k is 0, `self` is given but does not have one position for each
  ///          query, or a feature of a query is not finite.
  NearestSearch(Features queries, std::size_t k, Similarity similarity, Rows self = {},
                std::size_t threads = 1);

  /// Searches one more piece, d x m, whose first item has position `first`. The caller must add the
  /// pieces in ascending order of positions. `penalties`, m numbers or none, are subtracted from
  /// the similarities to the items.
  /// Errors:  invalid_argument if the number of features or penalties does not fit, a feature is
  ///          not finite, or first + m is 2^32 or more.
  void add(const Features& piece, std::size_t first, std::span<const double> penalties = {});

  /// The k nearest items of each query in the pieces added so far.
  NearestItems result() const;

 private:
  /// An item that may be among the nearest of a query, by its approximate key.
  struct Candidate {
    float key;
    std::uint32_t column;  ///< in the piece
  };
  /// The k nearest items so far of one query: similarity and position, as a heap with the farthest
  /// item in front.
  using Found = std::vector<std::pair<double, std::uint32_t>>;
  class Piece;
  class Group;
  /// Writes an embedding in the form that BLAS multiplies: times `scale` for cosine, which gives it
  /// length 1; unchanged for the inner product; and minus origin_ for Euclidean.
  void write_multiplied(const float* x, double scale, float* out) const;

  Features queries_;
  std::size_t k_;
  Similarity similarity_;
  Rows self_;
  std::size_t threads_;
  arma::fvec origin_;           ///< mean of the queries, for Euclidean; else empty
  std::vector<double> scales_;  ///< reciprocal lengths of the queries, for cosine
  std::vector<Found> found_;
};

/// For each column of `queries`, the k most similar columns of `items`.
NearestItems nearest_items(const Features& queries, const Features& items, std::size_t k,
                           Similarity similarity, std::size_t threads = 1);

/// For each column of `items`, the k most similar other columns: every item is a query against all
/// other items.
NearestItems nearest_others(const Features& items, std::size_t k, Similarity similarity,
                            std::size_t threads = 1);

}  // namespace hashlab
