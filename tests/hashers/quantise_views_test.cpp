#include "hashers/quantise_views.h"

#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"
#include "lib/rng.h"
#include "tests/support/training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

namespace hashlab::quantise_views_test {

using namespace hashers;
using hashlab::testing::small_training_set;

namespace {

std::unique_ptr<const Quantiser> quantiser(const std::string& name) {
  return std::move(make_hasher("lsh+" + name).quantiser);
}

}  // namespace

TEST_CASE("quantised views: thresholds scale with each view, so codes do not depend on units") {
  const TrainingSet data = small_training_set(90, 6);
  const arma::fmat x = data.X.rows(0, 2).t(), z = data.X.rows(3, 5).t();
  const arma::fmat z_larger = 1024 * z;  // exactly
  for (const char* name : {"sbq", "npq", "mhq", "vbq", "joint", "dbq", "eql"}) {
    CAPTURE(name);
    const auto q = quantiser(name);
    const Quantisation one = quantise_views(*q, x, z, data.S, nullptr, Rng(1)),
                       other = quantise_views(*q, x, z_larger, data.S, nullptr, Rng(1));
    CHECK(in_units_of(one, x).encode(x).words == in_units_of(other, x).encode(x).words);
    CHECK(in_units_of(one, z).encode(z).words ==
          in_units_of(other, z_larger).encode(z_larger).words);
    CHECK(in_units_of(one, x).format() == in_units_of(one, z).format());
  }
}

TEST_CASE("quantised views: by one bit nothing but the sign counts, in either view") {
  const TrainingSet data = small_training_set(40, 4);
  const arma::fmat x = data.X.rows(0, 1).t(), z = data.X.rows(2, 3).t();
  const Quantisation both = quantise_views(*quantiser("sbq"), x, z, data.S, nullptr, Rng(1));
  for (const arma::fmat* values : {&x, &z}) {
    const Quantisation own = in_units_of(both, *values);
    for (const auto& thresholds : own.thresholds) CHECK(thresholds == std::vector{0.0});
  }
}

TEST_CASE("quantised views: NPQ keeps neighbours of the other view in one region") {
  // Two classes; each is on its own side of 1 in both views, which differ in unit.
  NeighbourGraph S;
  arma::fmat x(8, 1), z(8, 1);
  for (std::uint32_t i = 0; i < 8; ++i) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t j = i % 2; j < 8; j += 2) {
      if (j != i) list.push_back(j);
    }
    S.append(list);
    x(i, 0) = (i % 2 == 0 ? 2.0F : 0.5F) + 0.01F * static_cast<float>(i);
    z(i, 0) = 10 * x(i, 0);
  }
  const auto q = quantiser("npq:thresholds=1");
  const Quantisation both = quantise_views(*q, x, z, S, nullptr, Rng(1));
  const double t_x = in_units_of(both, x).thresholds.at(0).at(0),
               t_z = in_units_of(both, z).thresholds.at(0).at(0);
  CHECK(t_x > 0.57);
  CHECK(t_x < 2.0);
  CHECK(t_z / t_x == doctest::Approx(10));
}

TEST_CASE("quantised views: dimensions without values keep their thresholds finite") {
  NeighbourGraph S;
  for (int i = 0; i < 6; ++i) S.append({});
  const arma::fmat nothing(6, 2, arma::fill::zeros);
  for (const char* name : {"sbq", "npq", "mhq", "dbq"}) {
    CAPTURE(name);
    const Quantisation both =
        quantise_views(*quantiser(name), nothing, nothing, S, nullptr, Rng(1));
    for (const auto& thresholds : in_units_of(both, nothing).thresholds) {
      for (const double t : thresholds) CHECK(std::isfinite(t));
    }
  }
}

TEST_CASE("quantised views: a threshold that no value reaches is that in any unit") {
  const arma::fmat small = 0.001F * small_training_set(40, 4).X.rows(0, 0).t();
  const Quantisation both{.thresholds = {{unused_threshold}}};
  CHECK(in_units_of(both, small).thresholds.at(0).at(0) == unused_threshold);
}

}  // namespace hashlab::quantise_views_test
