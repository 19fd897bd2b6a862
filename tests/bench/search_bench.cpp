#include "lib/codes/codes.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/rank_counts.h"
#include "lib/rng.h"
#include "tests/bench/random_codes.h"
#include "tests/bench/roofline.h"

#ifdef HASHLAB_BENCH_FAISS
#include "tests/bench/faiss_codes.h"

#include <faiss/IndexBinaryFlat.h>
#include <omp.h>
#endif
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace hashlab;
using bench::random_codes;

// The sizes at which binary indexes are compared: a million random codes, two hundred queries.
constexpr std::size_t n_database = 1000000, n_queries = 200, n_classes = 10;

struct Problem {
  Codes queries, database;
  std::vector<std::uint32_t> label;  // of the database; query q asks for class q % n_classes
};

const Problem& problem(CodeFormat format) {
  static Problem made;
  if (made.database.format != format) {
    const Rng rng(1);
    made = {random_codes(format, n_queries, rng.stream("bench.queries")),
            random_codes(format, n_database, rng.stream("bench.database")),
            {}};
    Rng labels = rng.stream("bench.labels");
    for (std::size_t i = 0; i < n_database; ++i) {
      made.label.push_back(static_cast<std::uint32_t>(labels.below(n_classes)));
    }
  }
  return made;
}

Relevance nobody() {
  Relevance relevance;
  relevance.n_database = n_database;
  relevance.lists.append({});
  relevance.list_of_query.assign(n_queries, 0);
  return relevance;
}

// By single class, or by class and half of the next one, so that lists overlap.
Relevance by_class(const Problem& p, bool overlapping) {
  Relevance relevance;
  relevance.n_database = n_database;
  for (std::uint32_t c = 0; c < n_classes; ++c) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < n_database; ++i) {
      if (p.label[i] == c || (overlapping && i % 2 == 0 && p.label[i] == (c + 1) % n_classes)) {
        list.push_back(i);
      }
    }
    relevance.lists.append(list);
  }
  for (std::uint32_t q = 0; q < n_queries; ++q)
    relevance.list_of_query.push_back(static_cast<std::uint32_t>(q % n_classes));
  return relevance;
}

void report(benchmark::State& state, std::size_t queries = n_queries) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(queries * n_database));
}

void histogram(benchmark::State& state, const Kernel& kernel, CodeFormat format,
               std::size_t threads) {
  const Problem& p = problem(format);
  const Relevance relevance = nobody();
  for (auto _ : state) {
    benchmark::DoNotOptimize(rank_counts(p.queries, p.database, relevance, kernel, threads));
  }
  report(state);
}

void full_ranking(benchmark::State& state, std::size_t bits, bool overlapping) {
  const Problem& p = problem({bits, 1});
  const Relevance relevance = by_class(p, overlapping);
  const Metric map = metric("map");
  for (auto _ : state) {
    const RankCounts counts = rank_counts(p.queries, p.database, relevance, active_kernel());
    benchmark::DoNotOptimize(map.value(counts));
  }
  report(state);
}

void nearest(benchmark::State& state, const Kernel& kernel, std::size_t bits, std::size_t k,
             std::size_t threads) {
  const Problem& p = problem({bits, 1});
  for (auto _ : state) {
    benchmark::DoNotOptimize(top_k(p.queries, p.database, k, kernel, threads));
  }
  report(state);
}

/// A search that finds next to nothing: what adding up and comparing cost by themselves.
void equal_codes(benchmark::State& state, const Kernel& kernel, std::size_t bits) {
  const Problem& p = problem({bits, 1});
  for (auto _ : state) {
    benchmark::DoNotOptimize(within_radius(p.queries, p.database, 0, kernel));
  }
  report(state);
}

void roofline(benchmark::State& state, std::size_t bits, std::size_t in_registers) {
  if (!bench::roofline.supported()) return state.SkipWithError("needs AVX-512 VPOPCNTDQ");
  const Problem& p = problem({bits, 1});
  for (auto _ : state) {
    benchmark::DoNotOptimize(bench::roofline.sum(p.queries.words.data(), n_queries,
                                                 p.database.words.data(), n_database,
                                                 p.database.n_words(), in_registers));
  }
  report(state);
}

#ifdef HASHLAB_BENCH_FAISS

struct FaissResult {
  std::vector<std::int32_t> distances;
  std::vector<faiss::Index::idx_t> positions;
  FaissResult(std::size_t queries, std::size_t k)
      : distances(queries * k), positions(queries * k) {}
};

