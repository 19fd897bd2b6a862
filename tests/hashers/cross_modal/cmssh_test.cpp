#include "hashers/cross_modal/cmssh_steps.h"
#include "hashers/registry.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace hashlab::cmssh_test {

using namespace hashers;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::SixViews;
using hashlab::testing::small_paired_set;

namespace {

/// Each sample with itself, which should agree, and with the next, which should not.
DrawnPairs ring_of_six() {
  DrawnPairs pairs;
  for (std::uint32_t i = 0; i < 6; ++i) {
    pairs.i.push_back(i);
    pairs.j.push_back(i);
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    pairs.i.push_back(i);
    pairs.j.push_back((i + 1) % 6);
  }
  pairs.s = arma::join_cols(arma::vec(6, arma::fill::ones), -arma::vec(6, arma::fill::ones));
  return pairs;
}

const arma::vec even_twelve = arma::vec(12, arma::fill::ones) / 12;

/// The sum of c_i sgn(f_i + a), by definition.
double sum_of_signs(const arma::vec& f, const arma::vec& c, double a) {
  double sum = 0;
  for (arma::uword i = 0; i < f.n_elem; ++i) sum += f[i] + a > 0 ? c[i] : -c[i];
  return sum;
}

/// The most that any offset gives, by trying one in each gap.
double most_of_signs(const arma::vec& f, const arma::vec& c) {
  const arma::vec y = arma::unique(f);
  double most = std::max(sum_of_signs(f, c, 1 - y.min()), sum_of_signs(f, c, -1 - y.max()));
  for (arma::uword r = 0; r + 1 < y.n_elem; ++r) {
    most = std::max(most, sum_of_signs(f, c, -(y[r] + y[r + 1]) / 2));
  }
  return most;
}

/// n values of a normal distribution, in tenths: some are equal.
arma::vec tenths(arma::uword n, Rng rng) {
  arma::vec values(n);
  for (double& y : values) y = std::round(10 * rng.normal()) / 10;
  return values;
}

PairedProjectors cmssh_of(const PairedTrainingSet& data, std::size_t dims,
                          const std::map<std::string, std::string>& settings = {}) {
  return testing::learn(cross_modal::cmssh(), settings, data, dims);
}

bool are_equal(const PairedProjectors& one, const PairedProjectors& other,
               const PairedTrainingSet& data) {
  return arma::approx_equal(one.x->project(data.X), other.x->project(data.X), "absdiff", 0) &&
         arma::approx_equal(one.z->project(data.Z), other.z->project(data.Z), "absdiff", 0);
}

}  // namespace

TEST_CASE(
    "cmssh: six samples by hand: directions, correlation, weights, and the next bit's value") {
  const SixViews six;
  const DrawnPairs pairs = ring_of_six();
  const CmsshMoments moments = cmssh_moments(six.X, six.Z, pairs, even_twelve);
  const arma::vec values = arma::svd(moments.C);
  CHECK(values[0] == Approx(1.023259).epsilon(1e-6));
  CHECK(values[1] == Approx(0.383908).epsilon(1e-6));
  const CmsshBit bit = cmssh_directions(moments);
  CHECK(arma::approx_equal(arma::abs(bit.p), arma::vec{0.812703, 0.141577, 0.565216}, "absdiff",
                           1e-6));
  const arma::vec right = agreement(pairs, six.X.t() * bit.p + bit.a, six.Z.t() * bit.q + bit.b);
  CHECK(arma::dot(even_twelve, right) == Approx(1. / 3));
  const arma::vec v = cmssh_reweighed(even_twelve, right, 1);
  for (arma::uword p = 0; p < 12; ++p) {
    CHECK(v[p] == Approx(right[p] > 0 ? 0.026627 : 0.196747).epsilon(1e-4));
  }
  CHECK(arma::svd(cmssh_moments(six.X, six.Z, pairs, v).C).max() == Approx(1.793372).epsilon(1e-6));
}

