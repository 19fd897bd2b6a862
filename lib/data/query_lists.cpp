#include "lib/data/query_lists.h"

#include "lib/data/h5_table.h"
#include "lib/error.h"
#include "lib/files/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

using Kind = std::vector<Rows> QueryLists::*;
constexpr std::array<std::pair<const char*, Kind>, 4> kinds = {{{"relevant", &QueryLists::relevant},
                                                                {"easy", &QueryLists::easy},
                                                                {"hard", &QueryLists::hard},
                                                                {"junk", &QueryLists::junk}}};

/// The number of integers of a list that may be empty, checked before any of it is read.
std::size_t size_of_list(const H5File& file, const std::string& name) {
  if (!file.has(name)) {
    fail_corrupt(file.path(), fmt::format("has no '{}', which its lists need: store it, or leave "
                                          "out '/query/row'",
                                          name));
  }
  const H5File::Shape shape = file.shape(name);
  if (shape.kind != H5File::Kind::integer || shape.size.size() != 1) {
    fail_corrupt(file.path(), fmt::format("'{}' is {} {}, expected a list of integers: store N of "
                                          "them",
                                          name, fmt::join(shape.size, " x "), file.elements(name)));
  }
  return shape.size.front() == 0 ? 0 : open_h5_table(file, name).rows;
}

std::vector<std::int64_t> read_part(const H5File& file, const std::string& name, std::size_t first,
                                    std::size_t count) {
  std::vector<std::int64_t> values(count);
  if (count > 0) file.read_rows(name, first, count, values.data());
  return values;
}

/// Entries as ascending rows of n. `whose` says which list it is.
Rows rows_of_list(const H5File& file, const std::string& whose,
                  const std::vector<std::int64_t>& values, std::size_t n) {
  Rows rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 0 || values[i] >= static_cast<std::int64_t>(n)) {
      fail_corrupt(file.path(), fmt::format("{} entry {} is {}, expected a row in 0 .. {}: number "
                                            "rows from 0",
                                            whose, i, values[i], n - 1));
    }
    rows.push_back(static_cast<std::uint32_t>(values[i]));
  }
  std::sort(rows.begin(), rows.end());
  if (const auto twice = std::adjacent_find(rows.begin(), rows.end()); twice != rows.end()) {
    fail_corrupt(file.path(), fmt::format("{} has row {} twice, expected each once: leave one out",
                                          whose, *twice));
  }
  return rows;
}

/// Where each list begins, and where the last one ends.
std::vector<std::int64_t> read_offsets(const H5File& file, const std::string& items,
                                       std::size_t n_items, std::size_t n_lists) {
  const std::string name = items + "_offsets";
  if (const std::size_t size = size_of_list(file, name); size != n_lists + 1) {
    fail_corrupt(file.path(),
                 fmt::format("'{}' has {} entries, expected {}: one for each of the {} rows of "
                             "'/query/row', and the end",
                             name, size, n_lists + 1, n_lists));
  }
  std::vector<std::int64_t> offsets = read_part(file, name, 0, n_lists + 1);
  const auto fail = [&](std::size_t k, const std::string& expected) {
    fail_corrupt(file.path(), fmt::format("'{}' entry {} is {}, expected {}: list k is '{}' from "
                                          "entry k on, up to entry k + 1",
                                          name, k, offsets[k], expected, items));
  };
  if (offsets.front() != 0) fail(0, "0");
  for (std::size_t k = 1; k <= n_lists; ++k) {
    if (offsets[k] < offsets[k - 1]) fail(k, fmt::format("{} or more", offsets[k - 1]));
  }
  if (offsets.back() != static_cast<std::int64_t>(n_items)) {
    fail(n_lists, fmt::format("{}, the size of '{}'", n_items, items));
  }
  return offsets;
}

