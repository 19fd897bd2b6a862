#include "lib/relevance/listed_rows.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {

ListedRows::ListedRows(std::string path, std::size_t n_database) : path_(std::move(path)) {
  relevance_.n_database = n_database;
}

void ListedRows::add(std::span<const std::int64_t> rows) {
  list_.clear();
  for (const std::int64_t row : rows) {
    if (row < 0 || static_cast<std::size_t>(row) >= relevance_.n_database) {
      fail_corrupt(path_, fmt::format("list {} names row {}, expected 0 .. {}: rows of the "
                                      "database, from 0 on",
                                      size(), row, relevance_.n_database - 1));
    }
    list_.push_back(static_cast<std::uint32_t>(row));
  }
  std::sort(list_.begin(), list_.end());
  const auto twice = std::adjacent_find(list_.begin(), list_.end());
  if (twice != list_.end()) {
    fail_corrupt(path_, fmt::format("list {} names row {} twice", size(), *twice));
  }
  relevance_.lists.append(list_);
  relevance_.list_of_query.push_back(static_cast<std::uint32_t>(size()));
}

Relevance ListedRows::of_queries(std::size_t n_queries) {
  if (size() != n_queries) {
    fail_corrupt(path_, fmt::format("holds {} lists, expected one for each of {} queries", size(),
                                    n_queries));
  }
  return std::move(relevance_);
}

}  // namespace hashlab
