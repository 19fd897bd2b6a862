#include "lib/relevance/neighbour_table.h"

#include "lib/data/h5_table.h"
#include "lib/data/npy.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/h5/h5.h"
#include "lib/relevance/ivecs.h"
#include "lib/relevance/listed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab {
namespace {

/// Refuses a row of 0 and 1 with a column for each row of the database.
void refuse_mask(const std::string& path, const std::vector<std::int64_t>& row, std::size_t n) {
  constexpr std::size_t fewest = 3;  // a list may well be 0 and 1
  if (row.size() != n || n < fewest) return;
  if (!std::all_of(row.begin(), row.end(), [](std::int64_t x) { return x == 0 || x == 1; })) return;
  fail_corrupt(path, fmt::format("has {} columns of 0 and 1, one for each row of the database, "
                                 "expected lists of rows: write those of each query that are 1, "
                                 "filled up with -1 to the same length",
                                 n));
}

/// Lists that `read_row(q, out)` returns, each of `columns` rows, -1 after its last one.
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
    refuse_mask(path, row, n_database);
    // Tables are filled up with -1 where lists are shorter, as Faiss does.
    std::size_t length = columns;
    while (length > 0 && row[length - 1] == -1) --length;
    lists.add(std::span(row).first(length));
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
  constexpr std::string_view of_text = "0123456789 ,;\t\r\n-[";
  const std::string head = InputFile(path).text(0, 16);
  if (!head.empty() && head.find_first_not_of(of_text) == head.npos) {
    fail_corrupt(path,
                 "is text, expected .ivecs, .npy or HDF5 '/neighbors': numpy.save('r.npy', "
                 "numpy.loadtxt('FILE', int)), shorter lists filled up with -1");
  }
  return read_ivecs(path, n_queries, n_database);
}

}  // namespace hashlab
