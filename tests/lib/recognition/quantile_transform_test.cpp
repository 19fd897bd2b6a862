#include "lib/recognition/quantile_transform.h"
#include "lib/error.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hashlab::quantile_transform_test {
namespace {

constexpr float most = 5.199337582605575F;

Features random_features(std::size_t d, std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Features X(d, n);
  for (float& x : X) x = static_cast<float>(rng.normal());
  return X;
}

Features row(const std::vector<float>& values) {
  return arma::frowvec(values);
}

template <typename Value>
std::vector<double> samples(long n, Value value) {
  std::vector<double> all;
  for (long i = 0; i < n; ++i) all.push_back(value(i));
  return all;
}

struct Golden {
  double x, y;
};

/// Does a transform with so many quantiles, fitted on `fitted`, take each x to its y, within 1e-6?
void check_golden(const std::vector<double>& fitted, std::size_t quantiles,
                  const std::vector<Golden>& goldens) {
  const QuantileTransform transform(row({fitted.begin(), fitted.end()}), quantiles);
  for (const Golden& golden : goldens) {
    CAPTURE(golden.x);
    const Features y = transform.apply(row({static_cast<float>(golden.x)}));
    CHECK(std::abs(static_cast<double>(y(0, 0)) - golden.y) < 1e-6);
  }
}

}  // namespace

TEST_CASE("quantile transform: the median goes to 0, the ends to the bound") {
  const QuantileTransform transform(row({1, 2, 3, 4, 5}));
  const Features y = transform.apply(row({1, 3, 5, -7, 99}));
  CHECK(y(0, 0) == -most);
  CHECK(y(0, 1) == 0);
  CHECK(y(0, 2) == most);
  CHECK(y(0, 3) == -most);
  CHECK(y(0, 4) == most);
}

TEST_CASE("quantile transform: a quarter and what lies between two samples") {
  const QuantileTransform transform(row({1, 2, 3, 4, 5}));
  const Features y = transform.apply(row({2, 2.5F}));
  CHECK(y(0, 0) == doctest::Approx(-.6744897501960817).epsilon(1e-6));
  CHECK(y(0, 1) == doctest::Approx(-.3186393639643752).epsilon(1e-6));  // 3/8
}

TEST_CASE("quantile transform: equal samples go to the middle of their quantiles") {
  const QuantileTransform transform(row({0, 1, 1, 1, 4}));
  CHECK(transform.apply(row({1}))(0, 0) == 0);
}

TEST_CASE("quantile transform: each value of a constant feature goes to the negative bound") {
  const QuantileTransform transform(row({3, 3, 3}));
  CHECK(transform.apply(row({3}))(0, 0) == -most);
}

TEST_CASE("quantile transform: never falls, and each feature is on its own") {
  const Features X = random_features(3, 500, 1);
  const QuantileTransform transform(X, 50);
  Features ascending(3, 200);
  for (arma::uword i = 0; i < 200; ++i) ascending.col(i).fill(static_cast<float>(i) / 25 - 4);
  const Features y = transform.apply(ascending);
  for (arma::uword k = 0; k < 3; ++k) {
    for (arma::uword i = 1; i < 200; ++i) CHECK(y(k, i) >= y(k, i - 1));
    CHECK(QuantileTransform(X.row(k), 50).apply(ascending.row(k))(0, 100) == y(k, 100));
  }
}

TEST_CASE("quantile transform: what it was fitted on becomes normal") {
  Features X = random_features(1, 4000, 2);
  for (float& x : X) x = std::exp(2 * x);
  const Features y = QuantileTransform(X).apply(X);
  CHECK(std::abs(arma::mean(arma::vectorise(y))) < .01F);
  CHECK(arma::stddev(arma::vectorise(y)) == doctest::Approx(1).epsilon(.03));
}

// The goldens below are what scikit-learn 1.2.1 gives (NumPy 1.24.2):
//
//   t = QuantileTransformer(n_quantiles=q, output_distribution="normal", subsample=10**9)
//   t.fit(numpy.array(samples, float64)[:, None]).transform(numpy.array(values, float64)[:, None])
//
// Samples and values are exact in single precision.

TEST_CASE("quantile transform: as scikit-learn where samples are equal") {
  check_golden({0, 0, 0, 1, 2, 2, 2, 2, 3, 5, 5, 8}, 1000,
               {{-1, -most},
                {0, -most},
                {.5, -.747858595},
                {1, -.604585347},
                {1.5, -.472789121},
                {2, 0},
                {2.25, .409983322},
                {3, .604585347},
                {4, .747858595},
                {5, 1.09680356},
                {6.5, 1.69062163},
                {8, most},
                {9, most}});
}

