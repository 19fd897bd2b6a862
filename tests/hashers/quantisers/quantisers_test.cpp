#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::quantisers_test {

using namespace hashers;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<Quantiser> with(std::unique_ptr<Quantiser> quantiser, const Settings& settings) {
  Options options;
  quantiser->describe(options);
  for (const auto& [key, value] : settings) options.set(key, value);
  return quantiser;
}

NeighbourGraph no_neighbours(std::size_t n) {
  NeighbourGraph S;
  for (std::size_t i = 0; i < n; ++i) S.append({});
  return S;
}

// A chain: each sample neighbours the next one.
NeighbourGraph chain(std::size_t n) {
  NeighbourGraph S;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint32_t> list;
    if (i > 0) list.push_back(static_cast<std::uint32_t>(i - 1));
    if (i + 1 < n) list.push_back(static_cast<std::uint32_t>(i + 1));
    S.append(list);
  }
  return S;
}

arma::fmat column(const std::vector<float>& y) {
  return arma::fmat(arma::fvec(y));
}

std::vector<double> thresholds(const Quantiser& quantiser, const std::vector<float>& y) {
  return quantiser.learn({column(y), no_neighbours(y.size())}, Rng(1)).thresholds.at(0);
}

arma::fmat random_columns(std::size_t n, std::size_t dims, Rng rng) {
  arma::fmat Y(n, dims);
  for (float& y : Y) y = static_cast<float>(rng.normal());
  return Y;
}

// Squared error of the values about the means of their regions.
double squared_error(const std::vector<float>& y, const std::vector<double>& t) {
  std::map<std::size_t, std::vector<double>> regions;
  for (const float v : y) {
    std::size_t region = 0;
    for (const double threshold : t) region += v > threshold ? 1u : 0u;
    regions[region].push_back(v);
  }
  double error = 0.0;
  for (const auto& [region, values] : regions) {
    const double mean =
        std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    for (const double v : values) error += (v - mean) * (v - mean);
  }
  return error;
}

// Least squared error over all ways to cut the sorted values at `left` or fewer places.
double min_error(const std::vector<float>& sorted, std::size_t first, std::vector<double> t,
                 std::size_t left) {
  double best = squared_error(sorted, t);
  if (left == 0) return best;
  for (std::size_t c = first; c < sorted.size(); ++c) {
    std::vector<double> more = t;
    more.push_back(0.5 * (double{sorted[c - 1]} + double{sorted[c]}));
    best = std::min(best, min_error(sorted, c + 1, more, left - 1));
  }
  return best;
}

// Lloyd's iteration from quantile seeds, as the thesis's Manhattan hashing uses k-means.
std::vector<double> lloyd_thresholds(std::vector<float> y, std::size_t k) {
  std::sort(y.begin(), y.end());
  std::vector<double> centres;
  for (std::size_t r = 0; r < k; ++r) {
    centres.push_back(y[(2 * r + 1) * y.size() / (2 * k)]);
  }
  std::vector<double> t(k - 1);
  for (int iteration = 0; iteration < 100; ++iteration) {
    for (std::size_t r = 0; r + 1 < k; ++r) t[r] = 0.5 * (centres[r] + centres[r + 1]);
    std::vector<double> sum(k, 0.0), count(k, 0.0);
    for (const float v : y) {
      const auto r = static_cast<std::size_t>(std::lower_bound(t.begin(), t.end(), v) - t.begin());
      sum[r] += v;
      count[r] += 1.0;
    }
    for (std::size_t r = 0; r < k; ++r) {
      if (count[r] > 0.0) centres[r] = sum[r] / count[r];
    }
  }
  return t;
}

struct Named {
  std::string name;
  std::unique_ptr<Quantiser> quantiser;
  std::size_t T;
};