/// The lists of one kind, in the order in which the file has the queries.
std::vector<Rows> read_lists(const H5File& file, const std::string& kind, std::size_t n_lists,
                             std::size_t n) {
  const std::string name = "/query/" + kind;
  const std::vector<std::int64_t> offsets =
      read_offsets(file, name, size_of_list(file, name), n_lists);
  std::vector<Rows> lists;
  for (std::size_t k = 0; k < n_lists; ++k) {
    const auto first = static_cast<std::size_t>(offsets[k]);
    const std::size_t count = static_cast<std::size_t>(offsets[k + 1]) - first;
    const std::string whose = fmt::format("'{}' list {}", name, k);
    if (count > n) {
      fail_corrupt(file.path(), fmt::format("{} has {} entries, expected at most {}: each row once",
                                            whose, count, n));
    }
    lists.push_back(rows_of_list(file, whose, read_part(file, name, first, count), n));
  }
  return lists;
}

std::optional<std::uint32_t> first_common(const Rows& a, const Rows& b) {
  for (const std::uint32_t row : a) {
    if (std::binary_search(b.begin(), b.end(), row)) return row;
  }
  return std::nullopt;
}

void check_apart(const H5File& file, const QueryLists& lists, const char* a,
                 const std::vector<Rows>& of_a, const char* b, const std::vector<Rows>& of_b) {
  if (of_a.empty() || of_b.empty()) return;
  for (std::size_t k = 0; k < of_a.size(); ++k) {
    const std::optional<std::uint32_t> row = first_common(of_a[k], of_b[k]);
    if (!row) continue;
    fail_corrupt(file.path(), fmt::format("row {} is in '/query/{}' and '/query/{}' of the query "
                                          "in row {}, expected in one of them: leave one out",
                                          *row, a, b, lists.queries[k]));
  }
}

}  // namespace

QueryLists read_query_lists(const H5File& file, const std::string& features, std::size_t n) {
  QueryLists lists;
  if (!file.has("/query/row")) return lists;
  const std::size_t n_lists = size_of_list(file, "/query/row");
  if (n_lists == 0 || n_lists > n) {
    fail_corrupt(file.path(), fmt::format("'/query/row' has {} entries, expected 1 .. {}, rows of "
                                          "'{}', each once",
                                          n_lists, n, features));
  }
  const std::vector<std::int64_t> asked = read_part(file, "/query/row", 0, n_lists);
  lists.queries = rows_of_list(file, "'/query/row'", asked, n);
  std::vector<std::size_t> order(n_lists);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return asked[a] < asked[b]; });
  for (const auto& [name, kind] : kinds) {
    const std::string path = std::string("/query/") + name;
    if (!file.has(path) && !file.has(path + "_offsets")) continue;
    std::vector<Rows> in_file = read_lists(file, name, n_lists, n);
    for (const std::size_t k : order) (lists.*kind).push_back(std::move(in_file[k]));
  }
  if (lists.easy.empty() != lists.hard.empty()) {
    fail_corrupt(file.path(), fmt::format("has '/query/{}' alone, expected '/query/easy' and "
                                          "'/query/hard': store both, or '/query/relevant'",
                                          lists.easy.empty() ? "hard" : "easy"));
  }
  if (lists.relevant.empty() && lists.easy.empty()) {
    fail_corrupt(file.path(),
                 "has '/query/row' and no list of what is relevant: store '/query/relevant', or "
                 "'/query/easy' and '/query/hard'");
  }
  check_apart(file, lists, "easy", lists.easy, "hard", lists.hard);
  for (const auto& [name, kind] : kinds) {
    if (kind != &QueryLists::junk) {
      check_apart(file, lists, name, lists.*kind, "junk", lists.junk);
    }
  }
  return lists;
}

std::string checksum_of(const QueryLists& lists) {
  Sha256 sum;
  const auto add = [&](const Rows& rows) {
    sum.add(fmt::format("{} rows\n", rows.size()));
    sum.add(rows.data(), rows.size() * sizeof(rows.front()));
  };
  add(lists.queries);
  for (const auto& [name, kind] : kinds) {
    sum.add(fmt::format("{} lists of {}\n", (lists.*kind).size(), name));
    for (const Rows& list : lists.*kind) add(list);
  }
  return sum.hex();
}

Rows listed_rows(const QueryLists& lists) {
  Rows all = lists.queries;
  for (const auto& [name, kind] : kinds) {
    for (const Rows& list : lists.*kind) all.insert(all.end(), list.begin(), list.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace hashlab