TEST_CASE("cmssh: directions are the top singular pair, whichever view has more features") {
  const SixViews six;
  DrawnPairs pairs = ring_of_six();
  for (const bool turned : {false, true}) {
    const arma::mat &X = turned ? six.Z : six.X, &Z = turned ? six.X : six.Z;
    if (turned) std::swap(pairs.i, pairs.j);
    const CmsshMoments moments = cmssh_moments(X, Z, pairs, even_twelve);
    const CmsshBit bit = cmssh_directions(moments);
    CHECK(arma::norm(bit.p) == Approx(1));
    CHECK(arma::norm(bit.q) == Approx(1));
    CHECK(arma::as_scalar(bit.p.t() * moments.C * bit.q) == Approx(arma::svd(moments.C).max()));
    CHECK(bit.q[arma::abs(bit.q).index_max()] > 0);
    CHECK(bit.a == Approx(-arma::dot(bit.p, moments.mu)));
    CHECK(bit.b == Approx(-arma::dot(bit.q, moments.nu)));
  }
}

TEST_CASE("cmssh: the best offset is the best of all, ties included, by trying each") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Rng rng(seed);
    const arma::uword n = 1 + seed % 9;
    const arma::vec f = tenths(n, rng.stream("f")), c = tenths(n, rng.stream("c"));
    const BestOffset best = best_offset(f, c);
    CAPTURE(seed);
    CHECK(best.value == Approx(most_of_signs(f, c)));
    CHECK(sum_of_signs(f, c, best.offset) == Approx(best.value));
  }
}

TEST_CASE("cmssh: an offset lies halfway between two values, or clear of all") {
  CHECK(best_offset({3, 1, 2}, {1, -1, -1}).offset == -2.5);
  CHECK(best_offset({3, 1, 2}, {1, -1, 1}).offset == -1.5);
  CHECK(best_offset({3, 1, 2}, {1, 1, 1}).offset == 1);
  CHECK(best_offset({3, 1, 2}, {-1, -1, -1}).offset == -7);
  CHECK(best_offset({1e20, -1e20}, {-1, -1}).offset < -1e20);
  const double next = std::nextafter(1.0, 2.0);
  CHECK(sum_of_signs({1, next}, {-1, 1}, best_offset({1, next}, {-1, 1}).offset) == 2);
}

TEST_CASE("cmssh: offsets never lose, and at the end neither could be better") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Rng rng(seed);
    const arma::vec f = tenths(20, rng.stream("f")), g = tenths(15, rng.stream("g"));
    DrawnPairs pairs;
    Rng draw = rng.stream("pairs");
    for (int p = 0; p < 60; ++p) {
      pairs.i.push_back(static_cast<std::uint32_t>(draw.below(20)));
      pairs.j.push_back(static_cast<std::uint32_t>(draw.below(15)));
    }
    pairs.s = arma::join_cols(arma::vec(30, arma::fill::ones), -arma::vec(30, arma::fill::ones));
    const arma::vec v = arma::vec(60, arma::fill::ones) / 60;
    CmsshBit bit;
    const double before = arma::dot(v, agreement(pairs, f, g));
    cmssh_offsets(f, g, pairs, v, bit);
    const double after = arma::dot(v, agreement(pairs, f + bit.a, g + bit.b));
    CAPTURE(seed);
    CHECK(after >= before);
    for (double offset = -4; offset < 4; offset += 0.05) {
      CHECK(arma::dot(v, agreement(pairs, f + offset, g + bit.b)) <= after + 1e-9);
      CHECK(arma::dot(v, agreement(pairs, f + bit.a, g + offset)) <= after + 1e-9);
    }
  }
}

TEST_CASE("cmssh: with AdaBoost's rate a bit is no better than chance for the next weights") {
  const arma::vec right = {1, 1, -1, 1, -1, 1}, v = {.1, .2, .1, .3, .2, .1};
  const arma::vec next = cmssh_reweighed(v, right, {});
  CHECK(arma::accu(next) == Approx(1));
  CHECK(arma::dot(next, right) == Approx(0));
  CHECK(next[3] / next[0] == Approx(3));
  const double rate = std::log((1 + .4) / (1 - .4)) / 2;
  CHECK(arma::approx_equal(next, cmssh_reweighed(v, right, rate), "absdiff", 1e-12));
}

