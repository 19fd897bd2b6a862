#include "hashers/cross_modal/parts/paired.h"

#include <doctest/doctest.h>
#include <armadillo>

namespace hashlab::paired_test {

using namespace hashers;
using doctest::Approx;

TEST_CASE("paired: a relative ridge is a multiple of the mean squared length of a sample") {
  const arma::mat V = {{3, 0, 1}, {4, 2, 2}};  // squared lengths 25, 4 and 5
  CHECK(absolute_ridge({2, true}, V) == Approx(2 * 34.0 / 3));
  CHECK(absolute_ridge({2, false}, V) == 2);
  // More samples of the same kind, and features that are always 0, change nothing.
  CHECK(absolute_ridge({2, true}, arma::repmat(V, 1, 5)) == Approx(2 * 34.0 / 3));
  CHECK(absolute_ridge({2, true}, arma::join_cols(V, arma::zeros(7, 3))) == Approx(2 * 34.0 / 3));
}

TEST_CASE("paired: a relative price is divided by the mean squared length of a sample") {
  const arma::fmat X = {{3, 0, 1}, {4, 2, 2}};
  CHECK(absolute_price({.5, true}, X) == Approx(.5 * 3 / 34.0));
  CHECK(absolute_price({.5, false}, X) == .5);
  CHECK(absolute_price({.5, true}, arma::fmat(2, 3, arma::fill::zeros)) == .5);
}

}  // namespace hashlab::paired_test