TEST_CASE("quantile transform: as scikit-learn for a constant feature, one sample, one quantile") {
  const std::vector<Golden> beside_three = {{2, -most}, {3, -most}, {4, most}};
  check_golden({3, 3, 3, 3, 3, 3, 3}, 1000, beside_three);
  check_golden({3}, 1000, beside_three);
  check_golden({1, 2, 3, 4}, 1, {{0, -most}, {1, -most}, {1.5, most}, {4, most}, {5, most}});
}

TEST_CASE("quantile transform: as scikit-learn for two and three quantiles") {
  check_golden({1, 2, 3, 4}, 2,
               {{0, -most},
                {1, -most},
                {1.5, -.967421566},
                {2, -.430727299},
                {3, .430727299},
                {4, most},
                {5, most}});
  check_golden(
      {1, 2, 4, 8, 8}, 3,
      {{1.5, -1.38299413}, {2, -.967421566}, {3, -.430727299}, {4, 0}, {5, .318639364}, {8, most}});
}

TEST_CASE("quantile transform: as scikit-learn where values are hardly apart") {
  check_golden({0, 0x1p-26, 0x1p-25, 0x1p-23, 0x1p-22}, 1000,
               {{0, -most},
                {0x1p-26, -most},
                {0x1p-24, -most},
                {0x1p-23, .67448975},
                {0x1p-22, most},
                {0x1p-21, most}});
}

TEST_CASE("quantile transform: as scikit-learn for fewer samples than quantiles") {
  check_golden(samples(300, [](long i) { return static_cast<double>(i * 7919 % 1009) / 64; }), 1000,
               {{-.25, -most},
                {0, -most},
                {.015625, -2.71194529},
                {1, -1.51899982},
                {3.25, -.824423447},
                {7.71875, -.0272493314},
                {10.125, .359710626},
                {15.5, 2.19132761},
                {15.75, most},
                {16.5, most}});
}

TEST_CASE("quantile transform: as scikit-learn for more samples than quantiles") {
  const auto distinct =
      samples(2500, [](long i) { return static_cast<double>(i * 7919 % 10007) / 512; });
  check_golden(distinct, 1000,
               {{-.25, -most},
                {0, -most},
                {.015625, -3.23162984},
                {1, -1.63628684},
                {3.25, -.97013868},
                {7.71875, -.268319452},
                {10.125, .0435866653},
                {15.5, .816093221},
                {15.75, .862964069},
                {19.5, 2.83133029},
                {19.5390625, 3.52630114},
                {20, most}});
  check_golden(distinct, 64,
               {{-.25, -most},
                {0, -most},
                {.015625, -3.16304532},
                {1, -1.63726983},
                {3.25, -.971124986},
                {7.71875, -.268483823},
                {10.125, .0430623466},
                {15.5, .817439404},
                {15.75, .862743721},
                {19.5, 2.83762989},
                {19.5390625, 3.53151882},
                {20, most}});
}

TEST_CASE("quantile transform: as scikit-learn for more samples than quantiles, many equal") {
  check_golden(samples(2500, [](long i) { return static_cast<double>(i * i * 7919 % 1009) / 64; }),
               1000,
               {{-.25, -most},
                {0, -most},
                {.015625, -3.56568248},
                {1, -1.65199704},
                {3.25, -.853479604},
                {7.71875, -.017564865},
                {10.125, .382574381},
                {15.5, 2.61171208},
                {15.75, most},
                {16.5, most}});
}

TEST_CASE("quantile transform: what does not fit is an error") {
  CHECK_THROWS_WITH_AS(QuantileTransform(Features(3, 0)),
                       "quantile transform: there are no samples to fit it on", Error);
  CHECK_THROWS_WITH_AS(QuantileTransform(row({1, 2}), 0),
                       "quantile transform: 0 quantiles are asked for, expected 1 or more", Error);
  CHECK_THROWS_WITH_AS(QuantileTransform(row({1, std::numeric_limits<float>::infinity()})),
                       "quantile transform: samples have values that are not finite", Error);
  CHECK_THROWS_WITH_AS(QuantileTransform(row({1, 2})).apply(Features(2, 1, arma::fill::zeros)),
                       "quantile transform: it was fitted on 1 features, there are 2", Error);
}

}  // namespace hashlab::quantile_transform_test
