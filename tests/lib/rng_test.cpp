#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace hashlab::rng_test {

// The known answers were computed by an independent implementation in Python from the definitions:
// MT19937-64 seeded with the SplitMix64 finaliser of the seed.

TEST_CASE("rng: the first bits of a seed are known") {
  using First = std::array<std::uint64_t, 3>;
  const std::vector<std::pair<std::uint64_t, First>> known = {
      {0, {0xe472a21d82b9e8c8u, 0xec92536dba8be242u, 0xc63899882968e434u}},
      {1, {0x884fa46695b1825bu, 0xe487e49e27adbc38u, 0xe3f789d9afdb61d2u}},
      {2016, {0xc6870ec16dc17cbeu, 0xe632b225969234a8u, 0x82a14e5dd510c042u}}};
  for (const auto& [seed, first] : known) {
    Rng rng(seed);
    for (const std::uint64_t bits : first) CHECK(rng.bits() == bits);
  }
}

TEST_CASE("rng: the distributions of seed 1 are known") {
  Rng uniform(1), normal(1), below(1), shuffle(1);
  for (const double u : {0x1.109f48cd2b630p-1, 0x1.c90fc93c4f5b7p-1, 0x1.c7ef13b35fb6cp-1}) {
    CHECK(uniform.uniform() == u);
  }
  for (const double z : {0.9633186078820745, -1.9774583475362957, 0.059158993869374475}) {
    CHECK(std::abs(normal.normal() - z) <= 1e-12);
  }
  for (const std::uint64_t n : {3u, 0u, 4u, 2u, 4u, 5u, 2u, 8u}) CHECK(below.below(10) == n);
  std::vector<std::uint32_t> order = {0, 1, 2, 3, 4, 5, 6, 7};
  shuffle.shuffle(order);
  CHECK(order == std::vector<std::uint32_t>{3, 4, 1, 5, 2, 0, 6, 7});
}

TEST_CASE("rng: the first bits of named streams are known") {
  CHECK(Rng(7).stream("npq.evolution", 3).bits() == 0x8c1c399c03982127u);
  CHECK(Rng(7).stream("a").stream("b", 2).bits() == 0xa857d3a92d52f636u);
}

TEST_CASE("rng: a stream does not depend on what was drawn before") {
  Rng used(5);
  const Rng fresh(5);
  for (int i = 0; i < 1000; ++i) used.bits();
  used.stream("other").bits();
  CHECK(used.stream("purpose", 4).bits() == fresh.stream("purpose", 4).bits());
}

TEST_CASE("rng: seeds, names, indices and paths each give a stream of their own") {
  std::vector<std::uint64_t> first;
  for (const std::uint64_t seed : {0u, 1u, 2u}) {
    const Rng rng(seed);
    first.push_back(Rng(seed).bits());
    for (const char* name : {"", "a", "b", "ab", "ba"}) {
      for (const std::uint64_t index : {0u, 1u, 2u}) {
        first.push_back(rng.stream(name, index).bits());
      }
    }
    first.push_back(rng.stream("a").stream("b").bits());
    first.push_back(rng.stream("b").stream("a").bits());
  }
  std::sort(first.begin(), first.end());
  CHECK(std::adjacent_find(first.begin(), first.end()) == first.end());
}

TEST_CASE("rng: below stays in range and is even") {
  Rng rng(11);
  for (const std::uint64_t n : {1u, 2u, 3u, 7u, 10u}) {
    constexpr int draws = 20000;
    std::vector<int> seen(n, 0);
    for (int i = 0; i < draws; ++i) ++seen.at(rng.below(n));
    const double p = 1.0 / static_cast<double>(n);
    const double sigma = std::sqrt(draws * p * (1 - p));
    for (const int count : seen) CHECK(std::abs(count - draws * p) <= 5 * sigma);
  }
}

TEST_CASE("rng: below is unbiased where a plain remainder would not be") {
  // Of 2^64 values, r mod (3 * 2^62) falls below 2^62 twice as often as elsewhere.
  constexpr std::uint64_t quarter = std::uint64_t{1} << 62;
  Rng rng(12);
  constexpr int draws = 20000;
  int low = 0;
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t r = rng.below(3 * quarter);
    REQUIRE(r < 3 * quarter);
    low += r < quarter ? 1 : 0;
  }
  CHECK(std::abs(low - draws / 3.0) <= 5 * std::sqrt(draws * 2.0 / 9.0));
}

TEST_CASE("rng: uniform lies in [0, 1) with mean 1/2 and variance 1/12") {
  Rng rng(13);
  constexpr int draws = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double u = rng.uniform();
    REQUIRE((u >= 0 && u < 1));
    sum += u;
    squares += u * u;
  }
  const double mean = sum / draws;
  CHECK(std::abs(mean - 0.5) <= 5 * std::sqrt(1.0 / 12 / draws));
  CHECK(std::abs(squares / draws - mean * mean - 1.0 / 12) <= 0.002);
}

TEST_CASE("rng: normal has the moments of N(0, 1)") {
  Rng rng(14);
  constexpr int draws = 100000;
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  for (int i = 0; i < draws; ++i) {
    const double z = rng.normal();
    m1 += z / draws;
    m2 += z * z / draws;
    m3 += z * z * z / draws;
    m4 += z * z * z * z / draws;
  }
  // Standard errors of the sample moments: sqrt(1, 2, 15, 96 / draws).
  CHECK(std::abs(m1) <= 5 * std::sqrt(1.0 / draws));
  CHECK(std::abs(m2 - 1) <= 5 * std::sqrt(2.0 / draws));
  CHECK(std::abs(m3) <= 5 * std::sqrt(15.0 / draws));
  CHECK(std::abs(m4 - 3) <= 5 * std::sqrt(96.0 / draws));
}

TEST_CASE("rng: shuffle gives a permutation, each value anywhere equally often") {
  Rng rng(15);
  constexpr int draws = 6000;
  std::array<std::array<int, 4>, 4> seen{};
  for (int i = 0; i < draws; ++i) {
    std::vector<std::uint32_t> v = {0, 1, 2, 3};
    rng.shuffle(v);
    for (std::size_t place = 0; place < 4; ++place) ++seen[place].at(v[place]);
    std::sort(v.begin(), v.end());
    REQUIRE(v == std::vector<std::uint32_t>{0, 1, 2, 3});
  }
  for (const auto& place : seen) {
    for (const int count : place) {
      CHECK(std::abs(count - draws / 4.0) <= 5 * std::sqrt(draws * 3.0 / 16));
    }
  }
}

TEST_CASE("rng: shuffle leaves nothing and one thing alone") {
  Rng rng(16);
  std::vector<std::uint32_t> none, one = {9};
  rng.shuffle(none);
  rng.shuffle(one);
  CHECK(none.empty());
  CHECK(one == std::vector<std::uint32_t>{9});
}

}  // namespace hashlab::rng_test
