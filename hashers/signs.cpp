#include "hashers/signs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hashlab::hashers {
namespace {

/// The largest float that is not above t: y > t and y > floor_of(t) are the same for every float y.
float floor_of(double t) {
  constexpr float most = std::numeric_limits<float>::max();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (std::isinf(t)) return t > 0 ? infinity : -infinity;
  if (t >= static_cast<double>(most)) return most;
  if (t < -static_cast<double>(most)) return -infinity;
  const auto nearest = static_cast<float>(t);
  return static_cast<double>(nearest) > t ? std::nextafter(nearest, -infinity) : nearest;
}

}  // namespace

arma::mat signs(const arma::fmat& Y) {
  return signs(arma::conv_to<arma::mat>::from(Y));
}

void take_signs(arma::mat& Y) {
  for (double& y : Y) y = y > 0 ? 1 : -1;
}

void make_largest_entries_positive(arma::mat& V) {
  for (arma::uword k = 0; k < V.n_cols; ++k) {
    if (V(arma::index_max(arma::abs(V.col(k))), k) < 0) V.col(k) = -V.col(k);
  }
}

Codes sign_bits(const arma::fmat& Y, const std::vector<double>& thresholds) {
  constexpr std::size_t block = 256, width = 32;
  Codes codes({thresholds.size(), 1}, Y.n_rows);
  // In blocks of rows and words of 32 bits, the compiler can vectorise the loop over rows.
  std::array<std::uint32_t, block> lanes;
  for (std::size_t first = 0; first < Y.n_rows; first += block) {
    const std::size_t rows = std::min<std::size_t>(block, Y.n_rows - first);
    for (std::size_t begin = 0; begin < thresholds.size(); begin += width) {
      const std::size_t end = std::min(begin + width, thresholds.size());
      lanes.fill(0);
      for (std::size_t k = begin; k < end; ++k) {
        const float* y = Y.colptr(k) + first;
        const float t = floor_of(thresholds[k]);
        const std::uint32_t bit = std::uint32_t{1} << (k - begin);
        for (std::size_t i = 0; i < rows; ++i) lanes[i] |= y[i] > t ? bit : 0;
      }
      std::uint64_t* word = codes.words.data() + first * codes.n_words() + begin / 64;
      for (std::size_t i = 0; i < rows; ++i) {
        word[i * codes.n_words()] |= std::uint64_t{lanes[i]} << (begin % 64);
      }
    }
  }
  return codes;
}

}  // namespace hashlab::hashers
