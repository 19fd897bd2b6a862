#include "lib/plane_sums/sum_kernels.h"
#include "lib/codes/codes.h"
#include "lib/error.h"
#include "lib/plane_sums/bit_weights.h"
#include "lib/plane_sums/weighed_codes.h"
#include "lib/rng.h"
#include "tests/support/kernels.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace hashlab::sum_kernels_test {
namespace {

using hashlab::testing::supported_kernels;

Codes random_codes(std::size_t bits, std::size_t n, Rng rng) {
  Codes codes({bits, 1}, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < bits; ++j) {
      if (rng.below(2) == 1) codes.set_bit(i, j);
    }
  }
  return codes;
}

/// Weights of `bits` bits without the sign: digits of queries, from all zero to all at the end.
std::vector<std::int32_t> random_weights(std::size_t n, std::size_t bits, Rng rng) {
  const int most = (1 << bits) - 1;
  std::vector<std::int32_t> weights;
  for (std::size_t j = 0; j < n; ++j) {
    weights.push_back(static_cast<std::int32_t>(rng.below(2 * static_cast<std::size_t>(most) + 1)) -
                      most);
  }
  return weights;
}

/// The weighted sum of the bits of code i, by its definition.
std::int64_t weighted_sum(const std::vector<std::int32_t>& weights, const Codes& codes,
                          std::size_t i) {
  std::int64_t sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) sum += codes.bit(i, j) ? weights[j] : 0;
  return sum;
}

using FoundSum = std::array<std::size_t, 3>;  // weighing, position, sum

/// Everything that a kernel does with these codes and weights, against the definition.
bool sums_are_right(const Kernel& kernel, const Codes& codes,
                    const std::vector<std::vector<std::int32_t>>& weights, Rng rng) {
  std::vector<std::uint32_t> order(codes.n);
  std::iota(order.begin(), order.end(), 0U);
  std::reverse(order.begin(), order.end());
  const WeighedCodes weighed(codes, order, kernel);
  WeighedCodes::Tiles tiles(weighed);
  std::vector<BitWeights> given;
  std::vector<Weighing> weighings;
  for (const auto& each : weights) given.emplace_back(each);
  for (const BitWeights& each : given) weighings.push_back(each.weighing());
  bool right = true;
  for (std::size_t b = 0; b < weighed.n_blocks(); b += tiles.full()) {
    const WeighedTile tile = tiles.make(b, std::min(tiles.full(), weighed.n_blocks() - b));
    const std::size_t first = b * Tile::block_codes;
    std::vector<std::uint32_t> least;
    std::vector<FoundSum> expected, found;
    for (std::size_t q = 0; q < given.size(); ++q) {
      std::vector<std::uint32_t> sums(tile.n_blocks * Tile::block_codes);
      std::vector<std::uint32_t> counts(weighings[q].most + 1), by_definition(counts.size());
      weighed.kernel().sums(weighings[q], tile, sums.data());
      weighed.kernel().count(weighings[q], tile, counts.data());
      for (std::size_t block = 0; block < tile.n_blocks; ++block) {
        least.push_back(static_cast<std::uint32_t>(rng.below(weighings[q].most + 2)));
        if (rng.below(4) == 0) least.back() = 0;
      }
      for (std::size_t i = 0; i < tile.n; ++i) {
        const std::int64_t sum =
            weighted_sum(weights[q], codes, order[first + i]) + given[q].constant();
        const auto u = static_cast<std::uint32_t>(sum);
        right = right && sum >= 0 && sum <= weighings[q].most;
        right = right && sums[WeighedTile::slot(i)] == u;
        ++by_definition[u];
        if (u >= least[q * tile.n_blocks + i / Tile::block_codes]) expected.push_back({q, i, u});
      }
      right = right && counts == by_definition;
    }
    const OnSum tell = [](void* all, std::size_t q, std::size_t i, std::uint32_t sum) {
      static_cast<std::vector<FoundSum>*>(all)->push_back({q, i, sum});
    };
    weighed.kernel().at_least(weighings.data(), weighings.size(), tile, least.data(), tell, &found);
    std::sort(found.begin(), found.end());
    right = right && found == expected;
  }
  return right;
}

}  // namespace

TEST_CASE("plane sums: every kernel adds, counts and finds as defined, for 1 to 512 planes") {
  for (const Kernel* kernel : supported_kernels()) {
    for (std::size_t bits = 1; bits <= 512; bits += bits < 70 ? 1 : 37) {
      const Codes codes = random_codes(bits, 70, Rng(bits));
      std::vector<std::vector<std::int32_t>> weights;
      for (const std::size_t digits : {1u, 3u, 5u}) {
        weights.push_back(random_weights(bits, digits, Rng(bits).stream("weights", digits)));
      }
      INFO(kernel->name, ", ", bits, " planes");
      CHECK(sums_are_right(*kernel, codes, weights, Rng(3)));
    }
  }
}

