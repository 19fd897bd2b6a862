#include "lib/relevance/relevance.h"
#include "lib/relevance/relevance_source.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace hashlab::own_rows_test {

namespace {

/// Four queries and six rows; query 2 ignores row 4 and itself already, query 3 row 0.
Relevance relevance() {
  Relevance r;
  r.lists.append(std::vector<std::uint32_t>{0, 1, 5});
  r.list_of_query = {0, 0, 0, 0};
  r.n_database = 6;
  r.ignored.append(std::vector<std::uint32_t>{});
  r.ignored.append(std::vector<std::uint32_t>{});
  r.ignored.append(std::vector<std::uint32_t>{2, 4});
  r.ignored.append(std::vector<std::uint32_t>{0});
  return r;
}

std::vector<std::uint32_t> ignored(const Relevance& r, std::size_t q) {
  const auto list = r.ignored_by(q);
  return {list.begin(), list.end()};
}

}  // namespace

TEST_CASE("own rows: each query ignores its own, beside what it ignores anyway") {
  const auto source = relevance_without_own(relevance_by_list(relevance()));
  const Relevance all = source->piece(0, 6);
  CHECK(ignored(all, 0) == std::vector<std::uint32_t>{0});
  CHECK(ignored(all, 1) == std::vector<std::uint32_t>{1});
  CHECK(ignored(all, 2) == std::vector<std::uint32_t>{2, 4});
  CHECK(ignored(all, 3) == std::vector<std::uint32_t>{0, 3});
  CHECK(relevant_count(all, 0) == 2);
  CHECK(relevant_count(all, 2) == 3);
}

TEST_CASE("own rows: they are found in the piece that holds them") {
  const auto source = relevance_without_own(relevance_by_list(relevance()));
  const Relevance piece = source->piece(1, 3);
  CHECK(ignored(piece, 0).empty());
  CHECK(ignored(piece, 1) == std::vector<std::uint32_t>{0});
  CHECK(ignored(piece, 2) == std::vector<std::uint32_t>{1});
  CHECK(ignored(piece, 3) == std::vector<std::uint32_t>{2});
  CHECK(ignored(source->piece(4, 2), 2) == std::vector<std::uint32_t>{0});
}

}  // namespace hashlab::own_rows_test
