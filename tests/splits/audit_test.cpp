#include "splits/audit/audit.h"
#include "lib/data/centre.h"
#include "splits/audit/audit_features.h"
#include "splits/audit/class_balance.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::audit_test {

using namespace splits;

using hashlab::testing::Contains;

TEST_CASE("audit: a leak says kind, count, and the first rows") {
  CHECK(leak_text({"queries-in-database", 2, 40, "test queries", {3, 9}}) ==
        "queries-in-database: 2 of 40 test queries (rows 3, 9)");
  CHECK(leak_text({"k", 1, 1, "splits", {}}) == "k: 1 of 1 splits");
  CHECK(leak_text({"k", 1, 5, "training rows", {7}}) == "k: 1 of 5 training rows (row 7)");
  CHECK(leak_text({"k", 5, 7, "test queries", {1, 2, 3, 4, 5}}) ==
        "k: 5 of 7 test queries (rows 1, 2, 3, 4, 5)");
  CHECK(leak_text({"k", 7, 7, "test queries", {1, 2, 3, 4, 5, 6, 7}}) ==
        "k: 7 of 7 test queries (rows 1, 2, 3, 4, 5, ...)");
}

TEST_CASE("class balance: counts of each part, and the class that is furthest off") {
  Split split;
  split.test_queries = {0, 1};
  split.test_database = {2, 3, 4, 5};
  Labels labels;
  labels.single = {0, 0, 2, 2, 0, 0, 0, 2};
  const std::vector<ClassBalance> balance = class_balance(split, labels);
  REQUIRE(balance.size() == 3);
  CHECK(balance[0].part == "data set");
  CHECK(balance[0].samples == std::map<std::int64_t, std::size_t>{{0, 5}, {2, 3}});
  CHECK(balance[1].part == "queries");
  CHECK(balance[1].samples == std::map<std::int64_t, std::size_t>{{0, 2}, {2, 0}});
  CHECK(balance[0].deviation == 0);
  CHECK(balance[0].deviating == 0);
  CHECK(balance[1].deviation == doctest::Approx(3.0 / 8));
  CHECK(balance[1].deviating == 0);  // class 2 is as far off
  CHECK(balance[2].deviation == doctest::Approx(1.0 / 8));
  CHECK(class_balance(split, {}).empty());

  labels.single = {0, 1, 2, 2, 1, 2};
  split.test_database = {1, 2, 3, 5};
  CHECK(class_balance(split, labels)[2].deviating == 2);  // 3/4 of it, and 1/2 of all
  labels.single = {1, 3, 1, 3, 1, 3};
  const ClassBalance even = class_balance(split, labels)[1];
  CHECK(even.deviation == 0);
  CHECK(even.deviating == 0);

  Labels several;
  split.test_database = {2, 3, 4, 5};
  several.multi.zeros(2, 8);
  several.multi(0, 0) = several.multi(1, 0) = several.multi(1, 2) = 1;
  const std::vector<ClassBalance> multi = class_balance(split, several);
  CHECK(multi[1].samples == std::map<std::int64_t, std::size_t>{{0, 1}, {1, 1}});
  CHECK(multi[1].deviation == doctest::Approx(0.5 - 1.0 / 8));
  CHECK(multi[1].deviating == 0);
  CHECK(multi[2].samples == std::map<std::int64_t, std::size_t>{{0, 0}, {1, 1}});
}

}  // namespace hashlab::audit_test