TEST_CASE("cmssh: at rate 1 a bit of r below .76 is worse than chance for the next weights") {
  const arma::vec v = arma::vec(100, arma::fill::ones) / 100;
  for (const arma::uword wrong : {11u, 13u}) {
    arma::vec right(100, arma::fill::ones);
    right.head(wrong).fill(-1);
    CHECK((arma::dot(cmssh_reweighed(v, right, 1), right) > 0) ==
          (arma::mean(right) > std::tanh(1)));
  }
}

TEST_CASE("cmssh: weights stay as they are at rate 0, and where all pairs are right, or wrong") {
  const arma::vec v = {.1, .2, .3, .4}, all(4, arma::fill::ones), some = {1, -1, 1, 1};
  CHECK(arma::approx_equal(cmssh_reweighed(v, some, 0), v, "absdiff", 1e-12));
  for (const std::optional<double> rate : {std::optional<double>(), std::optional<double>(100)}) {
    CHECK(arma::approx_equal(cmssh_reweighed(v, all, rate), v, "absdiff", 1e-12));
    CHECK(arma::approx_equal(cmssh_reweighed(v, -all, rate), v, "absdiff", 1e-12));
  }
}

TEST_CASE("cmssh: bits agree for neighbours, and each setting has its effect") {
  const PairedTrainingSet data = small_paired_set(120, 10, 6);
  for (const char* rate : {"auto", "0.2"}) {
    CAPTURE(rate);
    CHECK(testing::agreement_of_classes(cmssh_of(data, 12, {{"rate", rate}}), data) > 0.1);
  }
  const PairedProjectors usual = cmssh_of(data, 12);
  CHECK(are_equal(usual, cmssh_of(data, 12, {{"rate", "1"}, {"pairs", "5000"}}), data));
  CHECK_FALSE(are_equal(usual, cmssh_of(data, 12, {{"rate", "auto"}}), data));
  CHECK_FALSE(are_equal(usual, cmssh_of(data, 12, {{"rate", "0.2"}}), data));
  CHECK_FALSE(are_equal(usual, cmssh_of(data, 12, {{"pairs", "500"}}), data));
  const arma::fmat same = cmssh_of(data, 2, {{"rate", "0"}}).x->project(data.X);
  CHECK(arma::approx_equal(same.col(0), same.col(1), "absdiff", 0));
}

TEST_CASE("cmssh: fewer bits are the first of more, and the unit of features changes none") {
  const PairedTrainingSet data = small_paired_set(120, 10, 6);
  const PairedProjectors more = cmssh_of(data, 12), fewer = cmssh_of(data, 5);
  const arma::fmat first = more.x->project(data.X).head_cols(5);
  CHECK(arma::approx_equal(fewer.x->project(data.X), first, "both", 1e-4F, 1e-4F));
  PairedTrainingSet other = data;
  other.X *= 1024;
  other.Z /= 512;
  CHECK(arma::approx_equal(cmssh_of(other, 12).x->project(other.X), more.x->project(data.X), "both",
                           1e-4F, 1e-4F));
}

TEST_CASE("cmssh: little to learn from gives finite projections") {
  for (const auto& odd : testing::extreme_pairs()) {
    const PairedTrainingSet& data = odd.second;
    for (const char* rate : {"1", "auto", "100"}) {
      CAPTURE(odd.first);
      CAPTURE(rate);
      const PairedProjectors learned = cmssh_of(data, 64, {{"rate", rate}});
      CHECK(learned.x->project(data.X).is_finite());
      CHECK(learned.z->project(data.Z).is_finite());
    }
  }
}

TEST_CASE("cmssh: refuses what is not finite, and samples without lists of neighbours") {
  PairedTrainingSet data = small_paired_set(20, 4, 3);
  data.Z(1, 3) = std::numeric_limits<float>::infinity();
  CHECK(error_of([&] { cmssh_of(data, 3); }) ==
        Contains("cmssh: a training sample holds a number that is not finite"));
  data = small_paired_set(20, 4, 3);
  data.S = {};
  CHECK(error_of([&] { cmssh_of(data, 3); }) == Contains("cmssh: neighbour lists for 0 samples"));
}

}  // namespace hashlab::cmssh_test