std::vector<Named> every_quantiser() {
  std::vector<Named> all;
  all.push_back({"sbq", quantisers::sbq(), 1});
  all.push_back({"dbq", quantisers::dbq(), 2});
  for (const std::size_t T : {1u, 2u, 3u, 7u, 15u}) {
    const std::string count = std::to_string(T);
    all.push_back({"eql " + count, with(quantisers::eql(), {{"thresholds", count}}), T});
    all.push_back({"rnd " + count, with(quantisers::rnd(), {{"thresholds", count}}), T});
    if (T != 2) {
      all.push_back({"mhq " + count, with(quantisers::mhq(), {{"thresholds", count}}), T});
    }
    for (const std::string solver : {"exact", "evolution", "annealing"}) {
      for (const std::string alpha : {"auto", "0.5"}) {
        all.push_back({"npq " + count + " " + solver + " alpha " + alpha,
                       with(quantisers::npq(), {{"thresholds", count},
                                                {"solver", solver},
                                                {"alpha", alpha},
                                                {"placements", "5"}}),
                       T});
      }
    }
  }
  return all;
}

void check_well_formed(const Named& method, const arma::fmat& Y, const NeighbourGraph& S) {
  const Quantisation q = method.quantiser->learn({Y, S}, Rng(3));
  REQUIRE(q.thresholds.size() == Y.n_cols);
  CHECK((q.codebook == Quantisation::Codebook::double_bit) == (method.T == 2));
  for (const std::vector<double>& t : q.thresholds) {
    CHECK(t.size() == method.T);
    CHECK(std::is_sorted(t.begin(), t.end()));
    CHECK(std::all_of(t.begin(), t.end(), [](double x) { return std::isfinite(x); }));
  }
}

}  // namespace

TEST_CASE("quantisers: T finite ascending thresholds for every dimension, whatever the data") {
  const std::size_t n = 60;
  arma::fmat Y = random_columns(n, 4, Rng(11));
  Y.col(1).fill(0.25f);  // constant
  for (arma::uword i = 0; i < n; ++i) {
    Y(i, 2) = static_cast<float>(i % 3);  // three distinct values
    Y(i, 3) = 1.0f + std::abs(Y(i, 3));   // one side of zero
  }
  for (const Named& method : every_quantiser()) {
    CAPTURE(method.name);
    check_well_formed(method, Y, chain(n));
    check_well_formed(method, Y, no_neighbours(n));
    check_well_formed(method, -Y, chain(n));
    check_well_formed(method, Y.head_rows(1), no_neighbours(1));
    check_well_formed(method, Y.head_rows(2), chain(2));
  }
}

TEST_CASE("quantisers: the same seed gives the same thresholds, another one other random ones") {
  const arma::fmat Y = random_columns(40, 2, Rng(5));
  const NeighbourGraph S = chain(40);
  for (const Named& method : every_quantiser()) {
    CAPTURE(method.name);
    CHECK(method.quantiser->learn({Y, S}, Rng(8)).thresholds ==
          method.quantiser->learn({Y, S}, Rng(8)).thresholds);
  }
  const auto rnd = quantisers::rnd();
  CHECK(rnd->learn({Y, S}, Rng(8)).thresholds != rnd->learn({Y, S}, Rng(9)).thresholds);
}

TEST_CASE("quantisers: a dimension does not depend on the dimensions beside it") {
  const arma::fmat Y = random_columns(40, 3, Rng(6));
  const NeighbourGraph S = chain(40);
  for (const Named& method : every_quantiser()) {
    CAPTURE(method.name);
    arma::fmat other = Y;
    other.col(0) *= 3.0f;
    other.col(2).zeros();
    CHECK(method.quantiser->learn({Y, S}, Rng(8)).thresholds[1] ==
          method.quantiser->learn({other, S}, Rng(8)).thresholds[1]);
  }
}

TEST_CASE("quantisers: bits on each dimension follow the thresholds") {
  for (const Named& method : every_quantiser()) {
    CAPTURE(method.name);
    const std::map<std::size_t, std::size_t> bits = {{1, 1}, {2, 2}, {3, 2}, {7, 3}, {15, 4}};
    CHECK(method.quantiser->bits_per_dimension() == bits.at(method.T));
  }
}

TEST_CASE("quantisers: a value that is not finite is a numerical error naming its place") {
  arma::fmat Y = random_columns(10, 2, Rng(5));
  Y(7, 1) = std::numeric_limits<float>::quiet_NaN();
  for (const Named& method : every_quantiser()) {
    CAPTURE(method.name);
    try {
      method.quantiser->learn({Y, no_neighbours(10)}, Rng(1));
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::numerical);
      CHECK(std::string(error.what()).find("dimension 1 of sample 7") != std::string::npos);
    }
  }
}

