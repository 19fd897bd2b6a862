#include "hashers/quantisers/parts/bit_allocation.h"

#include "lib/error.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

namespace hashlab::bit_allocation_test {

using namespace hashers;

namespace {

using Bits = std::vector<std::size_t>;

double worth(const arma::mat& F, const Bits& z) {
  double sum = 0;
  for (std::size_t k = 0; k < z.size(); ++k) sum += F(z[k], k);
  return sum;
}

std::size_t total(const Bits& z) {
  return std::accumulate(z.begin(), z.end(), std::size_t{0});
}

/// The most that any allocation within K bits is worth, by trying all.
double most(const arma::mat& F, std::size_t K, Bits z = {}) {
  if (z.size() == F.n_cols) return total(z) <= K ? worth(F, z) : -1e300;
  double best = -1e300;
  z.push_back(0);
  for (z.back() = 0; z.back() < F.n_rows; ++z.back()) best = std::max(best, most(F, K, z));
  return best;
}

arma::mat random_worths(std::size_t rows, std::size_t dimensions, std::uint64_t index) {
  Rng rng = Rng(5).stream("worths", index);
  arma::mat F(rows, dimensions);
  for (double& f : F) f = rng.uniform();
  return arma::cumsum(F);
}

}  // namespace

TEST_CASE("bit allocation: the thesis's example, by both algorithms") {
  const arma::mat F = {{.25, .25}, {.35, .5}, {.40, 1.0}};
  CHECK(allocate_bits(F, 2) == Bits{0, 2});
  CHECK(allocate_bits_greedily(F) == Bits{0, 2});
  CHECK(worth(F, {0, 2}) == doctest::Approx(1.25).epsilon(1e-15));
}

TEST_CASE("bit allocation: greedy takes nothing from a dimension that has the most bits") {
  // Dimension 0 gets all three bits before dimension 1 gains .9 by its third. Dimension 5 pays for
  // that with .6, though dimension 0 would lose but .35: without settling z would be
  // {2, 3, 0, 0, 0, 1, 1}.
  const arma::mat F = {{0, 0, 0, 0, 0, 0, 0},
                       {1, .95, .1, .1, .1, .6, .6},
                       {1.5, 1.29, .1, .1, .1, .6, .6},
                       {1.85, 2.19, .1, .1, .1, .6, .6}};
  CHECK(allocate_bits_greedily(F) == Bits{3, 3, 0, 0, 0, 0, 1});
}

TEST_CASE("bit allocation: exact equals the best of all allocations, greedy never beats it") {
  for (std::uint64_t i = 0; i < 40; ++i) {
    const arma::mat F = random_worths(2 + i % 4, 1 + i % 5, i);
    for (std::size_t K = 0; K <= F.n_cols * F.n_rows; K += 2) {
      const Bits z = allocate_bits(F, K);
      CAPTURE(K);
      CHECK(total(z) <= K);
      CHECK(worth(F, z) == doctest::Approx(most(F, K)).epsilon(1e-12));
    }
    const Bits greedy = allocate_bits_greedily(F);
    CHECK(total(greedy) == F.n_cols);
    CHECK(worth(F, greedy) <= worth(F, allocate_bits(F, F.n_cols)) + 1e-12);
    CHECK(worth(F, greedy) >= worth(F, Bits(F.n_cols, 1)));
  }
}

TEST_CASE("bit allocation: a dimension that gains nothing gets no bit") {
  const arma::mat F = {{.5, .1}, {.5, .2}, {.5, .3}};
  CHECK(allocate_bits(F, 2) == Bits{0, 2});
  CHECK(allocate_bits(F, 9) == Bits{0, 2});
}

TEST_CASE("bit allocation: empty or infinite worths are refused") {
  CHECK_THROWS_AS(allocate_bits(arma::mat(), 2), Error);
  CHECK_THROWS_AS(allocate_bits(arma::mat(2, 2).fill(arma::datum::inf), 2), Error);
  CHECK_THROWS_AS(allocate_bits_greedily(arma::mat(1, 2, arma::fill::zeros)), Error);
}

TEST_CASE("bit allocation: the greedy one asks for more than two bits only where two were spent") {
  std::ptrdiff_t spared = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const arma::mat F = random_worths(5, 9, 100 + i);
    std::vector<std::size_t> asked(9);
    const Bits z = allocate_bits_greedily(9, 4, [&](std::size_t b, std::size_t k) {
      asked[k] = std::max(asked[k], b);
      return F(b, k);
    });
    CHECK(z == allocate_bits_greedily(F));
    for (std::size_t k = 0; k < 9; ++k) CHECK(asked[k] >= std::min<std::size_t>(4, z[k] + 1));
    spared += std::count(asked.begin(), asked.end(), 2u);
  }
  CHECK(spared > 20);  // of 180
}

}  // namespace hashlab::bit_allocation_test
