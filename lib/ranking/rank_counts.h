#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "lib/relevance/relevance.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// What a ranking says, without the ranking: for every query and distance, how many database items
/// lie there and how many of them are relevant. Integers, so exact, and the same for every kernel,
/// thread count and order of the database.
///
/// By codes, row q holds the distances 0 .. n_distances - 1 and may have empty ones. By real-valued
/// distances (see real_rank_counts) there is no common scale: n_distances is 0, row q holds the ties
/// of query q from near to far, none empty, between offsets[q] and offsets[q + 1].
struct RankCounts {
  std::size_t n_queries = 0;
  std::size_t n_distances = 0;            ///< largest possible distance + 1
  std::vector<std::uint32_t> all;         ///< n_queries x n_distances
  std::vector<std::uint32_t> relevant;    ///< n_queries x n_distances, relevant <= all
  std::vector<std::size_t> offsets = {};  ///< real-valued distances only: n_queries + 1

  // Real-valued distances only: the rankings of all queries as one, which needs radii in common.
  // Element 0 is the distance 0, element i counts what lies beyond pooled_radius[i - 1] and within
  // pooled_radius[i].
  std::vector<double> pooled_radius = {};
  std::vector<std::uint64_t> pooled_all = {}, pooled_relevant = {};

  bool real_valued() const { return !offsets.empty(); }
  std::span<const std::uint32_t> all_of(std::size_t q) const { return row(all, q); }
  std::span<const std::uint32_t> relevant_of(std::size_t q) const { return row(relevant, q); }

 private:
  std::span<const std::uint32_t> row(std::span<const std::uint32_t> counts, std::size_t q) const {
    if (offsets.empty()) return counts.subspan(q * n_distances, n_distances);
    return counts.subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
};

/// Ranks a database that comes in pieces, for every query, by counting.
/// Cost:    O(queries * database * bits) steps of 512 codes; O(queries * distances) memory beside the
///          piece, once for each thread if there are few queries; never queries x database.
class RankCounter {
 public:
  /// Errors:  invalid_argument if a distance could exceed 65535.
  RankCounter(const Codes& queries, const Kernel& kernel, std::size_t threads = 1);
  /// Counts one more piece. Relevance holds positions within the piece.
  /// Errors:  invalid_argument if formats or sizes disagree.
  void add(const Codes& piece, const Relevance& relevance);
  /// The counts so far.
  const RankCounts& counts() const { return counts_; }

 private:
  CodeFormat format_;
  Codes queries_;  ///< as kernels read them
  const Kernel& kernel_;
  std::size_t threads_;
  RankCounts counts_;
};

/// All of it in one piece.
/// Shapes:  queries and database in one CodeFormat; relevance.n_queries() == queries.n,
///          relevance.n_database == database.n.
RankCounts rank_counts(const Codes& queries, const Codes& database, const Relevance& relevance,
                       const Kernel& kernel, std::size_t threads = 1);

/// The same counts by definition, pair by pair: the reference.
RankCounts rank_counts_reference(const Codes& queries, const Codes& database,
                                 const Relevance& relevance);

}  // namespace hashlab
