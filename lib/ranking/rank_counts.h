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
/// thread count and order of the database. Row q, column d of `all` is all[q * n_distances + d].
struct RankCounts {
  std::size_t n_queries = 0;
  std::size_t n_distances = 0;          ///< largest possible distance + 1
  std::vector<std::uint32_t> all;       ///< n_queries x n_distances
  std::vector<std::uint32_t> relevant;  ///< n_queries x n_distances, relevant <= all

  std::span<const std::uint32_t> all_of(std::size_t q) const {
    return std::span(all).subspan(q * n_distances, n_distances);
  }
  std::span<const std::uint32_t> relevant_of(std::size_t q) const {
    return std::span(relevant).subspan(q * n_distances, n_distances);
  }
};

/// Ranks the whole database for every query by counting.
/// Shapes:  queries and database in one CodeFormat; relevance.n_queries() == queries.n,
///          relevance.n_database == database.n.
/// Errors:  invalid_argument if formats or sizes disagree, or a distance could exceed 65535.
/// Cost:    O(queries * database * words) time; O(queries * distances + database) memory, never
///          queries x database.
RankCounts rank_counts(const Codes& queries, const Codes& database, const Relevance& relevance,
                       const Kernel& kernel);

/// The same counts by definition, pair by pair: the reference.
RankCounts rank_counts_reference(const Codes& queries, const Codes& database,
                                 const Relevance& relevance);

}  // namespace hashlab
