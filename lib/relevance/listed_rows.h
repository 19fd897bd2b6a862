#pragma once

#include "lib/relevance/relevance.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hashlab {

/// Collects the relevant database rows of each query from a file that lists them query by query.
class ListedRows {
 public:
  ListedRows(std::string path, std::size_t n_database);

  /// Adds the list of the next query: its relevant rows, 0-based, in any order.
  /// Errors:  corrupt_file naming the file and the list, if a row is outside 0 .. n_database - 1 or
  ///          occurs twice.
  void add(std::span<const std::int64_t> rows);
  /// The relevance of all lists added. Call it once, at the end.
  /// Errors:  corrupt_file if the number of lists is not `n_queries`.
  Relevance of_queries(std::size_t n_queries);
  std::size_t size() const { return relevance_.n_queries(); }

 private:
  std::string path_;
  Relevance relevance_;
  std::vector<std::uint32_t> list_;
};

}  // namespace hashlab