void faiss_nearest(benchmark::State& state, std::size_t bits, std::size_t k) {
  omp_set_num_threads(1);
  const Problem& p = problem({bits, 1});
  faiss::IndexBinaryFlat index(static_cast<faiss::Index::idx_t>(bits));
  index.add(n_database, bench::bytes_of(p.database).data());
  const std::vector<std::uint8_t> queries = bench::bytes_of(p.queries);
  FaissResult found(n_queries, k);
  for (auto _ : state) {
    index.search(n_queries, queries.data(), static_cast<faiss::Index::idx_t>(k),
                 found.distances.data(), found.positions.data());
    benchmark::ClobberMemory();
  }
  report(state);
}

// Everything ranked by Faiss, then average precision down the list. A fraction of the queries:
// items_per_second stays comparable.
void faiss_full_ranking(benchmark::State& state, std::size_t bits, bool by_heap) {
  constexpr std::size_t few = 4;
  omp_set_num_threads(1);
  const Problem& p = problem({bits, 1});
  faiss::IndexBinaryFlat index(static_cast<faiss::Index::idx_t>(bits));
  index.use_heap = by_heap;
  index.add(n_database, bench::bytes_of(p.database).data());
  const std::vector<std::uint8_t> queries = bench::bytes_of(p.queries);
  FaissResult found(few, n_database);
  for (auto _ : state) {
    index.search(few, queries.data(), n_database, found.distances.data(), found.positions.data());
    double sum = 0.0;
    for (std::size_t q = 0; q < few; ++q) {
      std::size_t hits = 0;
      double precisions = 0.0;
      for (std::size_t i = 0; i < n_database; ++i) {
        const auto item = found.positions[q * n_database + i];
        if (item < 0 || p.label[static_cast<std::size_t>(item)] != q % n_classes) continue;
        precisions += static_cast<double>(++hits) / static_cast<double>(i + 1);
      }
      sum += precisions / static_cast<double>(std::max<std::size_t>(hits, 1));
    }
    benchmark::DoNotOptimize(sum);
  }
  report(state, few);
}

#endif

const bool registered = [] {
  const auto add = [](const std::string& name, auto run, std::size_t threads = 1) {
    auto* family = benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
    if (threads > 1) family->UseRealTime();
  };
  for (const std::size_t bits : std::vector<std::size_t>{64, 128, 256}) {
    const std::string b = fmt::format("bits:{}", bits);
    for (const std::size_t in : std::vector<std::size_t>{1, 8}) {
      add(fmt::format("search/roofline/queries_in_registers:{}/{}", in, b),
          [=](benchmark::State& state) { roofline(state, bits, in); });
    }
    for (const Kernel* kernel : all_kernels()) {
      if (!kernel->supported()) continue;
      for (const std::size_t threads : std::vector<std::size_t>{1, 2}) {
        if (threads > 1 && kernel != &active_kernel()) continue;
        const std::string how = fmt::format("{}/kernel:{}/threads:{}", b, kernel->name, threads);
        add(
            "search/histogram/" + how,
            [=](benchmark::State& state) {
              histogram(state, *kernel, {bits, 1}, threads);
            },
            threads);
        add(
            "search/top_k/k:100/" + how,
            [=](benchmark::State& state) { nearest(state, *kernel, bits, 100, threads); }, threads);
      }
      add(fmt::format("search/radius:0/{}/kernel:{}", b, kernel->name),
          [=](benchmark::State& state) { equal_codes(state, *kernel, bits); });
    }
    add("search/full_ranking/by:class/" + b,
        [=](benchmark::State& state) { full_ranking(state, bits, false); });
    add("search/full_ranking/by:overlapping_classes/" + b,
        [=](benchmark::State& state) { full_ranking(state, bits, true); });
#ifdef HASHLAB_BENCH_FAISS
    add("search/faiss_top_k/k:100/" + b,
        [=](benchmark::State& state) { faiss_nearest(state, bits, 100); });
    for (const bool by_heap : {true, false}) {
      add(fmt::format("search/faiss_full_ranking/by:class/{}/{}", b, by_heap ? "heap" : "counting"),
          [=](benchmark::State& state) { faiss_full_ranking(state, bits, by_heap); });
    }
#endif
  }
  for (const std::size_t B : std::vector<std::size_t>{2, 3, 4}) {
    const std::size_t bits = 64 / B * B;
    add(fmt::format("search/histogram/bits:{}/digit_bits:{}/kernel:{}/threads:1", bits, B,
                    active_kernel().name),
        [=](benchmark::State& state) {
          histogram(state, active_kernel(), {bits, B}, 1);
        });
  }
  return true;
}();

}  // namespace
