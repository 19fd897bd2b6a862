// From how many codes on do tables pay? Multi-index hashing against the project's own linear scan
// of the same codes and queries, one thread. HASHLAB_BENCH_CODES sets the largest number of codes
// (default 1,000,000; 100,000,000 codes of 128 bits need 14 GB).

#include "lib/hamming/dispatch.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/multi_index.h"
#include "lib/rng.h"

#ifdef HASHLAB_BENCH_FAISS
#include "tests/bench/faiss_codes.h"

#include <faiss/IndexBinaryHash.h>
#include <omp.h>
#endif
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace hashlab;

constexpr std::size_t n_queries = 256;

/// Clusters of about 1,000 codes, each bit of a centre flipped at a rate of 1/16: a query's
/// neighbours are some bits away, everything else about half of all bits. Or every bit at random.
Codes make_codes(std::size_t bits, std::size_t n, std::size_t clusters, std::string_view name) {
  Codes codes({bits, 1}, n);
  Rng rng = Rng(1).stream(name);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t* code = codes.words.data() + i * codes.n_words();
    if (clusters == 0) {
      for (std::size_t w = 0; w < codes.n_words(); ++w) code[w] = rng.bits();
      continue;
    }
    // A centre's words are hashed from its number, so that centres need no memory.
    const std::uint64_t centre = rng.below(clusters);
    for (std::size_t w = 0; w < codes.n_words(); ++w) {
      std::uint64_t word = (centre + 1) * 0x9e3779b97f4a7c15u + w * 0xd1b54a32d192ed03u;
      word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
      word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
      word ^= word >> 31;
      code[w] = word ^ (rng.bits() & rng.bits() & rng.bits() & rng.bits());
    }
  }
  return codes;
}

struct Problem {
  std::size_t bits = 0, n = 0;
  bool clustered = false;
  Codes queries, database;
  std::unique_ptr<MultiIndex> index;
};

/// One at a time: the largest do not fit beside each other.
Problem& problem(std::size_t bits, std::size_t n, bool clustered) {
  static Problem made;
  if (made.bits != bits || made.n != n || made.clustered != clustered) {
    made = {};
    const std::size_t clusters = clustered ? std::max<std::size_t>(1, n / 1000) : 0;
    made = {bits,
            n,
            clustered,
            make_codes(bits, n_queries, clusters, "bench.queries"),
            make_codes(bits, n, clusters, "bench.database"),
            nullptr};
  }
  return made;
}

const MultiIndex& index_of(Problem& p) {
  if (!p.index) p.index = std::make_unique<MultiIndex>(p.database);
  return *p.index;
}

void build(benchmark::State& state, std::size_t bits, std::size_t n, bool clustered) {
  Problem& p = problem(bits, n, clustered);
  for (auto _ : state) {
    p.index.reset();
    index_of(p);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
}

void indexed(benchmark::State& state, std::size_t bits, std::size_t n, bool clustered,
             std::size_t k) {
  Problem& p = problem(bits, n, clustered);
  const MultiIndex& index = index_of(p);
  IndexedSearch found;
  for (auto _ : state) found = index.top_k(p.queries, k, active_kernel());
  const auto a_query = [](std::uint64_t count) { return static_cast<double>(count) / n_queries; };
  state.counters["probes"] = a_query(found.probes);
  state.counters["candidates"] = a_query(found.candidates);
  state.counters["scanned"] = a_query(found.scanned);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_queries));
}

void linear(benchmark::State& state, std::size_t bits, std::size_t n, bool clustered,
            std::size_t k) {
  const Problem& p = problem(bits, n, clustered);
  for (auto _ : state) benchmark::DoNotOptimize(top_k(p.queries, p.database, k, active_kernel()));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_queries));
}

#ifdef HASHLAB_BENCH_FAISS

// Faiss's hash indexes look into the buckets within `flips` bits of the query and rank what they
// find: not exact, so the share of true neighbours' distances they reach is a counter beside.
template <typename Index>
void faiss_hash(benchmark::State& state, Index&& index, const Problem& p, std::size_t k,
                int flips) {
  omp_set_num_threads(1);
  index.nflip = flips;
  index.add(static_cast<faiss::Index::idx_t>(p.n), bench::bytes_of(p.database).data());
  const std::vector<std::uint8_t> queries = bench::bytes_of(p.queries);
  std::vector<std::int32_t> distances(n_queries * k);
  std::vector<faiss::Index::idx_t> positions(n_queries * k);
  for (auto _ : state) {
    index.search(n_queries, queries.data(), static_cast<faiss::Index::idx_t>(k), distances.data(),
                 positions.data());
    benchmark::ClobberMemory();
  }
  const Neighbours exact = top_k(p.queries, p.database, k, active_kernel());
  std::size_t reached = 0;
  for (std::size_t q = 0; q < n_queries; ++q) {
    const int farthest = exact.distances_of(q).back();
    for (std::size_t i = q * k; i < (q + 1) * k; ++i) {
      reached += positions[i] >= 0 && distances[i] <= farthest ? 1 : 0;
    }
  }
  state.counters["recall"] = static_cast<double>(reached) / static_cast<double>(n_queries * k);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_queries));
}

void register_faiss(std::size_t bits, std::size_t n, bool clustered, std::size_t k,
                    const std::string& name) {
  const int d = static_cast<int>(bits);
  for (const int flips : {0, 1, 2}) {
    const std::string with = fmt::format("/flips:{}", flips);
    benchmark::RegisterBenchmark(("faiss_hash/" + name + with).c_str(), [=](auto& state) {
      faiss_hash(state, faiss::IndexBinaryHash(d, 16), problem(bits, n, clustered), k, flips);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("faiss_multi_hash/" + name + with).c_str(), [=](auto& state) {
      faiss_hash(state, faiss::IndexBinaryMultiHash(d, d / 16, 16), problem(bits, n, clustered), k,
                 flips);
    })->Unit(benchmark::kMillisecond);
  }
}

#endif

std::size_t max_codes() {
  const char* text = std::getenv("HASHLAB_BENCH_CODES");
  return text == nullptr ? 1000000 : static_cast<std::size_t>(std::strtoull(text, nullptr, 10));
}

[[maybe_unused]] const bool registered = [] {
  using benchmark::kMillisecond;
  using benchmark::RegisterBenchmark;
  for (const std::size_t bits : std::vector<std::size_t>{64, 128}) {
    for (std::size_t n = 10000; n <= max_codes(); n *= 10) {
      for (const bool clustered : {true, false}) {
        const std::string sizes =
            fmt::format("bits:{}/codes:{}/n:{}", bits, clustered ? "clustered" : "uniform", n);
        RegisterBenchmark(("multi_index_build/" + sizes).c_str(), [=](auto& state) {
          build(state, bits, n, clustered);
        })->Unit(kMillisecond);
        for (const std::size_t k : std::vector<std::size_t>{1, 10, 100}) {
          const std::string name = fmt::format("{}/k:{}", sizes, k);
          RegisterBenchmark(("multi_index/" + name).c_str(), [=](auto& state) {
            indexed(state, bits, n, clustered, k);
          })->Unit(kMillisecond);
          RegisterBenchmark(("linear_scan/" + name).c_str(), [=](auto& state) {
            linear(state, bits, n, clustered, k);
          })->Unit(kMillisecond);
#ifdef HASHLAB_BENCH_FAISS
          if (n == 1000000 && clustered) register_faiss(bits, n, clustered, k, name);
#endif
        }
      }
    }
  }
  return true;
}();

}  // namespace
