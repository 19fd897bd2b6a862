#include "lib/data/synthetic.h"
#include "lib/data/dataset.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace hashlab::synthetic_test {
namespace {

SyntheticSettings few() {
  SyntheticSettings settings;
  settings.n = 3000;
  settings.d = 32;
  return settings;
}

/// Variances along the principal axes, largest first.
arma::vec spectrum(const Features& X) {
  arma::mat C = arma::conv_to<arma::mat>::from(X);
  C.each_col() -= arma::mean(C, 1);
  return arma::reverse(arma::eig_sym(C * C.t() / static_cast<double>(C.n_cols)));
}

}  // namespace

TEST_CASE("synthetic: the published data set is known to the bit") {
  CHECK(make_synthetic().checksum ==
        "de0477aad1b9cbaeb533b33e8d1270a6b53ca8da3edc19112c9aa7b3ff87a0bc");
  CHECK(make_synthetic(few()).checksum ==
        "b14cb01d617c71aac5b78af7dfe4d3c26b90ee49c2374162a144722c03223e46");
  CHECK(testing::small_dataset(200, 16).checksum ==
        "4887bb1267e7f68670134488eb8db6b43b6042f325478d2c93bcce9ac9eaaec6");
}

TEST_CASE("synthetic: sizes are those asked for") {
  const Dataset dataset = make_synthetic(few());
  CHECK(dataset.name == "synthetic");
  CHECK(dataset.size() == 3000);
  CHECK(dataset.dimensions() == 32);
  CHECK(dataset.labels.single.size() == 3000);
  CHECK(dataset.labels.multi.is_empty());
  CHECK(dataset.checksum == content_checksum(dataset));
}

TEST_CASE("synthetic: every class is there, about equally often") {
  const SyntheticSettings settings = few();
  const Dataset dataset = make_synthetic(settings);
  std::vector<int> counts(settings.classes, 0);
  for (const std::int32_t c : dataset.labels.single) ++counts.at(static_cast<std::size_t>(c));
  const double p = 1.0 / static_cast<double>(settings.classes);
  const double sigma = std::sqrt(3000 * p * (1 - p));
  for (const int count : counts) CHECK(std::abs(count - 3000 * p) <= 5 * sigma);
}

TEST_CASE("synthetic: features are multiples of 1/1024") {
  for (const float x : make_synthetic(few()).features) {
    REQUIRE(x * 1024 == std::nearbyint(x * 1024));
  }
}

TEST_CASE("synthetic: the spectrum decays as the settings say") {
  SyntheticSettings settings = few();
  settings.common = settings.contrast_spread = 0;
  settings.classes = 200;  // so many centres that their own covariance is near its expectation
  const arma::vec variances = spectrum(make_synthetic(settings).features);
  // Axis j has variance (j + 1)^-2 decay times a constant.
  for (arma::uword j = 3; j < 32; j *= 2) {
    const double expected = std::pow(static_cast<double>(j + 1), -2 * settings.decay);
    CHECK(variances[j] / variances[0] == doctest::Approx(expected).epsilon(0.35));
  }
  CHECK(variances[31] > 0);
}

TEST_CASE("synthetic: samples differ in contrast, as their setting says") {
  SyntheticSettings settings = few();
  const auto spread = [&](double contrast) {
    settings.contrast_spread = contrast;
    const Dataset dataset = make_synthetic(settings);
    const arma::frowvec squares = arma::sum(arma::square(dataset.features), 0);
    return static_cast<double>(arma::stddev(arma::frowvec(arma::log(squares)))) / 2;
  };
  const double without = spread(0);
  // Independent of the direction: the variances of the logarithms add up.
  CHECK(spread(0.6) == doctest::Approx(std::sqrt(without * without + 0.36)).epsilon(0.05));
}

TEST_CASE("synthetic: what all samples share is in the mean and in no difference") {
  SyntheticSettings settings = few();
  settings.contrast_spread = 0;
  const Features X = make_synthetic(settings).features;
  settings.common = 0;
  const Features centred = make_synthetic(settings).features;
  const Features shared = X - centred;
  CHECK(arma::abs(shared.each_col() - shared.col(0)).max() <= 0.002f);
  CHECK(arma::norm(shared.col(0)) > 1);
}

TEST_CASE("synthetic: another seed gives other data, the same seed the same") {
  SyntheticSettings settings = few();
  const std::string sum = make_synthetic(settings).checksum;
  CHECK(make_synthetic(settings).checksum == sum);
  settings.seed += 1;
  CHECK(make_synthetic(settings).checksum != sum);
}

TEST_CASE("synthetic: pieces of any size, by any number of threads, are the whole") {
  SyntheticSettings settings = few();
  settings.n = 1500;
  const Dataset whole = make_synthetic(settings);
  for (const std::size_t threads : {1U, 3U}) {
    SyntheticSource source(settings);
    std::size_t first = 0;
    for (const std::size_t count : {1U, 700U, 256U, 543U}) {
      const SyntheticSource::Piece piece = source.next(count, threads);
      CHECK(arma::approx_equal(piece.samples, whole.features.cols(first, first + count - 1),
                               "absdiff", 0));
      CHECK(std::equal(piece.labels.begin(), piece.labels.end(),
                       whole.labels.single.begin() + static_cast<std::ptrdiff_t>(first)));
      first += count;
    }
    CHECK(first == settings.n);
  }
}

}  // namespace hashlab::synthetic_test
