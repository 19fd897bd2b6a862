#include "hashers/cross_modal/crh_steps.h"
#include "hashers/registry.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace hashlab::crh_test {

using namespace hashers;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::SixViews;
using hashlab::testing::small_paired_set;

namespace {

/// The six golden samples, each paired with itself and, as one that differs, with the next.
struct GoldenBit {
  SixViews six;
  DrawnPairs pairs;
  arma::vec v = arma::vec(12, arma::fill::ones) / 12;
  arma::vec w = {1, -.5, .25}, u = {.5, -.5};

  GoldenBit() {
    for (std::uint32_t p = 0; p < 12; ++p) {
      pairs.i.push_back(p % 6);
      pairs.j.push_back(p < 6 ? p : (p + 1) % 6);
    }
    pairs.s = arma::join_cols(arma::vec(6, arma::fill::ones), -arma::vec(6, arma::fill::ones));
  }
  CrhView x(double lambda, double gamma) const {
    return {six.X, pairs.i, pairs.j, pairs.s, v, lambda, gamma};
  }
  CrhView z(double lambda, double gamma) const {
    return {six.Z, pairs.j, pairs.i, pairs.s, v, lambda, gamma};
  }
  arma::vec f() const { return six.X.t() * w; }
  arma::vec g() const { return six.Z.t() * u; }
};

arma::vec normal_values(arma::uword n, Rng rng) {
  arma::vec values(n);
  for (double& y : values) y = rng.normal();
  return values;
}

PairedProjectors crh_of(const PairedTrainingSet& data, std::size_t dims,
                        const std::map<std::string, std::string>& settings = {}) {
  return testing::learn(cross_modal::crh(), settings, data, dims);
}

bool are_same(const PairedProjectors& one, const PairedProjectors& other,
              const PairedTrainingSet& data) {
  return arma::approx_equal(one.x->project(data.X), other.x->project(data.X), "absdiff", 0) &&
         arma::approx_equal(one.z->project(data.Z), other.z->project(data.Z), "absdiff", 0);
}

}  // namespace

TEST_CASE("crh: six samples by hand: margins, objective, error and weights") {
  const GoldenBit golden;
  const arma::vec f = golden.f(), g = golden.g();
  CHECK(crh_margins(f) == Approx(0.145833).epsilon(1e-5));
  CHECK(crh_margins(g) == Approx(0.111111).epsilon(1e-5));
  const double of_u = crh_margins(g) + 0.01 / 2 * arma::dot(golden.u, golden.u),
               of_w = crh_margins(f) + 0.01 / 2 * arma::dot(golden.w, golden.w);
  CHECK(crh_objective(golden.x(.01, 10), golden.w, g) + of_u == Approx(2.647915).epsilon(1e-6));
  CHECK(crh_objective(golden.z(.01, 10), golden.u, f) + of_w == Approx(2.647915).epsilon(1e-6));
  const double pairs = crh_objective(golden.x(0, 1), golden.w, g) - crh_margins(f);
  CHECK(pairs == Approx(0.223090 + 0.015101).epsilon(1e-5));
  const arma::vec right = agreement(golden.pairs, f, g);
  CHECK((1 - arma::dot(golden.v, right)) / 2 == Approx(1. / 3));
  const arma::vec v = crh_reweighed(golden.v, right);
  for (arma::uword p = 0; p < 12; ++p) CHECK(v[p] == Approx(right[p] > 0 ? 1. / 16 : 1. / 8));
}

TEST_CASE("crh: tau is .135 at 0 and nothing from 1 on") {
  CHECK(crh_tau(0) == Approx(0.135135).epsilon(1e-5));
  CHECK(crh_tau(.1) == Approx(0.130135).epsilon(1e-5));
  CHECK(crh_tau(-.5) == Approx(0.046296).epsilon(1e-4));
  CHECK(std::abs(crh_tau(1)) < 1e-12);
  CHECK(std::abs(crh_tau(2)) < 1e-12);
}

TEST_CASE("crh: tau is a convex function less a parabola, and its slope the derivative of that") {
  constexpr double h = 1e-6;
  double before = -10;
  for (double d = -2.5; d < 2.5; d += 0.013) {
    CAPTURE(d);
    CHECK(crh_tau(d) == Approx(crh_tau_convex(d) - d * d / 2 + 1 / 7.4));
    CHECK(std::abs((crh_tau_convex(d + h) - crh_tau_convex(d - h)) / (2 * h) - crh_tau_slope(d)) <
          1e-5);
    CHECK(crh_tau_slope(d) >= before);
    before = crh_tau_slope(d);
  }
}

TEST_CASE("crh: no step raises the objective, and it is lower by each from a random point") {
  const GoldenBit golden;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const double gamma : {0.0, 0.1, 10.0, 1000.0}) {
      const CrhView x = golden.x(.1, gamma), z = golden.z(.01, gamma);
      arma::vec w = normal_values(3, Rng(seed).stream("w")),
                u = normal_values(2, Rng(seed).stream("u"));
      CAPTURE(seed);
      CAPTURE(gamma);
      for (int round = 0; round < 4; ++round) {
        const arma::vec g = golden.six.Z.t() * u;
        const double w_before = crh_objective(x, w, g);
        w = crh_descend(x, w, g, 30);
        CHECK(crh_objective(x, w, g) <= w_before + 1e-12 * w_before);
        if (round == 0) CHECK(crh_objective(x, w, g) < w_before);
        const arma::vec f = golden.six.X.t() * w;
        const double u_before = crh_objective(z, u, f);
        u = crh_descend(z, u, f, 30);
        CHECK(crh_objective(z, u, f) <= u_before + 1e-12 * u_before);
      }
    }
  }
}

