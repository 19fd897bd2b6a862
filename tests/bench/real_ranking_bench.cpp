#include "lib/ranking/real_rank_counts.h"
#include "lib/rng.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace {

using namespace hashlab;

// A tenth of the thesis's CIFAR-10 queries against all of its database.
constexpr std::uint32_t n_queries = 100, n_database = 59000, n_features = 512;

void ranking(benchmark::State& state, Similarity distance, const RealKernel& kernel) {
  Features X(n_features, n_queries + n_database, arma::fill::none);
  Rng rng = Rng(1).stream("bench.features");
  for (float& x : X) x = static_cast<float>(rng.below(100000)) * 1e-5f;
  Rows queries(n_queries), database(n_database);
  std::iota(queries.begin(), queries.end(), 0u);
  std::iota(database.begin(), database.end(), n_queries);
  Relevance relevance;
  relevance.n_database = n_database;
  for (std::uint32_t q = 0; q < n_queries; ++q) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = q; i < n_database; i += 120) list.push_back(i);
    relevance.lists.append(list);
    relevance.list_of_query.push_back(q);
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        real_rank_counts(X, queries, database, relevance, distance, {}, kernel));
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t{n_queries} * n_database);
}

const bool registered = [] {
  for (const RealKernel* kernel : all_real_kernels()) {
    if (!kernel->supported()) continue;
    benchmark::RegisterBenchmark(
        fmt::format("real_rank_counts/euclidean/kernel:{}", kernel->name).c_str(),
        [=](benchmark::State& state) { ranking(state, Similarity::euclidean, *kernel); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(
        fmt::format("real_rank_counts/cosine/kernel:{}", kernel->name).c_str(),
        [=](benchmark::State& state) { ranking(state, Similarity::cosine, *kernel); })
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
