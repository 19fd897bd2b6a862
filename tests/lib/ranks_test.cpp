#include "lib/ranks.h"

#include "tests/support/thread_ranks.h"

#include <doctest/doctest.h>

#include <limits>
#include <numeric>
#include <vector>

namespace hashlab::ranks_test {

using namespace testing;

TEST_CASE("ranks: ranges follow each other, cover all rows and differ by one row at most") {
  for (const std::size_t n : {0u, 1u, 2u, 5u, 64u, 1000u, 1001u}) {
    for (std::size_t size = 1; size <= 70; ++size) {
      std::size_t next = 0;
      for (std::size_t rank = 0; rank < size; ++rank) {
        const RowRange range = range_of_rank(n, rank, size);
        CHECK(range.first == next);
        CHECK((range.count == n / size || range.count == n / size + 1));
        next += range.count;
      }
      CHECK(next == n);
    }
  }
}

TEST_CASE("ranks: a number of rows near the largest is cut as any other") {
  constexpr std::size_t n = std::numeric_limits<std::size_t>::max();
  CHECK(range_of_rank(n, 0, 1) == RowRange{0, n});
  CHECK(range_of_rank(n, 0, 3) == RowRange{0, n / 3});
  CHECK(range_of_rank(n, 2, 3) == RowRange{n / 3 * 2, n / 3});
}

TEST_CASE("ranks: one rank has all rows, its sums are what they were, and it collects nothing") {
  CHECK(one_rank().range_of(7) == RowRange{0, 7});
  std::vector<std::uint32_t> counts = {1, 2, 3};
  one_rank().sum(counts);
  CHECK(counts == std::vector<std::uint32_t>{1, 2, 3});
  one_rank().collect({1, 2}, [](const auto&) { FAIL("there is nobody to collect from"); });
}

TEST_CASE("ranks: threads that stand for processes in tests add up and collect in order") {
  std::vector<std::uint64_t> collected;
  std::vector<std::uint32_t> sums(3);
  on_thread_ranks(3, [&](const Ranks& ranks) {
    std::vector<std::uint32_t> counts = {static_cast<std::uint32_t>(ranks.rank())};
    ranks.sum(counts);
    sums[ranks.rank()] = counts[0];
    ranks.collect(std::vector<std::uint64_t>(ranks.rank(), ranks.rank()), [&](const auto& words) {
      collected.insert(collected.end(), words.begin(), words.end());
    });
  });
  CHECK(sums == std::vector<std::uint32_t>{3, 3, 3});
  CHECK(collected == std::vector<std::uint64_t>{1, 2, 2});
}

}  // namespace hashlab::ranks_test
