#include "lib/data/strided_features.h"

#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace hashlab::strided_features_test {

using hashlab::testing::error_of;
using Number = StridedFeatures::Number;

namespace {

/// Feature j of sample i of the examples.
double value(std::size_t i, std::size_t j) {
  return static_cast<double>(10 * i + j);
}

Features expected(std::size_t first, std::size_t count, std::size_t d) {
  Features X(d, count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < d; ++j) X(j, i) = static_cast<float>(value(first + i, j));
  }
  return X;
}

bool equal(const Features& a, const Features& b) {
  return arma::approx_equal(a, b, "absdiff", 0);
}

/// The examples in an array of n x d numbers, sample by sample or feature by feature.
template <typename T>
std::vector<T> array_of(std::size_t n, std::size_t d, bool by_sample) {
  std::vector<T> numbers(n * d);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      numbers[by_sample ? i * d + j : j * n + i] = static_cast<T>(value(i, j));
    }
  }
  return numbers;
}

template <typename T>
void check_both_orders(Number number) {
  constexpr std::size_t n = 7, d = 5;
  constexpr std::ptrdiff_t size = sizeof(T);
  const std::vector<T> by_sample = array_of<T>(n, d, true), by_feature = array_of<T>(n, d, false);
  const StridedFeatures rows{by_sample.data(), number, n, d, d * size, size};
  const StridedFeatures columns{by_feature.data(), number, n, d, size, n * size};
  for (const StridedFeatures& X : {rows, columns}) {
    CHECK(equal(X.read(0, n), expected(0, n, d)));
    CHECK(equal(X.read(2, 3), expected(2, 3, d)));
    CHECK(X.read(3, 0).n_cols == 0);
  }
}

}  // namespace

TEST_CASE("strided features: every type of number is read in both orders") {
  check_both_orders<float>(Number::float32);
  check_both_orders<double>(Number::float64);
  check_both_orders<std::uint8_t>(Number::uint8);
}

TEST_CASE("strided features: reversed, repeated and left-out samples are read") {
  constexpr std::size_t n = 6, d = 3;
  const std::vector<float> numbers = array_of<float>(n, d, true);
  constexpr std::ptrdiff_t row = d * sizeof(float), column = sizeof(float);
  const StridedFeatures reversed{&numbers[(n - 1) * d], Number::float32, n, d, -row, column};
  CHECK(equal(reversed.read(0, n), arma::fliplr(expected(0, n, d))));
  const StridedFeatures every_other{numbers.data(), Number::float32, n / 2, d, 2 * row, column};
  CHECK(equal(every_other.read(1, 1), expected(2, 1, d)));
  const StridedFeatures repeated{numbers.data(), Number::float32, n, d, 0, column};
  CHECK(equal(repeated.read(0, 2), arma::repmat(expected(0, 1, d), 1, 2)));
  const StridedFeatures last_feature_first{&numbers[d - 1], Number::float32, n, d, row, -column};
  CHECK(equal(last_feature_first.read(0, n), arma::flipud(expected(0, n, d))));
}

TEST_CASE("strided features: numbers may lie at any address") {
  const std::vector<double> numbers = array_of<double>(2, 3, true);
  std::vector<char> bytes(numbers.size() * sizeof(double) + 1);
  std::memcpy(bytes.data() + 1, numbers.data(), numbers.size() * sizeof(double));
  const StridedFeatures X{bytes.data() + 1,   Number::float64, 2, 3,
                          3 * sizeof(double), sizeof(double)};
  CHECK(equal(X.read(0, 2), expected(0, 2, 3)));
}

TEST_CASE("strided features: our own matrix is read as it is") {
  const Features X = expected(0, 4, 3);
  CHECK(equal(strided(X).read(0, 4), X));
}

TEST_CASE("strided features: what single precision has no number for is refused by its place") {
  std::vector<double> numbers = array_of<double>(4, 3, true);
  const StridedFeatures X{numbers.data(),     Number::float64, 4, 3,
                          3 * sizeof(double), sizeof(double)};
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                           -std::numeric_limits<double>::infinity(), 1e300}) {
    numbers[2 * 3 + 1] = bad;
    CAPTURE(bad);
    CHECK(error_of([&] { X.read(1, 3); }) ==
          fmt::format("feature 1 of sample 2 (counted from 0) is {}, expected a finite number of "
                      "single precision: remove the sample, or replace the number",
                      bad));
    CHECK(equal(X.read(0, 2), expected(0, 2, 3)));
    CHECK_THROWS_AS(X.read(0, 4), Error);
  }
  const float infinite = std::numeric_limits<float>::infinity();
  const StridedFeatures one{&infinite, Number::float32, 1, 1, 4, 4};
  CHECK_THROWS_AS(one.read(0, 1), Error);
}

}  // namespace hashlab::strided_features_test
