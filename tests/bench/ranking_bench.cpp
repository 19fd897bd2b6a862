#include "lib/hamming/dispatch.h"
#include "lib/hamming/kernels.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/rng.h"
#include "tests/bench/random_codes.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <armadillo>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

namespace {

using namespace hashlab;
using bench::random_codes;

// The sizes of the thesis's CIFAR-10 experiment, literature split.
constexpr std::size_t n_queries = 1000, n_database = 59000, relevant_per_query = 450;

Relevance random_relevance(Rng rng) {
  Relevance relevance;
  relevance.n_database = n_database;
  for (std::uint32_t q = 0; q < n_queries; ++q) {
    std::vector<std::uint32_t> list(relevant_per_query);
    for (std::uint32_t& item : list) item = static_cast<std::uint32_t>(rng.below(n_database));
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    relevance.lists.append(list);
    relevance.list_of_query.push_back(q);
  }
  return relevance;
}

struct Problem {
  Codes queries, database;
  Relevance relevance;
};

Problem random_problem(CodeFormat format) {
  const Rng rng(1);
  return {random_codes(format, n_queries, rng.stream("bench.queries")),
          random_codes(format, n_database, rng.stream("bench.database")),
          random_relevance(rng.stream("bench.relevance"))};
}

void report(benchmark::State& state, std::size_t codes, std::size_t bytes_per_code) {
  const auto n = state.iterations() * static_cast<std::int64_t>(codes);
  state.SetItemsProcessed(n);
  state.SetBytesProcessed(n * static_cast<std::int64_t>(bytes_per_code));
}

void scan(benchmark::State& state, const Kernel& kernel, std::size_t bits) {
  const Codes query = random_codes({bits, 1}, 1, Rng(1));
  const Codes database = random_codes({bits, 1}, 8192, Rng(2));
  std::vector<std::uint16_t> out(database.n);
  for (auto _ : state) {
    kernel.scan(query.code(0), database.code(0), database.n, database.n_words(), out.data());
    benchmark::ClobberMemory();
  }
  report(state, database.n, 8 * database.n_words());
}

void ranking(benchmark::State& state, const Kernel& kernel, CodeFormat format) {
  const Problem p = random_problem(format);
  for (auto _ : state) {
    benchmark::DoNotOptimize(rank_counts(p.queries, p.database, p.relevance, kernel));
  }
  report(state, n_queries * n_database, 8 * p.database.n_words());
}

// What the arithmetic alone costs: every code read, compared and counted into one sum, nothing
// stored. A plain loop; the attribute only lets the compiler use the instructions of the best
// kernel.
#if defined(__x86_64__)
__attribute__((target("avx512f,avx512bw,avx512vl,avx512vpopcntdq")))
#endif
std::uint64_t
sum_of_distances(std::uint64_t query, const std::vector<std::uint64_t>& words) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) {
    sum += static_cast<std::uint64_t>(std::popcount(query ^ word));
  }
  return sum;
}

void roofline(benchmark::State& state, std::size_t bits) {
#if defined(__x86_64__)
  if (!kernel_avx512.supported()) return state.SkipWithError("this CPU lacks AVX-512 VPOPCNTDQ");
#endif
  const Problem p = random_problem({bits, 1});
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (std::size_t q = 0; q < n_queries; ++q) {
      sum += sum_of_distances(*p.queries.code(q), p.database.words);
    }
    benchmark::DoNotOptimize(sum);
  }
  report(state, n_queries * n_database, 8 * p.database.n_words());
}

arma::fmat as_matrix(const Codes& codes) {
  arma::fmat M(codes.format.bits, codes.n);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t j = 0; j < codes.format.bits; ++j) M(j, i) = codes.bit(i, j) ? 1.0f : 0.0f;
  }
  return M;
}

