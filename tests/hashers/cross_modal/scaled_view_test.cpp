#include "hashers/cross_modal/parts/scaled_view.h"

#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>

namespace hashlab::scaled_view_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

TEST_CASE("scaled view: a sample's mean squared length is 1, and projections are the same") {
  const arma::fmat X = {{1, 2, -3}, {0, 4, 6}};
  const ScaledView view = scaled_view(X);
  CHECK(view.unit == doctest::Approx(std::sqrt(66. / 3)));
  CHECK(arma::accu(arma::square(view.X)) == doctest::Approx(3));
  const arma::mat W = {{1, 0, 2}, {-1, 3, 0.5}};
  const arma::vec b = {0.5, -1, 0};
  arma::mat expected = view.X.t() * W;
  expected.each_row() += b.t();
  const arma::mat found =
      arma::conv_to<arma::mat>::from(unscaled_projector(view, W, b, "method")->project(X));
  CHECK(arma::approx_equal(found, expected, "absdiff", 1e-6));
}

TEST_CASE("scaled view: zeros stay as they are") {
  const ScaledView view = scaled_view(arma::fmat(2, 4, arma::fill::zeros));
  CHECK(view.unit == 1);
  CHECK(arma::all(arma::vectorise(view.X) == 0));
}

TEST_CASE("scaled view: weights that would not be finite are refused") {
  const ScaledView tiny = scaled_view(arma::fmat{{1e-40F, -1e-40F}});
  CHECK(error_of([&] { unscaled_projector(tiny, arma::mat{1}, {}, "method"); }) ==
        Contains("too small"));
}

}  // namespace hashlab::scaled_view_test