TEST_CASE("quantisers: no samples is an invalid argument") {
  for (const Named& method : every_quantiser()) {
    CAPTURE(method.name);
    try {
      method.quantiser->learn({arma::fmat(0, 2), no_neighbours(0)}, Rng(1));
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_argument);
    }
  }
}

TEST_CASE("quantisers: numbers of thresholds without a code are refused") {
  CHECK_THROWS_AS(with(quantisers::npq(), {{"thresholds", "4"}}), Error);
  CHECK_THROWS_AS(with(quantisers::mhq(), {{"thresholds", "2"}}), Error);
  CHECK_THROWS_AS(with(quantisers::eql(), {{"thresholds", "0"}}), Error);
  CHECK_THROWS_AS(with(quantisers::rnd(), {{"thresholds", "31"}}), Error);
}

TEST_CASE("sbq: one bit, set above zero and not at it") {
  const Quantisation q =
      quantisers::sbq()->learn({column({-1.0f, 0.0f, 2.0f}), no_neighbours(3)}, Rng(1));
  const Codes codes = q.encode(column({-1.0f, 0.0f, -0.0f, 1e-30f}));
  CHECK(codes.format == CodeFormat{1, 1});
  CHECK_FALSE(codes.bit(0, 0));
  CHECK_FALSE(codes.bit(1, 0));
  CHECK_FALSE(codes.bit(2, 0));
  CHECK(codes.bit(3, 0));
}

TEST_CASE("dbq: worked examples") {
  const auto dbq = quantisers::dbq();
  const float t1 = 0.3f;
  CHECK(thresholds(*dbq, {-3.0f, -2.5f, -0.4f, -0.1f, 0.2f, t1, 2.0f, 2.2f}) ==
        std::vector<double>{-2.5, double{t1}});
  const float t2 = 0.6f;
  CHECK(thresholds(*dbq, {-2.0f, -1.0f, -0.5f, 0.4f, t2, 3.0f}) ==
        std::vector<double>{-1.0, double{t2}});
}

TEST_CASE("dbq: the order of the samples does not matter") {
  const auto dbq = quantisers::dbq();
  CHECK(thresholds(*dbq, {0.4f, -2.0f, 3.0f, -0.5f, 0.6f, -1.0f}) ==
        thresholds(*dbq, {-2.0f, -1.0f, -0.5f, 0.4f, 0.6f, 3.0f}));
}

TEST_CASE("dbq: outer and middle regions get the codes 01, 00, 10") {
  const std::vector<float> y = {-3.0f, -2.5f, -0.4f, -0.1f, 0.2f, 0.3f, 2.0f, 2.2f};
  const Quantisation q = quantisers::dbq()->learn({column(y), no_neighbours(y.size())}, Rng(1));
  const Codes codes = q.encode(column({-2.5f, 0.0f, 2.0f}));
  CHECK(codes.format == CodeFormat{2, 1});
  CHECK(distance(codes, 0, codes, 1) == 1);
  CHECK(distance(codes, 1, codes, 2) == 1);
  CHECK(distance(codes, 0, codes, 2) == 2);
}

TEST_CASE("dbq: equal values move together") {
  // Moved one by one, the first value 1 would bring the middle sum above zero and -5 in next, and
  // no state with a threshold between different values but the last, one region, would be met.
  CHECK(thresholds(*quantisers::dbq(), {1, 1, -5, 1, 1}) == std::vector<double>{-5.0, 1.0});
}

TEST_CASE("dbq: a column on one side of zero leaves the far region empty") {
  const std::vector<double> positive = thresholds(*quantisers::dbq(), {1.0f, 2.0f, 9.0f});
  CHECK(positive[0] < 1.0);
  CHECK(positive[1] >= 1.0);
  const std::vector<double> negative = thresholds(*quantisers::dbq(), {-9.0f, -2.0f, -1.0f});
  CHECK(negative[1] >= -1.0);
  CHECK(negative[0] < -1.0);
}

