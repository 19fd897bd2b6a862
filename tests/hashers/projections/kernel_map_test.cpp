#include "hashers/projections/parts/kernel_map.h"
#include "hashers/content.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/reuse.h"
#include "tests/support/clouds.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace hashlab::kernel_map_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

TEST_CASE("kernel map: a state that does not fit is refused") {
  const arma::fmat X = testing::normal(6, 50, 1);
  const Hasher hasher = make_hasher("klsh+sbq:anchors=12");
  const ProjectorState good = hasher.projection().learn({X, {}}, 5, Rng(1))->state();
  const auto refusal = [&](const std::string& name, const arma::mat& value) {
    ProjectorState state = good;
    state[name] = value;
    return error_of([&] { hasher.projection().restore(state, 6, 5); });
  };
  CHECK_NOTHROW(hasher.projection().restore(good, 6, 5));
  for (const double gamma : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(refusal("gamma", arma::mat(1, 1, arma::fill::value(gamma))) ==
          Contains("expected a number above 0"));
  }
  CHECK(refusal("A", arma::mat(5, 12, arma::fill::ones)) == Contains("'A' is 5 x 12"));
  CHECK(refusal("W", arma::mat(11, 5, arma::fill::ones)) == Contains("'W' is 11 x 5"));
  CHECK(refusal("b", arma::mat(4, 1, arma::fill::ones)) == Contains("'b' is 4 x 1"));
  ProjectorState none = good;
  none.erase("A");
  CHECK(error_of([&] { hasher.projection().restore(none, 6, 5); }) == Contains("no array 'A'"));
}

TEST_CASE("kernel map: values are the same from distances that are kept, for every gamma") {
  const arma::fmat A = testing::normal(6, 40, 1), X = testing::normal(6, 25, 2);
  Reuse reuse(1 << 20), none(0);
  for (Reuse* kept : {&reuse, &none}) {
    for (const double gamma : {0.1, 0.5, 2.0}) {
      const arma::fmat K = KernelMap{A, gamma}.features(X);
      CHECK(arma::approx_equal(KernelMap{A, gamma, kept, content_of(A)}.features(X), K, "absdiff",
                               0));
      // Other samples, and other anchors, have other distances.
      CHECK(arma::approx_equal(KernelMap{X, gamma, kept, content_of(X)}.features(A), K.t(),
                               "absdiff", 1e-6f));
    }
  }
  CHECK(reuse.counts().made == 2);
  CHECK(reuse.counts().found == 4);
  CHECK(none.counts().found == 0);
}

TEST_CASE("kernel map: more anchors than any method may have are refused, though sizes fit") {
  ProjectorState state = {{"A", arma::mat(1, max_anchors, arma::fill::ones)},
                          {"gamma", arma::mat{1.0}},
                          {"W", arma::mat(max_anchors, 1, arma::fill::ones)},
                          {"b", arma::mat{0.0}}};
  CHECK_NOTHROW(restore_kernel(state, 1, 1));
  state["A"] = arma::mat(1, max_anchors + 1, arma::fill::ones);
  state["W"] = arma::mat(max_anchors + 1, 1, arma::fill::ones);
  CHECK(error_of([&] { restore_kernel(state, 1, 1); }) ==
        Contains("has 100001 anchors, expected at most 100000"));
}

TEST_CASE(
    "kernel map: the automatic gamma is a float above 0, whatever the scale of the features") {
  const arma::fmat X = testing::normal(4, 30, 2);
  for (const float scale : {1e-19f, 1e-21f, 1e-22f, 1e-30f, 0.0f}) {
    const double gamma = mean_distance_gamma(X * scale, X * scale);
    CAPTURE(scale);
    CHECK(gamma > 0);
    CHECK(gamma <= static_cast<double>(std::numeric_limits<float>::max()));
  }
  CHECK(mean_distance_gamma(X * 1e-22f, X * 1e-22f) == 1);
  CHECK(mean_distance_gamma(X * 1e-10f, X * 1e-10f) ==
        doctest::Approx(1e20 * mean_distance_gamma(X, X)).epsilon(1e-4));
}

}  // namespace hashlab::kernel_map_test
