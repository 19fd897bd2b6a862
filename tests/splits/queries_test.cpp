#include "lib/data/query_lists.h"
#include "splits/split.h"
#include "tests/support/rows.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

namespace hashlab::queries_test {

using namespace splits;

using namespace testing;

namespace {

constexpr std::size_t n = 100;

/// Rows 0, 10, .. 40 ask; rows 1, 11, .. are easy, 2, 12, .. hard and 3, 13, .. junk.
const QueryLists& lists() {
  static const QueryLists all = [] {
    QueryLists made;
    for (std::uint32_t i = 0; i < 50; i += 10) {
      made.queries.push_back(i);
      made.easy.push_back({i + 1});
      made.hard.push_back({i + 2});
      made.junk.push_back({i + 3});
    }
    return made;
  }();
  return all;
}

SplitRequest request(std::size_t run = 1) {
  SplitRequest r;
  r.checksum = "checksum";
  r.n = n;
  r.sizes = {.test_queries = 9, .validation_queries = 5, .validation_database = 6, .training = 20};
  r.run = run;
  r.lists = &lists();
  return r;
}

std::string refused(const SplitRequest& r) {
  return error_of([&] { make_split("queries").make(r); });
}

}  // namespace

TEST_CASE("queries: the queries of the lists ask all that is not learned from, themselves too") {
  for (std::size_t run = 1; run <= 5; ++run) {
    const Split s = make_split("queries").make(request(run));
    CHECK(s.test_queries == lists().queries);
    CHECK(s.training.size() == 20);
    CHECK(s.learnable.size() == 31);
    CHECK(s.test_database.size() == n - 31);
    CHECK(common(s.learnable, s.test_database).empty());
    CHECK(common(s.test_database, listed_rows(lists())) == listed_rows(lists()));
  }
}

TEST_CASE("queries: training=all learns from every row and ranks every row") {
  const Split s = make_split("queries:training=all").make(request());
  CHECK(s.training == rows_below(n));
  CHECK(s.test_database == s.training);
  CHECK(s.learnable == s.training);
  CHECK(s.validation_queries.empty());
  const auto strategy = make_split("queries:training=all").strategy;
  CHECK(strategy->info().ranked == RankedRows::any);
  CHECK_FALSE(strategy->used_sizes({}).training);
}

TEST_CASE("queries: rows that take no part do not ask and are not ranked") {
  SplitRequest r = request();
  r.excluded = {0, 1, 99};
  const Split s = make_split("queries:training=all").make(r);
  CHECK(s.test_queries == Rows{10, 20, 30, 40});
  CHECK(s.test_database.size() == n - 3);
  r.excluded = lists().queries;
  CHECK(refused(r) ==
        "split 'queries': every query equals an earlier row, and duplicates = exclude");
}

TEST_CASE("queries: what it cannot do is told in a line") {
  SplitRequest r = request();
  r.lists = nullptr;
  CHECK(refused(r) == "split 'queries' needs '/query/row', which the data set lacks");
  r = request();
  r.sizes.training = 81;
  CHECK(refused(r) ==
        "split 'queries': option 'training' = 81 does not fit: only 80 rows are left of those in "
        "no list");
  r.sizes.training = 0;
  CHECK(refused(r) == "split 'queries': option 'training' = 0, must be >= 1");
  r = request();
  r.folds = 2;
  CHECK(refused(r) == Contains("'folds' does not apply"));
}

}  // namespace hashlab::queries_test
