#include "lib/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace hashlab::parallel_test {

TEST_CASE("parallel: every part is worked on once, by however many threads") {
  for (const std::size_t threads : {0U, 1U, 3U, 50U}) {
    std::vector<std::atomic<int>> times(20);
    parallel(threads, times.size(), [&](std::size_t part) { ++times[part]; });
    for (const std::atomic<int>& count : times) CHECK(count == 1);
  }
  parallel(4, 0, [](std::size_t) { FAIL("there is no part"); });
}

TEST_CASE("parallel: the exception of a part is rethrown after all threads have stopped") {
  std::atomic<int> running = 0;
  CHECK_THROWS_AS(parallel(4, 100,
                           [&](std::size_t part) {
                             ++running;
                             --running;
                             if (part == 7) throw std::invalid_argument("seven");
                           }),
                  std::invalid_argument);
  CHECK(running == 0);
}

}  // namespace hashlab::parallel_test
