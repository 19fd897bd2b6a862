#include "hashers/networks/class_centres.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::class_centres_test {

using namespace hashers;
using hashlab::testing::error_of;

namespace {

std::size_t distance(const ClassCentres& centres, arma::uword a, arma::uword b) {
  return static_cast<std::size_t>(arma::accu(centres.signs.col(a) != centres.signs.col(b)));
}

}  // namespace

TEST_CASE("class centres: up to K classes are K / 2 apart where a Hadamard matrix is made") {
  // Powers of two by Sylvester; p + 1 and its doubles by Paley.
  for (const std::size_t K : {2u, 4u, 8u, 12u, 16u, 20u, 24u, 32u, 40u, 44u, 48u, 60u, 64u, 128u}) {
    CAPTURE(K);
    for (const std::size_t C : {2ul, K / 2 + 1, static_cast<unsigned long>(K)}) {
      const ClassCentres centres = class_centres(C, K, Rng(1));
      REQUIRE(centres.signs.n_rows == K);
      REQUIRE(centres.signs.n_cols == C);
      CHECK(centres.min_distance == K / 2);
      for (arma::uword a = 0; a < C; ++a) {
        for (arma::uword b = 0; b < a; ++b) CHECK(distance(centres, a, b) == K / 2);
      }
    }
  }
}

TEST_CASE("class centres: up to 2K classes are those and their opposites") {
  const ClassCentres centres = class_centres(20, 12, Rng(1));
  CHECK(centres.min_distance == 6);
  for (arma::uword c = 12; c < 20; ++c) CHECK(distance(centres, c, c - 12) == 12);
}

TEST_CASE(
    "class centres: more classes, and lengths without a matrix, are far apart among drawn ones") {
  // What 2,000 drawn codes give for 100 classes; published code accepts equal centres at 16 bits.
  const std::vector<std::size_t> bits = {12, 16, 24, 32, 48}, least = {2, 4, 7, 11, 17};
  for (std::size_t k = 0; k < bits.size(); ++k) {
    CAPTURE(bits[k]);
    CHECK(class_centres(100, bits[k], Rng(1)).min_distance >= least[k]);
  }
  CHECK(class_centres(10, 22, Rng(1)).min_distance >= 9);
  CHECK(class_centres(5, 3, Rng(1)).min_distance == 1);
}

TEST_CASE(
    "class centres: hardly any bit is the same for all classes, as in Sylvester's first rows") {
  std::size_t constant = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const ClassCentres centres = class_centres(10, 64, Rng(seed));
    for (arma::uword k = 0; k < 64; ++k) {
      const arma::sword sum = arma::accu(centres.signs.row(k));
      constant += sum == 10 || sum == -10;
    }
  }
  CHECK(constant < 20);  // 64 / 2^9 a draw is .125, of 50 draws 6
}

TEST_CASE("class centres: the same from the same stream, others from another") {
  const auto signs = [](std::uint64_t seed) { return class_centres(10, 32, Rng(seed)).signs; };
  CHECK(arma::all(arma::vectorise(signs(1) == signs(1))));
  CHECK_FALSE(arma::all(arma::vectorise(signs(1) == signs(2))));
}

TEST_CASE("class centres: more classes than codes are refused") {
  CHECK(error_of([] { class_centres(5, 2, Rng(1)); }) ==
        "2 bits: too few for centres of 5 classes that all differ: use more bits");
  CHECK(class_centres(4, 2, Rng(1)).min_distance == 1);
  CHECK(class_centres(1, 8, Rng(1)).min_distance == 8);
}

}  // namespace hashlab::class_centres_test
