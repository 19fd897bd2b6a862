#include "hashers/networks/augmentation.h"

#include <doctest/doctest.h>

#include <numeric>
#include <set>
#include <vector>

namespace hashlab::augmentation_test {

using namespace hashers;

namespace {

constexpr std::size_t side = 12, channels = 3;

/// Every value is its place, from 1 on.
arma::fmat numbered(std::size_t count) {
  arma::fmat X(side * side * channels, count);
  for (arma::uword i = 0; i < count; ++i) {
    std::iota(X.colptr(i), X.colptr(i) + X.n_rows, 1.0f);
  }
  return X;
}

float at(const arma::fmat& X, std::size_t y, std::size_t x, std::size_t channel) {
  return X((y * side + x) * channels + channel, 0);
}

}  // namespace

TEST_CASE("augmentation: none changes nothing and draws nothing") {
  arma::fmat X = numbered(3);
  Rng stream(1), untouched(1);
  augment_pictures(X, side, channels, "none", stream);
  CHECK(arma::approx_equal(X, numbered(3), "absdiff", 0));
  CHECK(stream.bits() == untouched.bits());
}

TEST_CASE(
    "augmentation: a flip mirrors columns, keeps channels together, and happens half the time") {
  std::size_t mirrored = 0;
  Rng stream(1);
  for (int i = 0; i < 400; ++i) {
    arma::fmat X = numbered(1);
    augment_pictures(X, side, channels, "flip", stream);
    const arma::fmat before = numbered(1);
    const bool is_mirrored = at(X, 0, 0, 0) != at(before, 0, 0, 0);
    mirrored += is_mirrored;
    for (std::size_t y = 0; y < side; ++y) {
      for (std::size_t x = 0; x < side; ++x) {
        for (std::size_t c = 0; c < channels; ++c) {
          if (at(X, y, x, c) != at(before, y, is_mirrored ? side - 1 - x : x, c)) {
            FAIL_CHECK("a point is at another place");
          }
        }
      }
    }
  }
  CHECK(mirrored > 160);
  CHECK(mirrored < 240);
}

TEST_CASE("augmentation: a crop moves by up to four points, zeros where nothing was") {
  Rng stream(1);
  const arma::fmat before = numbered(1);
  std::set<std::pair<int, int>> moves;
  for (int i = 0; i < 3000; ++i) {
    arma::fmat X = before;
    augment_pictures(X, side, channels, "flip-crop", stream);
    // A point of the middle is always still there: its number says where it came from.
    const auto place = static_cast<std::size_t>(at(X, 4, 5, 0) - 1) / channels;
    const int down = static_cast<int>(place / side) - 4;
    const auto from_x = static_cast<int>(place % side);
    const bool mirrored = at(X, 4, 4, 0) > at(X, 4, 5, 0);
    const int right = mirrored ? from_x - 6 : from_x - 5;
    moves.emplace(down, right);
    CHECK(std::abs(down) <= 4);
    CHECK(std::abs(right) <= 4);
    const std::size_t zeros = arma::accu(X == 0);
    const auto lost = [](int moved) { return static_cast<std::size_t>(std::abs(moved)); };
    CHECK(zeros == channels * (side * side - (side - lost(down)) * (side - lost(right))));
  }
  CHECK(moves.size() == 81);
}

}  // namespace hashlab::augmentation_test