TEST_CASE("mhq: worked example, where Lloyd from quantile seeds finds the optimum too") {
  const std::vector<float> y = {0.0f, 0.1f, 1.0f, 1.1f, 4.0f, 4.2f, 9.0f, 9.3f};
  const std::vector<double> exact = thresholds(*quantisers::mhq(), y);
  const std::vector<double> lloyd = lloyd_thresholds(y, 4);
  const std::vector<double> expected = {0.55, 2.575, 6.625};
  for (std::size_t j = 0; j < 3; ++j) {
    CHECK(exact[j] == doctest::Approx(expected[j]).epsilon(1e-6));
    CHECK(lloyd[j] == doctest::Approx(expected[j]).epsilon(1e-6));
  }
  CHECK(squared_error(y, exact) == doctest::Approx(min_error(y, 1, {}, 3)));
}

TEST_CASE("mhq: least squared error of all placements, never above Lloyd's") {
  const auto mhq1 = with(quantisers::mhq(), {{"thresholds", "1"}});
  const auto mhq3 = quantisers::mhq();
  std::size_t lloyd_misses = 0;
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    Rng rng = Rng(21).stream("trial", trial);
    std::vector<float> y(4 + rng.below(8));
    // Every third trial on a coarse grid, for ties.
    for (float& v : y) {
      v = trial % 3 == 0 ? static_cast<float>(rng.below(5)) : static_cast<float>(rng.normal());
    }
    std::sort(y.begin(), y.end());
    const double error1 = squared_error(y, thresholds(*mhq1, y));
    const double error3 = squared_error(y, thresholds(*mhq3, y));
    CHECK(error1 == doctest::Approx(min_error(y, 1, {}, 1)).epsilon(1e-9));
    CHECK(error3 == doctest::Approx(min_error(y, 1, {}, 3)).epsilon(1e-9));
    const double lloyd = squared_error(y, lloyd_thresholds(y, 4));
    CHECK(error3 <= lloyd + 1e-9);
    lloyd_misses += error3 < lloyd - 1e-9 ? 1 : 0;
  }
  CHECK(lloyd_misses > 0);  // otherwise the exact solver would not be worth having
}

TEST_CASE("mhq: with fewer distinct values than centres each value has its own region") {
  const std::vector<double> t = thresholds(*quantisers::mhq(), {2.0f, 1.0f, 2.0f, 1.0f, 1.0f});
  CHECK(t == std::vector<double>{1.5, unused_threshold, unused_threshold});
}

TEST_CASE("mhq: natural codes compared by Manhattan distance") {
  const std::vector<float> y = {0.0f, 0.1f, 1.0f, 1.1f, 4.0f, 4.2f, 9.0f, 9.3f};
  const Quantisation q = quantisers::mhq()->learn({column(y), no_neighbours(y.size())}, Rng(1));
  const Codes codes = q.encode(column({0.0f, 9.0f, 4.1f}));
  CHECK(codes.format == CodeFormat{2, 2});
  CHECK(distance(codes, 0, codes, 1) == 3);
  CHECK(distance(codes, 1, codes, 2) == 1);
}

TEST_CASE("eql: equal steps between the extremes") {
  CHECK(thresholds(*quantisers::eql(), {3.0f, -1.0f, 0.0f}) == std::vector<double>{0.0, 1.0, 2.0});
}

TEST_CASE("rnd: draws lie between the extremes and cover the range") {
  const auto rnd = with(quantisers::rnd(), {{"thresholds", "15"}});
  arma::fmat Y(2, 200);
  Y.row(0).fill(-1.0f);
  Y.row(1).fill(3.0f);
  double sum = 0.0;
  for (const auto& t : rnd->learn({Y, no_neighbours(2)}, Rng(4)).thresholds) {
    CHECK(t.front() >= -1.0);
    CHECK(t.back() <= 3.0);
    sum += std::accumulate(t.begin(), t.end(), 0.0);
  }
  // Mean of 3,000 draws: standard error 4 / sqrt(12 * 3000) = 0.021, five of them allowed.
  CHECK(std::abs(sum / 3000.0 - 1.0) < 0.105);
}

TEST_CASE("quantisers: values above an unused threshold do not exist") {
  CHECK_FALSE(std::numeric_limits<float>::max() > unused_threshold);
}

}  // namespace hashlab::quantisers_test
