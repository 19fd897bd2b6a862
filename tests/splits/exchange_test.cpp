#include "splits/exchange.h"

#include "tests/support/rows.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace hashlab::exchange_test {

using namespace splits;
using namespace testing;

namespace {

/// The rows below n of which every `step`-th is outside of the database.
struct Sides {
  Rows outside, database;

  Sides(std::uint32_t n, std::uint32_t step) {
    for (std::uint32_t row = 0; row < n; ++row) {
      (row % step == 0 ? outside : database).push_back(row);
    }
  }
};

/// Class c has about half as many rows as class c - 1.
Labels long_tail(std::size_t n) {
  Labels labels;
  Rng rng(3);
  for (std::size_t i = 0; i < n; ++i) {
    std::int32_t c = 0;
    while (c < 9 && rng.below(2) == 0) ++c;
    labels.single.push_back(c);
  }
  return labels;
}

/// Each row has each of the classes with the same chance, so that some rows have none.
Labels several(std::size_t n, std::size_t classes, std::uint64_t one_in) {
  Labels labels;
  labels.multi.zeros(classes, n);
  Rng rng(4);
  for (std::uint8_t& has : labels.multi) has = rng.below(one_in) == 0 ? 1 : 0;
  return labels;
}

Rows after(const Rows& database, const Exchange& exchange) {
  Rows rows;
  std::ranges::set_difference(database, exchange.leaving, std::back_inserter(rows));
  rows.insert(rows.end(), exchange.entering.begin(), exchange.entering.end());
  return rows;
}

std::map<std::int32_t, std::size_t> rows_of_classes(const Rows& rows, const Labels& labels) {
  std::map<std::int32_t, std::size_t> counts;
  for (const std::uint32_t row : rows) ++counts[labels.single[row]];
  return counts;
}

/// By how many rows a class the two lists differ, over all classes.
std::int64_t difference(const Rows& a, const Rows& b, const Labels& labels) {
  std::int64_t sum = 0;
  for (std::size_t c = 0; c < labels.multi.n_rows; ++c) {
    std::int64_t of_class = 0;
    for (const std::uint32_t row : a) of_class += labels.multi(c, row);
    for (const std::uint32_t row : b) of_class -= labels.multi(c, row);
    sum += std::abs(of_class);
  }
  return sum;
}

}  // namespace

TEST_CASE("exchange: with single labels every class keeps its number of rows, exactly") {
  const Labels labels = long_tail(600);
  for (const std::uint32_t step : {2u, 3u, 7u}) {
    const Sides sides(600, step);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Exchange exchange = exchange_by_class(sides.outside, sides.database, labels, Rng(seed));
      CHECK(std::ranges::is_sorted(exchange.entering));
      CHECK(std::ranges::is_sorted(exchange.leaving));
      CHECK(common(exchange.entering, sides.outside) == exchange.entering);
      CHECK(common(exchange.leaving, sides.database) == exchange.leaving);
      CHECK(exchange.entering.size() == exchange.leaving.size());
      CHECK(rows_of_classes(after(sides.database, exchange), labels) ==
            rows_of_classes(sides.database, labels));
    }
  }
}

TEST_CASE("exchange: a row stays outside only if its class has no row left in the database") {
  Labels labels;
  labels.single = {0, 0, 0, 1, 1, 0, 1, 1, 1, 2};
  const Exchange exchange = exchange_by_class({0, 1, 2, 3, 4}, {5, 6, 7, 8, 9}, labels, Rng(1));
  CHECK(exchange.entering.size() == 3);  // one of class 0, both of class 1
  CHECK(common(exchange.entering, {3, 4}) == Rows{3, 4});
  CHECK(common(exchange.leaving, {5}) == Rows{5});
  CHECK(common(exchange.leaving, {6, 7, 8}).size() == 2);
}

TEST_CASE("exchange: of rows of one class each enters and leaves equally often") {
  Labels labels;
  labels.single.assign(40, 7);
  Rows database(30);
  std::iota(database.begin(), database.end(), 10u);
  std::vector<int> left(40, 0);
  constexpr int times = 2000;
  for (std::uint64_t seed = 0; seed < times; ++seed) {
    for (const std::uint32_t row :
         exchange_by_class(rows_below(10), database, labels, Rng(seed)).leaving) {
      ++left[row];
    }
  }
  // A third of the time; five standard deviations of a binomial count are 105.
  for (const std::uint32_t row : database) CHECK(std::abs(left[row] - times / 3) <= 105);
}

TEST_CASE("exchange: rows with several classes enter, and the classes stay nearly as they are") {
  for (const std::uint64_t one_in : {2u, 5u}) {
    const Labels labels = several(800, 12, one_in);
    const Sides sides(800, 4);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Exchange exchange = exchange_by_class(sides.outside, sides.database, labels, Rng(seed));
      CHECK(10 * exchange.entering.size() >= 9 * sides.outside.size());
      CHECK(exchange.leaving.size() == exchange.entering.size());
      const std::int64_t moved =
          difference(after(sides.database, exchange), sides.database, labels);
      // Drawn at random, rows would move some hundred.
      Rows drawn = sides.database;
      Rng(seed).shuffle(drawn);
      drawn.resize(sides.database.size() - sides.outside.size());
      drawn.insert(drawn.end(), sides.outside.begin(), sides.outside.end());
      CHECK(10 * moved <= difference(drawn, sides.database, labels));
      CHECK(moved <= 12);
    }
  }
}

TEST_CASE("exchange: with several labels, too, rows of a class that is used up stay outside") {
  Labels labels;
  labels.multi.zeros(2, 9);
  labels.multi.row(0).ones();  // and rows 0 to 2 alone are of the other class
  labels.multi(1, 0) = labels.multi(1, 1) = labels.multi(1, 2) = 1;
  const Exchange exchange = exchange_by_class(rows_below(4), {4, 5, 6, 7, 8}, labels, Rng(1));
  CHECK(exchange.entering == Rows{3});
  CHECK(exchange.leaving.size() == 1);
}

TEST_CASE("exchange: rows without a class enter in place of others without one") {
  Labels labels;
  labels.multi.zeros(3, 12);
  labels.multi(0, 0) = labels.multi(0, 6) = labels.multi(1, 1) = labels.multi(1, 7) = 1;
  const Exchange exchange = exchange_by_class(rows_below(4), {4, 5, 6, 7}, labels, Rng(1));
  CHECK(exchange.leaving == Rows{4, 5, 6, 7});
  CHECK(difference(after({4, 5, 6, 7}, exchange), {4, 5, 6, 7}, labels) == 0);
}

TEST_CASE("exchange: more rows outside than in the database are refused") {
  Labels labels;
  labels.single.assign(5, 0);
  CHECK(error_of([&] {
          exchange_by_class({0, 1, 2}, {3, 4}, labels, Rng(1));
        }) == "3 rows are to enter a database of 2");
}

}  // namespace hashlab::exchange_test