// The way of a plain user: all distances by one product of 0/1 matrices, |q| + |b| - 2 q.b, then
// two histograms over the matrix, the second through a queries x database mask.
void gemm_bincount(benchmark::State& state, std::size_t bits) {
  const Problem p = random_problem({bits, 1});
  const arma::fmat Q = as_matrix(p.queries), B = as_matrix(p.database);
  arma::Mat<std::uint8_t> relevant(n_database, n_queries, arma::fill::zeros);
  for (std::size_t q = 0; q < n_queries; ++q) {
    for (const std::uint32_t item : p.relevance.of(q)) relevant(item, q) = 1;
  }
  for (auto _ : state) {
    arma::fmat D = -2.0f * (B.t() * Q);
    D.each_col() += arma::sum(B, 0).t();
    D.each_row() += arma::sum(Q, 0);
    const auto H = arma::conv_to<arma::Mat<std::int32_t>>::from(arma::round(D));
    std::vector<std::uint64_t> all(bits + 1), found(bits + 1);
    for (std::size_t i = 0; i < H.n_elem; ++i) ++all[static_cast<std::size_t>(H[i])];
    for (std::size_t i = 0; i < H.n_elem; ++i) {
      if (relevant[i] != 0) ++found[static_cast<std::size_t>(H[i])];
    }
    benchmark::DoNotOptimize(all.data());
    benchmark::DoNotOptimize(found.data());
  }
  report(state, n_queries * n_database, 4 * bits);
}

void metric_of_counts(benchmark::State& state, const std::string& name, CodeFormat format) {
  const Problem p = random_problem(format);
  const RankCounts counts = rank_counts(p.queries, p.database, p.relevance, active_kernel());
  const Metric m = metric(name);
  for (auto _ : state) benchmark::DoNotOptimize(m.value(counts));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_queries));
}

const bool registered = [] {
  using benchmark::kMillisecond;
  using benchmark::RegisterBenchmark;
  const std::string sizes = fmt::format("queries:{}/database:{}", n_queries, n_database);
  for (const Kernel* kernel : all_kernels()) {
    if (!kernel->supported()) continue;
    for (const std::size_t bits : std::vector<std::size_t>{32, 64, 128, 192, 256, 512, 1024}) {
      RegisterBenchmark(fmt::format("scan/kernel:{}/bits:{}", kernel->name, bits).c_str(),
                        [=](benchmark::State& state) { scan(state, *kernel, bits); });
    }
  }
  for (const Kernel* kernel : all_kernels()) {
    if (!kernel->supported()) continue;
    for (const CodeFormat& format : {CodeFormat{32, 1}, CodeFormat{128, 1}, CodeFormat{32, 2}}) {
      RegisterBenchmark(fmt::format("rank_counts/kernel:{}/bits:{}/digit_bits:{}/{}", kernel->name,
                                    format.bits, format.digit_bits, sizes)
                            .c_str(),
                        [=](benchmark::State& state) { ranking(state, *kernel, format); })
          ->Unit(kMillisecond);
    }
  }
  RegisterBenchmark(fmt::format("gemm_bincount/bits:32/{}", sizes).c_str(),
                    [](benchmark::State& state) { gemm_bincount(state, 32); })
      ->Unit(kMillisecond)
      ->UseRealTime();
  RegisterBenchmark(fmt::format("roofline/bits:32/{}", sizes).c_str(), [](benchmark::State& state) {
    roofline(state, 32);
  })->Unit(kMillisecond);
  for (const char* name : {"map", "auprc", "auprc-macro"}) {
    for (const CodeFormat& format : {CodeFormat{32, 1}, CodeFormat{32, 2}}) {
      RegisterBenchmark(
          fmt::format("metric/name:{}/distances:{}/{}", name, format.max_distance() + 1, sizes)
              .c_str(),
          [=](benchmark::State& state) { metric_of_counts(state, name, format); })
          ->Unit(kMillisecond);
    }
  }
  return true;
}();

}  // namespace
