#pragma once

#include "lib/similarity.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hashlab {

/// For each query the items found and their similarities, less the penalties that there are;
/// nearest first, items of equal similarity by position. Query q has the entries offsets[q] ..
/// offsets[q + 1] - 1.
struct NearestItems {
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> positions;
  std::vector<double> similarities;

  std::size_t n_queries() const { return offsets.size() - 1; }
  std::span<const std::uint32_t> positions_of(std::size_t q) const {
    return std::span(positions).subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
  std::span<const double> similarities_of(std::size_t q) const {
    return std::span(similarities).subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
  bool operator==(const NearestItems&) const = default;
};

/// Exact search of embeddings that arrive in pieces for the k most similar to each query.
///
/// BLAS multiplies in single precision; a proven bound of its error decides which items may be
/// among the k nearest, and for these few the similarity is computed as similarity_of() defines it.
/// So what is found is the same for every BLAS, block, piece and number of threads.
/// Cost:    2 queries d flops an item through BLAS, and with k = 10 and d = 128 some 11 % more for
///          100,000 items, 27 % for 20,000 (tests/bench/README.md).
/// Memory:  O(queries (d + k)); 32 MB (512 items, if these take more) of a piece as they are
///          multiplied, shared by all threads; 1 MB and 512 queries for each thread. Never
///          queries x items, nor a copy of the piece.
class NearestSearch {
 public:
  /// queries: d x n, k >= 1. With `self` query q never finds the item at position self[q]: the
  /// query itself, where queries are part of what is searched.
  /// Errors:  invalid_argument if k is 0, `self` has another length than queries, or queries are
  ///          not finite.
  NearestSearch(Features queries, std::size_t k, Similarity similarity, Rows self = {},
                std::size_t threads = 1);

  /// Searches one more piece, d x m, whose first item has position `first`. Pieces arrive in
  /// ascending order of positions. `penalties`, m numbers or none, are subtracted from the
  /// similarities to the items.
  /// Errors:  invalid_argument if numbers of features or penalties do not fit, values are not
  ///          finite, or positions exceed 32 bits.
  void add(const Features& piece, std::size_t first, std::span<const double> penalties = {});

  NearestItems result() const;

 private:
  /// An item that may be among the nearest of a query, by its approximate key.
  struct Candidate {
    float key;
    std::uint32_t column;  ///< in the piece
  };
  /// The k nearest items so far of one query: similarity and position, a heap with the farthest in
  /// front.
  using Found = std::vector<std::pair<double, std::uint32_t>>;
  class Piece;
  class Group;
  /// An embedding as BLAS multiplies it: of length 1 for cosine, less the origin for Euclidean.
  void write_multiplied(const float* x, double scale, float* out) const;

  Features queries_;
  std::size_t k_;
  Similarity similarity_;
  Rows self_;
  std::size_t threads_;
  arma::fvec origin_;           ///< subtracted from both before they are multiplied, or empty
  std::vector<double> scales_;  ///< reciprocal lengths of the queries, for cosine
  std::vector<Found> found_;
};

/// The k nearest of the columns of `items` to each column of `queries`.
NearestItems nearest_items(const Features& queries, const Features& items, std::size_t k,
                           Similarity similarity, std::size_t threads = 1);

/// The k nearest other columns to each column: every item asks for all others.
NearestItems nearest_others(const Features& items, std::size_t k, Similarity similarity,
                            std::size_t threads = 1);

}  // namespace hashlab
