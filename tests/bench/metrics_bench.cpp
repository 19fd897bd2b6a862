#include "lib/metrics/metrics.h"
#include "lib/rng.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>

namespace {

using namespace hashlab;

// 64-bit codes: distances around 32, a relevant share that falls with distance.
RankCounts random_counts(std::size_t n_queries, std::uint32_t n_database) {
  constexpr std::size_t n_distances = 65;
  RankCounts counts;
  counts.n_queries = n_queries;
  counts.distances = CodeDistances{n_distances};
  counts.all.resize(n_queries * n_distances);
  counts.relevant.resize(n_queries * n_distances);
  Rng rng = Rng(1).stream("bench.counts");
  for (std::size_t q = 0; q < n_queries; ++q) {
    std::uint32_t left = n_database;
    for (std::uint32_t d = 0; d < n_distances; ++d) {
      const auto most = static_cast<std::uint64_t>(left / (d < 20 ? 60 - 2 * d : 6)) + 1;
      const auto n =
          d + 1 == n_distances ? left : std::min(left, static_cast<std::uint32_t>(rng.below(most)));
      counts.all[q * n_distances + d] = n;
      counts.relevant[q * n_distances + d] = static_cast<std::uint32_t>(rng.below(n / (d + 2) + 1));
      left -= n;
    }
  }
  return counts;
}

// All metrics of one cell of 10,000 queries.
void every_metric(benchmark::State& state) {
  const RankCounts counts = random_counts(10000, static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    for (const Metric& m : all_metrics()) benchmark::DoNotOptimize(m.value(counts));
  }
}

void one_metric(benchmark::State& state, const char* name) {
  const RankCounts counts = random_counts(10000, 59000);
  const Metric m = metric(name);
  for (auto _ : state) benchmark::DoNotOptimize(m.value(counts));
}

BENCHMARK(every_metric)->Arg(59000)->Arg(1000000)->Arg(100000000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_metric, auprc, "auprc")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_metric, map, "map")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_metric, retrieved_relevant, "map@100:divisor=retrieved-relevant")
    ->Unit(benchmark::kMillisecond);

}  // namespace
