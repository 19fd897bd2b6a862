#include "lib/relevance/neighbour_table.h"

#include "lib/data/h5_table.h"
#include "lib/data/npy.h"
#include "lib/error.h"
#include "lib/files/h5.h"
#include "lib/files/input_file.h"
#include "lib/relevance/ivecs.h"
#include "lib/relevance/listed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hashlab {
namespace {

/// Lists that `read_row(q, out)` returns, each of `columns` rows.
template <typename ReadRow>
Relevance table_of_rows(const std::string& path, std::size_t rows, std::size_t columns,
                        std::size_t n_queries, std::size_t n_database, ReadRow read_row) {
  if (rows != n_queries) {
    fail_corrupt(
        path, fmt::format("holds {} lists, expected one for each of {} queries", rows, n_queries));
  }
  ListedRows lists(path, n_database);
  std::vector<std::int64_t> row(columns);
  for (std::size_t q = 0; q < rows; ++q) {
    read_row(q, row.data());
    lists.add(row);
  }
  return lists.of_queries(n_queries);
}

Relevance relevant_rows_of_h5(const std::string& path, std::size_t n_queries,
                              std::size_t n_database) {
  const H5File file = H5File::open(path);
  for (const char* name : {"/neighbors", "/groundtruth"}) {
    if (!file.has(name)) continue;
    const H5Table table = open_h5_rows(file, name);
    if (table.rank != 2 || table.shape.kind != H5File::Kind::integer) {
      fail_corrupt(path, fmt::format("'{}' is {} {}, expected integers, a row for each query", name,
                                     fmt::join(table.shape.size, " x "), file.elements(name)));
    }
    return table_of_rows(
        path, table.rows, table.columns, n_queries, n_database,
        [&](std::size_t q, std::int64_t* out) { file.read_rows(name, q, 1, out); });
  }
  const std::vector<std::string> members = file.members();
  fail_corrupt(
      path, fmt::format("has neither '/neighbors' nor '/groundtruth', which list relevant "
                        "rows; it holds {}",
                        members.empty() ? "nothing" : fmt::format("{}", fmt::join(members, ", "))));
}

}  // namespace

Relevance read_relevant_rows(const std::string& path, std::size_t n_queries,
                             std::size_t n_database) {
  if (NpyFile::is_npy(InputFile(path).text(0, 6))) {
    const NpyFile file(path);
    const NpyHeader& header = file.header();
    if (header.kind() != 'i' && header.kind() != 'u') {
      fail_corrupt(path,
                   fmt::format("is {}, expected integers, a row for each query", header.text()));
    }
    return table_of_rows(path, header.rows(), header.columns(), n_queries, n_database,
                         [&](std::size_t q, std::int64_t* out) { file.read_rows_as(q, 1, out); });
  }
  if (H5File::is_h5(path)) return relevant_rows_of_h5(path, n_queries, n_database);
  return read_ivecs(path, n_queries, n_database);
}

}  // namespace hashlab
