#include "lib/relevance/ivecs.h"

#include "lib/error.h"
#include "lib/files/input_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace hashlab {

Relevance read_ivecs(const std::string& path, std::size_t n_queries, std::size_t n_database) {
  const InputFile file(path);
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", path, what));
  };
  Relevance relevance;
  relevance.n_database = n_database;
  std::vector<std::int32_t> rows;
  std::vector<std::uint32_t> list;
  std::size_t at = 0;
  for (std::size_t q = 0; at < file.size(); ++q) {
    if (q == n_queries) {
      fail(fmt::format("goes on after {} lists at byte {}, expected one a query", q, at));
    }
    const std::size_t left = file.size() - at;
    std::int32_t count = 0;
    if (left >= sizeof count) file.read(at, &count, sizeof count);
    if (left < sizeof count || count < 0 ||
        static_cast<std::size_t>(count) > left / sizeof count - 1) {
      fail(fmt::format("list {} claims {} rows, {} bytes are left: it is truncated or no .ivecs", q,
                       count, left < sizeof count ? left : left - sizeof count));
    }
    rows.resize(static_cast<std::size_t>(count));
    file.read(at + sizeof count, rows.data(), rows.size() * sizeof count);
    at += (rows.size() + 1) * sizeof count;
    list.clear();
    for (const std::int32_t row : rows) {
      if (row < 0 || static_cast<std::size_t>(row) >= n_database) {
        fail(fmt::format("list {} names row {}, expected 0 .. {}: rows of the database, from 0 on",
                         q, row, n_database - 1));
      }
      list.push_back(static_cast<std::uint32_t>(row));
    }
    std::sort(list.begin(), list.end());
    const auto twice = std::adjacent_find(list.begin(), list.end());
    if (twice != list.end()) fail(fmt::format("list {} names row {} twice", q, *twice));
    relevance.lists.append(list);
    relevance.list_of_query.push_back(static_cast<std::uint32_t>(q));
  }
  if (relevance.n_queries() != n_queries) {
    fail(fmt::format("holds {} lists, expected one for each of {} queries", relevance.n_queries(),
                     n_queries));
  }
  return relevance;
}

}  // namespace hashlab
