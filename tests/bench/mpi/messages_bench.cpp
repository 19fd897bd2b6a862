// What ranks pay to speak to each other: started by mpirun, prints a line "CALL BYTES SECONDS" for
// each call of Ranks and size, the median of several. Read by tests/bench/scale.
#include "experiments/program/launch.h"
#include "experiments/schedule/mpi.h"
#include "lib/ranking/neighbours.h"
#include "lib/rng.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

using namespace hashlab;
using namespace hashlab::experiments;

namespace {

/// Each is timed after one that is not, as all ranks then begin together.
double median_seconds(const std::function<void()>& call) {
  std::vector<double> seconds;
  for (int repeat = 0; repeat < 21; ++repeat) {
    call();
    const Stopwatch watch;
    call();
    seconds.push_back(watch.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + 10, seconds.end());
  return seconds[10];
}

/// The 100 nearest of 200 queries in two parts of a database.
void time_merging() {
  constexpr std::size_t n_queries = 200, k = 100;
  Rng rng(1);
  const auto drawn = [&] {
    Neighbours found;
    for (std::size_t q = 0; q < n_queries; ++q) {
      std::vector<std::uint32_t> distances(k);
      for (std::uint32_t& distance : distances) distance = static_cast<std::uint32_t>(rng.below(9));
      std::sort(distances.begin(), distances.end());
      for (std::size_t i = 0; i < k; ++i) {
        found.positions.push_back(static_cast<std::uint32_t>(1000 * i + rng.below(1000)));
        found.distances.push_back(static_cast<std::uint16_t>(distances[i]));
      }
      found.offsets.push_back(found.positions.size());
    }
    return found;
  };
  const Neighbours own = drawn();
  const std::vector<std::uint64_t> other = packed_neighbours(drawn());
  const double seconds = median_seconds([&] { merge_neighbours(own, other, k); });
  fmt::print("merge {} {:.9f}\n", n_queries * k, seconds);
}

int time_calls(const Ranks& ranks) {
  const auto tell = [&](const char* call, std::size_t bytes, double seconds) {
    if (ranks.rank() == 0) fmt::print("{} {} {:.9f}\n", call, bytes, seconds);
  };
  for (const std::size_t n : {std::size_t{1}, std::size_t{1} << 14, std::size_t{1} << 22}) {
    std::vector<std::uint32_t> counts(n);
    tell("sum", n * sizeof counts[0], median_seconds([&] { ranks.sum(counts); }));
    const std::vector<std::uint64_t> words(ranks.rank() == 0 ? 0 : n);
    tell("collect", n * sizeof words[0],
         median_seconds([&] { ranks.collect(words, [](const std::vector<std::uint64_t>&) {}); }));
  }
  if (ranks.rank() == 0) time_merging();
  return 0;
}

}  // namespace

int main() {
  try {
    return run_on_mpi(launch_of_process(), time_calls);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