TEST_CASE("crh: after many steps no place nearby is much better") {
  const GoldenBit golden;
  const arma::vec g = golden.g();
  for (const double gamma : {0.1, 10.0}) {
    const CrhView x = golden.x(.1, gamma);
    arma::vec w = golden.w;
    for (int step = 0; step < 200; ++step) w = crh_descend(x, w, g, 100);
    const double here = crh_objective(x, w, g);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const arma::vec there = w + 0.02 * arma::normalise(normal_values(3, Rng(seed)));
      CHECK(crh_objective(x, there, g) > here - 2e-3);
    }
  }
}

TEST_CASE("crh: weights stay as they are where all pairs are right, or all wrong") {
  const arma::vec v = {.1, .2, .3, .4}, all(4, arma::fill::ones);
  CHECK(arma::approx_equal(crh_reweighed(v, all), v, "absdiff", 1e-12));
  CHECK(arma::approx_equal(crh_reweighed(v, -all), v, "absdiff", 1e-12));
}

TEST_CASE("crh: bits agree for neighbours, and each setting has its effect") {
  const PairedTrainingSet data = small_paired_set(120, 10, 6);
  const PairedProjectors usual = crh_of(data, 8, {{"pairs", "1000"}});
  CHECK(testing::agreement_of_classes(usual, data) > 0.1);
  struct CrhChange {
    std::string name, same, other;
  };
  for (const CrhChange& change : {CrhChange{"lambda-x", "0.1", "1"},
                                  {"lambda-z", "0.1", "1"},
                                  {"pair-weight", "10", "1"},
                                  {"rounds", "2", "1"},
                                  {"pairs", "1000", "900"}}) {
    CAPTURE(change.name);
    std::map<std::string, std::string> settings = {{"pairs", "1000"}};
    settings[change.name] = change.same;
    CHECK(are_same(usual, crh_of(data, 8, settings), data));
    settings[change.name] = change.other;
    CHECK_FALSE(are_same(usual, crh_of(data, 8, settings), data));
  }
}

TEST_CASE("crh: fewer bits are the first of more, found again or not") {
  PairedTrainingSet data = small_paired_set(60, 10, 6);
  const std::map<std::string, std::string> quick = {{"pairs", "300"}};
  const PairedProjectors more = crh_of(data, 9, quick), fewer = crh_of(data, 4, quick);
  const arma::fmat first = more.z->project(data.Z).head_cols(4);
  CHECK(arma::approx_equal(fewer.z->project(data.Z), first, "both", 1e-4F, 1e-4F));
  Reuse reuse(std::size_t{1} << 20);
  data.reuse = &reuse;
  CHECK(are_same(fewer, crh_of(data, 4, quick), data));
  CHECK(are_same(more, crh_of(data, 9, quick), data));
  CHECK(reuse.counts().found == 4);
  CHECK(reuse.counts().made == 9);
  crh_of(data, 4, {{"pairs", "300"}, {"rounds", "3"}});
  CHECK(reuse.counts().made == 13);
}

TEST_CASE("crh: the unit of features changes no bit") {
  const PairedTrainingSet data = small_paired_set(60, 10, 6);
  PairedTrainingSet other = data;
  other.X *= 1024;
  other.Z /= 512;
  CHECK(arma::approx_equal(crh_of(other, 5, {{"pairs", "300"}}).x->project(other.X),
                           crh_of(data, 5, {{"pairs", "300"}}).x->project(data.X), "both", 1e-4F,
                           1e-4F));
}

TEST_CASE("crh: little to learn from gives finite projections") {
  for (const auto& odd : testing::extreme_pairs()) {
    const PairedTrainingSet& data = odd.second;
    for (const char* lambda : {"0", "0.1"}) {
      for (const char* gamma : {"0", "10"}) {
        CAPTURE(odd.first);
        const PairedProjectors learned = crh_of(
            data, 12,
            {{"pairs", "200"}, {"lambda-x", lambda}, {"lambda-z", lambda}, {"pair-weight", gamma}});
        CHECK(learned.x->project(data.X).is_finite());
        CHECK(learned.z->project(data.Z).is_finite());
      }
    }
  }
}

TEST_CASE("crh: refuses what is not finite, and samples without lists of neighbours") {
  PairedTrainingSet data = small_paired_set(20, 4, 3);
  data.X(1, 3) = std::nanf("");
  CHECK(error_of([&] { crh_of(data, 3); }) ==
        Contains("crh: a training sample holds a number that is not finite"));
  data = small_paired_set(20, 4, 3);
  data.S = {};
  CHECK(error_of([&] { crh_of(data, 3); }) == Contains("crh: neighbour lists for 0 samples"));
}

}  // namespace hashlab::crh_test
