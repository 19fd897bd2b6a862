#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {

/// Lists of positions, stored end to end: list k is items[offsets[k] .. offsets[k + 1]), ascending.
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

/// Which database positions (0-based, in the order of the database part) are relevant to a query.
/// Queries that share their answer share a list: by class there is one list a class, not a query.
struct Relevance {
  Lists lists;
  std::vector<std::uint32_t> list_of_query;  ///< one entry a query
  std::size_t n_database = 0;

  std::size_t n_queries() const { return list_of_query.size(); }
  std::span<const std::uint32_t> of(std::size_t query) const { return lists[list_of_query[query]]; }
};

/// The same for database positions first .. first + count only, counted from `first`: of a database
/// that comes in pieces. Cost: O(queries * log + answer) for lists of ascending positions.
Relevance slice(const Relevance& relevance, std::size_t first, std::size_t count);

/// The neighbour matrix S of the training points (thesis section 3.3): list i holds the neighbours
/// of point i. Symmetric, zero diagonal.
using NeighbourGraph = Lists;

/// Relevance of samples to themselves as a neighbour matrix: the same lists without the diagonal.
/// Requires the queries to be the database.
NeighbourGraph without_diagonal(const Relevance& relevance);

/// How unevenly relevant items fall on queries.
struct Skew {
  double mean = 0;  ///< relevant items a query
  double median = 0;
  double none = 0;  ///< share of queries without any, in [0, 1]
};
Skew skew(const Relevance& relevance);

}  // namespace hashlab