TEST_CASE("plane sums: every kernel takes weights of 1 to 15 bits, all equal, and none") {
  for (const Kernel* kernel : supported_kernels()) {
    const Codes codes = random_codes(130, 600, Rng(4));
    std::vector<std::vector<std::int32_t>> weights;
    for (std::size_t digits = 1; digits <= 15; ++digits) {
      weights.push_back(random_weights(130, digits, Rng(5).stream("weights", digits)));
    }
    for (const std::int32_t equal : {0, 1, -1, 7, -7, 127, -127}) {
      weights.emplace_back(130, equal);
    }
    CAPTURE(kernel->name);
    CHECK(sums_are_right(*kernel, codes, weights, Rng(6)));
  }
}

TEST_CASE("plane sums: every kernel takes any number of codes, in tiles of several blocks") {
  for (const Kernel* kernel : supported_kernels()) {
    for (const std::size_t n : {0u, 1u, 63u, 64u, 511u, 512u, 513u, 1024u, 2600u}) {
      const Codes codes = random_codes(513, n, Rng(n));
      INFO(kernel->name, ", ", n, " codes");
      CHECK(sums_are_right(*kernel, codes,
                           {random_weights(513, 3, Rng(7)), std::vector<std::int32_t>(513, -127)},
                           Rng(8)));
    }
  }
}

TEST_CASE("plane sums: the longest codes with the largest weights fit the digits of sums") {
  for (const Kernel* kernel : supported_kernels()) {
    const Codes codes = random_codes(most_weighed_planes, 40, Rng(9));
    CAPTURE(kernel->name);
    CHECK(sums_are_right(*kernel, codes,
                         {std::vector<std::int32_t>(most_weighed_planes, 0x2aaa),
                          std::vector<std::int32_t>(most_weighed_planes, -0x2aaa),
                          std::vector<std::int32_t>(most_weighed_planes, 0x3fff)},
                         Rng(10)));
  }
}

TEST_CASE("plane sums: a weight takes at most as many lines as it has binary digits") {
  std::size_t more = 0, lines = 0;
  for (std::int32_t weight = -32767; weight <= 32767; ++weight) {
    const std::vector<std::int32_t> one = {weight};
    const BitWeights weights(one);
    const Weighing weighing = weights.weighing();
    std::int64_t value = 0, n = 0;
    for (std::size_t p = 0; p < weighing.positions; ++p) {
      value += static_cast<std::int64_t>(weighing.plus[p] & 1) << p;
      value -= static_cast<std::int64_t>(weighing.minus[p] & 1) << p;
      n += weighing.n_places[p];
    }
    if (value != weight) FAIL("weight ", weight, " is written as ", value);
    const int ones = std::popcount(static_cast<unsigned>(weight < 0 ? -weight : weight));
    more += n > ones ? 1 : 0;
    lines += static_cast<std::size_t>(n);
  }
  CHECK(more == 0);
  // Of 15 binary digits, half are ones on average.
  CHECK(lines < 65535 * 5.5);
}

TEST_CASE("plane sums: tables of whole weights are recognised, others are not") {
  // u - 3 / 2 times 5 for a digit of two bits, and u - 1 / 2 times -3 for one of one bit.
  std::vector<double> table = {-7.5, -2.5, 2.5, 7.5, 1.5, -1.5};
  const std::vector<std::uint8_t> widths = {2, 1};
  const auto sum = bit_sum(table, widths);
  REQUIRE(sum);
  CHECK(sum->start == -6);
  CHECK(sum->weights == std::vector<std::int32_t>{5, 10, -3});
  const std::vector<std::pair<std::size_t, double>> changes = {
      {0, -7.25}, {3, 8.5}, {1, -2.4}, {5, -1.5000001}, {4, 1e9}, {5, 40000.5}};
  for (const auto& change : changes) {
    std::vector<double> other = table;
    other[change.first] = change.second;
    CAPTURE(change.first);
    CHECK_FALSE(bit_sum(other, widths));
  }
  table[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(bit_sum(table, widths));
  CHECK_FALSE(bit_sum(std::vector<double>(2 * 1024, 0.5), std::vector<std::uint8_t>(1024, 1)));
}

TEST_CASE("plane sums: weights that kernels cannot add are refused") {
  const auto make = [](std::size_t n, std::int32_t weight) {
    return BitWeights(std::vector<std::int32_t>(n, weight));
  };
  CHECK(make(1023, 16383).constant() == 1023);
  CHECK_THROWS_WITH_AS(make(1024, 1), doctest::Contains("weights of 1024 bits, at most 1023"),
                       Error);
  CHECK_THROWS_WITH_AS(make(1, 32768),
                       doctest::Contains("a bit has the weight 32768, expected -32767 .. 32767"),
                       Error);
  CHECK_THROWS_WITH_AS(make(600, -32767), doctest::Contains("expected less than 2^24"), Error);
}

}  // namespace hashlab::sum_kernels_test
