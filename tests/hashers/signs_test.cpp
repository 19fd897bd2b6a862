#include "hashers/signs.h"
#include "hashers/hasher.h"
#include "hashers/model.h"
#include "hashers/project_rows.h"
#include "hashers/registry.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hashlab::signs_test {

using namespace hashers;

TEST_CASE("sign_bits: every bit says whether a value is above its threshold, at any length") {
  Rng rng(1);
  for (const arma::uword dims : {1u, 31u, 32u, 33u, 64u, 65u, 97u, 130u}) {
    for (const arma::uword rows : {1u, 255u, 256u, 600u}) {
      arma::fmat Y(rows, dims);
      for (float& y : Y) y = static_cast<float>(rng.below(5)) - 2;  // often equal to a threshold
      std::vector<double> t(dims);
      for (double& x : t) x = static_cast<double>(rng.below(5)) - 2;
      const Codes codes = sign_bits(Y, t);
      REQUIRE(codes.n == rows);
      Codes expected({dims, 1}, rows);
      for (arma::uword i = 0; i < rows; ++i) {
        for (arma::uword k = 0; k < dims; ++k) {
          if (static_cast<double>(Y(i, k)) > t[k]) expected.set_bit(i, k);
        }
      }
      CHECK(codes.words == expected.words);
    }
  }
}

TEST_CASE("sign_bits: a threshold between floats, or beyond them, is compared as a double") {
  constexpr float most = std::numeric_limits<float>::max();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float tiny = std::numeric_limits<float>::denorm_min();
  const arma::fvec y = {-infinity,
                        -most,
                        -1,
                        std::nextafter(-1.0f, 0.0f),
                        -tiny,
                        -0.0f,
                        0,
                        tiny,
                        1,
                        std::nextafter(1.0f, 2.0f),
                        most,
                        infinity,
                        std::numeric_limits<float>::quiet_NaN()};
  for (const double t :
       {-1e300, -3.5e38, -static_cast<double>(most), -1.0, -1.0 + 1e-12, -1e-60, 0.0, 1e-60,
        1.0 - 1e-12, 1.0, 1.0 + 1e-12, static_cast<double>(most), 3.5e38, 1e300,
        static_cast<double>(infinity), -static_cast<double>(infinity)}) {
    const Codes codes = sign_bits(arma::fmat(y), {t});
    for (arma::uword i = 0; i < y.n_elem; ++i) {
      CHECK(codes.bit(i, 0) == (static_cast<double>(y[i]) > t));
    }
  }
}

TEST_CASE("sign_bits: a model encodes block by block what it encodes at once") {
  const Dataset data = testing::small_dataset(700, 12);
  for (const char* name : {"itq+sbq", "itq+npq", "lsh+dbq"}) {
    const arma::fvec mean(12, arma::fill::ones);
    const arma::fmat training = data.features.head_cols(60);
    NeighbourGraph S;
    for (std::uint32_t i = 0; i < 60; ++i) S.append(std::vector<std::uint32_t>{i ^ 1u});
    const Model model = learn_model(make_hasher(name), 8, {training, S}, mean, Rng(1), Rng(1));
    const arma::fmat Y = project_rows(*model.projector, data.features, testing::rows_below(700),
                                      mean, model.quantisation.thresholds.size());
    const Codes codes = model.encode(data.features), expected = model.quantisation.encode(Y);
    CHECK(codes.words == expected.words);
    CHECK(codes.format == expected.format);
    CHECK(expected.format == model.quantisation.format());
  }
}

}  // namespace hashlab::signs_test
