#include "lib/import/preprocess.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hashlab::preprocess_test {

using namespace testing;

namespace {

using Values = std::vector<double>;

std::unique_ptr<ForeignTable> table(Values values, std::size_t columns) {
  return table_of(std::move(values), columns, Element::float32, "table");
}

}  // namespace

TEST_CASE("preprocess: rows get unit length, a row of zeros stays, bytes become float32") {
  const auto unit = unit_rows(table_of({3, 4, 0, 0, -2, 0}, 2, Element::uint8, "table"));
  CHECK(unit->element() == Element::float32);
  CHECK(values_of(*unit) == Values{0.6, 0.8, 0, 0, -1, 0});
}

TEST_CASE("preprocess: principal components are uncorrelated, ordered, and keep all distances") {
  constexpr std::size_t n = 50, d = 6;
  Values x(n * d);
  std::uint32_t state = 7;
  for (double& v : x) {
    state = state * 1664525 + 1013904223;
    v = state >> 30 == 0 ? 0 : static_cast<double>(state >> 16) / 65536 + 3;
  }
  const auto components = [&](std::size_t k, std::size_t block) {
    return values_of(*principal_components([&] { return table(x, d); }, k), block);
  };
  const Values y = components(d, 3);
  double variance = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < d; ++a) {
    double mean = 0, own = 0;
    for (std::size_t i = 0; i < n; ++i) mean += y[i * d + a];
    CHECK(std::abs(mean) < 1e-10);
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += y[i * d + a] * y[i * d + b];
      if (a == b) own = sum;
      if (a != b) CHECK(std::abs(sum) < 1e-9);
    }
    CHECK(own <= variance);
    variance = own;
  }
  for (std::size_t i = 1; i < n; ++i) {
    double before = 0, after = 0;
    for (std::size_t j = 0; j < d; ++j) {
      before += std::pow(x[i * d + j] - x[j], 2);
      after += std::pow(y[i * d + j] - y[j], 2);
    }
    CHECK(after == doctest::Approx(before).epsilon(1e-12));
  }
  // Fewer components are the first of all; the size of blocks does not matter, to the bit.
  const Values two = components(2, 3);
  for (std::size_t i = 0; i < n; ++i) CHECK(two[2 * i + 1] == y[i * d + 1]);
  CHECK(components(2, 1) == two);
  CHECK(components(2, 1000) == two);
}

TEST_CASE("preprocess: the largest entry of a component is positive") {
  // All variance lies along (1, -3): the entry of 3 decides.
  const auto open = [] { return table({0, 0, 1, -3, 2, -6}, 2); };
  const Values y = values_of(*principal_components(open, 1));
  REQUIRE(y.size() == 3);
  CHECK(y[0] == doctest::Approx(std::sqrt(10.0)));
  CHECK(y[2] == doctest::Approx(-std::sqrt(10.0)));
}

TEST_CASE("preprocess: principal components refuse too few rows, columns and finite numbers") {
  const auto refused = [](Values values, std::size_t k) {
    return error_of([&] { values_of(*principal_components([&] { return table(values, 2); }, k)); });
  };
  CHECK(refused({1, 2, 3, 4}, 3) == Contains("2 columns, which cannot be reduced to 3"));
  CHECK(refused({1, 2, 3, 4}, 0) == Contains("reduced to 0"));
  CHECK(refused({1, 2}, 1) == Contains("has 1 rows, principal components need two"));
  CHECK(refused({1, 2, std::nan(""), 4}, 1) == Contains("holds nan, expected finite numbers"));
}

}  // namespace hashlab::preprocess_test
