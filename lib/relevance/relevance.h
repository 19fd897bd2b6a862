#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// Lists of positions in one array: list k is items[offsets[k] .. offsets[k + 1]), ascending.
struct Lists {
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> items;

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t k) const {
    return std::span(items).subspan(offsets[k], offsets[k + 1] - offsets[k]);
  }
  void append(std::span<const std::uint32_t> list) {
    items.insert(items.end(), list.begin(), list.end());
    offsets.push_back(items.size());
  }
};

/// The database positions (0-based, in the order of the database part) that are relevant to each
/// query. Queries may share a list: with class labels, all queries with the same set of classes do.
struct Relevance {
  Lists lists;
  std::vector<std::uint32_t> list_of_query;  ///< one entry per query
  std::size_t n_database = 0;
  /// The positions that are removed from the ranking of each query, whether relevant or not, such
  /// as junk or the query itself if it is part of the database. One list per query; no lists at all
  /// if nothing is ignored.
  Lists ignored = {};

  std::size_t n_queries() const { return list_of_query.size(); }
  std::span<const std::uint32_t> of(std::size_t query) const { return lists[list_of_query[query]]; }
  std::span<const std::uint32_t> ignored_by(std::size_t query) const {
    return ignored.size() == 0 ? std::span<const std::uint32_t>() : ignored[query];
  }
};

/// True if the item at this position is relevant to the query.
bool is_relevant(const Relevance& relevance, std::size_t query, std::uint32_t position);

/// The number of relevant items in the ranking of a query.
std::size_t relevant_count(const Relevance& relevance, std::size_t query);

/// Lists for Relevance::ignored that remove each query from its own ranking. The list of a query
/// holds its position in `database`, or nothing if the query is not in the database. `queries` and
/// `database` are row numbers; those of `database` are ascending.
Lists own_positions(const std::vector<std::uint32_t>& queries,
                    const std::vector<std::uint32_t>& database);

/// The relevance after a permutation of the database, in which position i holds the item that was
/// at position order[i].
Relevance reordered(const Relevance& relevance, const std::vector<std::uint32_t>& order);

/// The relevance of database positions first .. first + count - 1, renumbered from 0. Use it for a
/// database that is processed in pieces.
/// Cost:    O(lists * log(list length) + result).
Relevance slice(const Relevance& relevance, std::size_t first, std::size_t count);

/// The neighbour matrix S of the training points (thesis section 3.3): list i holds the neighbours
/// of point i. Symmetric, with zero diagonal.
using NeighbourGraph = Lists;

/// The neighbour matrix in which the neighbours of a sample are the items relevant to it, except
/// the sample itself. Requires that queries and database are the same samples in the same order,
/// and that nothing is ignored.
NeighbourGraph without_diagonal(const Relevance& relevance);

/// Statistics of the number of relevant items per query, which show how uneven it is.
struct Skew {
  double mean = 0;  ///< relevant items per query
  double median = 0;
  double none = 0;  ///< share of queries without relevant items, in [0, 1]
};
Skew skew(const Relevance& relevance);

}  // namespace hashlab
