#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "lib/relevance/relevance.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace hashlab {

/// The distances of a ranking by codes, which are the same for every query: row q of RankCounts has
/// one element, possibly 0, for each distance 0 .. n_distances - 1.
struct CodeDistances {
  std::size_t n_distances = 0;  ///< largest possible distance + 1
  /// Present if shared labels were counted. Element i counts the items that share at least i + 2
  /// labels with the query, in the form of RankCounts::relevant. There is no element if no item
  /// shares more than one label.
  std::optional<std::vector<std::vector<std::uint32_t>>> at_least = {};

  bool operator==(const CodeDistances&) const = default;
};

/// The distances of a ranking by real values (see real_rank_counts), which differ between queries:
/// row q of RankCounts consists of the elements offsets[q] .. offsets[q + 1] - 1. Each of them
/// counts one group of items, from near to far: either all items at the distance of a relevant
/// item, or all irrelevant items between two such distances (or before the first, or after the
/// last).
struct RealDistances {
  std::vector<std::size_t> offsets;  ///< n_queries + 1

  // The rankings of all queries pooled, at common ascending radii. Element i counts the distances
  // in (pooled_radius[i - 1], pooled_radius[i]], and element 0 all distances up to
  // pooled_radius[0]. Radius 0 is always present; only inner products have smaller ones. Euclidean
  // radii are not squared. There are none if the rows were made from those of other counts, as
  // counts_of_query() and reranked_counts() do.
  std::vector<double> pooled_radius = {};
  std::vector<std::uint64_t> pooled_all = {}, pooled_relevant = {};

  bool operator==(const RealDistances&) const = default;
};

/// A ranking reduced to a histogram. For every query and distance it counts the database items at
/// that distance and the relevant ones among them, without the items that the query ignores (see
/// Relevance::ignored). The counts are integers, so they are exact and the same for every kernel,
/// thread count and order of the database.
struct RankCounts {
  std::size_t n_queries = 0;
  std::variant<CodeDistances, RealDistances> distances = {};  ///< those that were counted
  std::vector<std::uint32_t> all = {};       ///< the rows of all queries, one after the other
  std::vector<std::uint32_t> relevant = {};  ///< likewise; relevant <= all

  bool real_valued() const { return std::holds_alternative<RealDistances>(distances); }
  /// The number of code distances; 0 if the distances are real values.
  std::size_t n_distances() const {
    const auto* codes = std::get_if<CodeDistances>(&distances);
    return codes == nullptr ? 0 : codes->n_distances;
  }
  /// True if shared labels were counted, see CodeDistances::at_least.
  bool graded() const {
    const auto* codes = std::get_if<CodeDistances>(&distances);
    return codes != nullptr && codes->at_least;
  }
  std::span<const std::uint32_t> all_of(std::size_t q) const { return row(all, q); }
  std::span<const std::uint32_t> relevant_of(std::size_t q) const { return row(relevant, q); }

  bool operator==(const RankCounts&) const = default;

 private:
  std::span<const std::uint32_t> row(std::span<const std::uint32_t> counts, std::size_t q) const {
    if (const auto* codes = std::get_if<CodeDistances>(&distances)) {
      return counts.subspan(q * codes->n_distances, codes->n_distances);
    }
    const std::vector<std::size_t>& offsets = std::get<RealDistances>(distances).offsets;
    return counts.subspan(offsets[q], offsets[q + 1] - offsets[q]);
  }
};

/// The counts of query q alone.
RankCounts counts_of_query(const RankCounts& counts, std::size_t q);

/// Computes RankCounts for a database of codes that arrives in pieces.
/// Cost:    O(queries * database * bits / 512) vector operations. Memory: the piece and O(queries *
///          distances), the latter for each thread if there are few queries (divides_database);
///          never queries x database.
class RankCounter {
 public:
  /// True if the work is divided among threads by ranges of the database instead of the queries,
  /// because there are few queries. Each thread then has its own counts.
  static bool divides_database(std::size_t queries, std::size_t threads);

  /// Errors:  those of check_format, for example invalid_argument if a distance could exceed 65535.
  RankCounter(const Codes& queries, const Kernel& kernel, std::size_t threads = 1);
  /// Adds one piece of the database. `relevance` holds positions within the piece.
  /// Errors:  invalid_argument if formats or sizes disagree, or if `relevance` refers to an item
  ///          or a list that does not exist.
  void add(const Codes& piece, const Relevance& relevance);
  /// The counts for the pieces added so far.
  const RankCounts& counts() const { return counts_; }

 private:
  CodeFormat format_;
  Codes given_, queries_;  ///< the queries as given, and as kernels read them
  const Kernel& kernel_;
  std::size_t threads_;
  RankCounts counts_;
};

/// The counts of the items of `database`, ranked for `queries` by the distance of their codes.
/// Shapes:  queries and database in one CodeFormat; relevance.n_queries() == queries.n,
///          relevance.n_database == database.n.
/// Errors:  those of RankCounter.
RankCounts rank_counts(const Codes& queries, const Codes& database, const Relevance& relevance,
                       const Kernel& kernel, std::size_t threads = 1);

/// The result of rank_counts(), computed pair by pair from the definition: the reference for tests.
RankCounts rank_counts_reference(const Codes& queries, const Codes& database,
                                 const Relevance& relevance);

}  // namespace hashlab
