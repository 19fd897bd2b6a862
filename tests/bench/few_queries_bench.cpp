// Few queries over a large database: how much of the speed of a plain read of the same codes?
// HASHLAB_BENCH_CODES sets the number of codes (default 1,000,000, which caches may hold;
// 100,000,000 codes of 256 bits need 3.2 GB).

#include "lib/hamming/dispatch.h"
#include "lib/parallel.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/rank_counts.h"
#include "lib/rng.h"
#include "lib/stopwatch.h"
#include "tests/bench/random_codes.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace hashlab;

constexpr std::size_t max_queries = 200;

struct Problem {
  Codes queries, database;
};

const Problem& problem(std::size_t bits, std::size_t n) {
  static Problem made;
  if (made.database.format != CodeFormat{bits, 1} || made.database.n != n) {
    made = {};
    made = {bench::random_codes({bits, 1}, max_queries, Rng(1).stream("bench.queries")),
            bench::random_codes({bits, 1}, n, Rng(1).stream("bench.database"))};
  }
  return made;
}

Codes first_queries(const Codes& queries, std::size_t n) {
  Codes few(queries.format, n);
  std::copy_n(queries.words.begin(), few.words.size(), few.words.begin());
  return few;
}

// A plain loop; the attribute only lets the compiler use wider vectors.
#if defined(__x86_64__)
__attribute__((target("avx2")))
#endif
std::uint64_t
sum_of_words(const std::uint64_t* words, std::size_t n) {
  constexpr std::size_t at_once = 16;
  std::uint64_t sums[at_once] = {};
  std::size_t i = 0;
  for (; i + at_once <= n; i += at_once) {
    for (std::size_t j = 0; j < at_once; ++j) sums[j] += words[i + j];
  }
  for (; i < n; ++i) sums[0] += words[i];
  std::uint64_t sum = 0;
  for (const std::uint64_t each : sums) sum += each;
  return sum;
}

double seconds_of_plain_read(const Codes& codes, std::size_t threads) {
  const Stopwatch watch;
  std::vector<std::uint64_t> sums(threads);
  parallel(threads, threads, [&](std::size_t part) {
    const std::size_t begin = codes.words.size() * part / threads;
    const std::size_t end = codes.words.size() * (part + 1) / threads;
    sums[part] = sum_of_words(codes.words.data() + begin, end - begin);
  });
  benchmark::DoNotOptimize(sums.data());
  return watch.seconds();
}

/// Alternates a plain read with `work`, so that both see the same machine, and compares the best of
/// each.
template <class Work>
void beside_plain_read(benchmark::State& state, const Codes& codes, std::size_t threads,
                       const Work& work) {
  double read = std::numeric_limits<double>::infinity(), worked = read;
  for (auto _ : state) {
    read = std::min(read, seconds_of_plain_read(codes, threads));
    const Stopwatch watch;
    work();
    const double seconds = watch.seconds();
    state.SetIterationTime(seconds);
    worked = std::min(worked, seconds);
  }
  const double bytes = 8.0 * static_cast<double>(codes.words.size());
  state.counters["read_GB/s"] = bytes / read * 1e-9;
  state.counters["GB/s"] = bytes / worked * 1e-9;
  state.counters["share"] = read / worked;
}

enum class Way { chosen, sliced, as_is };

Kernel kernel_of(Way way) {
  Kernel kernel = active_kernel();
  if (way == Way::sliced) kernel.within_slices_from = kernel.count_slices_from = 0;
  if (way == Way::as_is) {
    kernel.within_slices_from = kernel.count_slices_from = std::numeric_limits<std::size_t>::max();
  }
  return kernel;
}

void nearest(benchmark::State& state, std::size_t bits, std::size_t n, std::size_t n_queries,
             std::size_t threads, Way way) {
  const Problem& p = problem(bits, n);
  const Codes queries = first_queries(p.queries, n_queries);
  const Kernel kernel = kernel_of(way);
  beside_plain_read(state, p.database, threads, [&] {
    benchmark::DoNotOptimize(top_k(queries, p.database, 100, kernel, threads));
  });
}

void counted(benchmark::State& state, std::size_t bits, std::size_t n, std::size_t n_queries,
             std::size_t threads, Way way) {
  const Problem& p = problem(bits, n);
  const Codes queries = first_queries(p.queries, n_queries);
  const Kernel kernel = kernel_of(way);
  Relevance nobody;
  nobody.n_database = n;
  nobody.lists.append({});
  nobody.list_of_query.assign(n_queries, 0);
  beside_plain_read(state, p.database, threads, [&] {
    benchmark::DoNotOptimize(rank_counts(queries, p.database, nobody, kernel, threads));
  });
}

const bool registered = [] {
  const char* wanted = std::getenv("HASHLAB_BENCH_CODES");
  const std::size_t n = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 1000000;
  const auto add = [](const std::string& name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond)->UseManualTime();
  };
  for (const std::size_t bits : std::vector<std::size_t>{64, 128, 256}) {
    for (const std::size_t threads : std::vector<std::size_t>{1, 2}) {
      const std::string where = fmt::format("bits:{}/codes:{}/threads:{}", bits, n, threads);
      add(fmt::format("memory/plain_read/{}", where), [=](benchmark::State& state) {
        beside_plain_read(state, problem(bits, n).database, threads,
                          [&] { seconds_of_plain_read(problem(bits, n).database, threads); });
      });
      for (const std::size_t queries : std::vector<std::size_t>{1, 2, 3, 4, 8, 16, 32, 200}) {
        for (const auto& [way, name] :
             {std::pair{Way::chosen, ""}, {Way::sliced, "/by:slices"}, {Way::as_is, "/by:codes"}}) {
          const std::string what = fmt::format("queries:{}/{}{}", queries, where, name);
          const Way one = way;
          add(fmt::format("search/few/top_k:100/{}", what),
              [=](benchmark::State& state) { nearest(state, bits, n, queries, threads, one); });
          add(fmt::format("search/few/histogram/{}", what),
              [=](benchmark::State& state) { counted(state, bits, n, queries, threads, one); });
        }
      }
    }
  }
  return true;
}();

}  // namespace
