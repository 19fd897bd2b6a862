#pragma once

#include "hashers/registry.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hashlab::testing {

/// d x n standard normal numbers.
inline arma::fmat normal(std::size_t d, std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  arma::fmat X(d, n);
  for (float& x : X) x = static_cast<float>(rng.normal());
  return X;
}

/// A projection of samples alone, without supervision.
inline std::unique_ptr<const hashers::Projector> learn(const std::string& hasher,
                                                       const arma::fmat& X, std::size_t dims) {
  return hashers::make_hasher(hasher).projection().learn({X, {}}, dims, Rng(1));
}

/// 240 samples of 16 features in 4 clouds.
struct Clouds {
  arma::fmat X = normal(16, 240, 6);
  std::vector<int> labels;

  Clouds() {
    const arma::fmat centres = 2 * normal(16, 4, 7);
    for (arma::uword i = 0; i < 240; ++i) {
      X.col(i) += centres.col(i % 4);
      labels.push_back(static_cast<int>(i % 4));
    }
    X.each_col() -= arma::fvec(arma::mean(X, 1));
  }
};

/// Mean number of bits that differ within clouds, over that between clouds; a bit is whether a
/// value of Y (240 x bits) is above 0.
inline double within_over_between(const Clouds& clouds, const arma::fmat& Y) {
  double sum[2] = {0, 0}, pairs[2] = {0, 0};
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      const int between = clouds.labels[i] == clouds.labels[j] ? 0 : 1;
      for (arma::uword k = 0; k < Y.n_cols; ++k) {
        sum[between] += (Y(i, k) > 0) != (Y(j, k) > 0) ? 1 : 0;
      }
      ++pairs[between];
    }
  }
  return sum[0] / pairs[0] / (sum[1] / pairs[1]);
}

}  // namespace hashlab::testing
