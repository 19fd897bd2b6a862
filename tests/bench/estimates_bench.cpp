#include "lib/hamming/dispatch.h"
#include "lib/plane_sums/bit_weights.h"
#include "lib/plane_sums/sum_kernels.h"
#include "lib/plane_sums/weighed_codes.h"
#include "lib/ranking/estimates.h"
#include "lib/ranking/linear_scan.h"
#include "lib/rng.h"
#include "tests/bench/random_codes.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <string>
#include <vector>

#ifdef HASHLAB_BENCH_FAISS
#include <faiss/IndexPQ.h>
#include <faiss/IndexPQFastScan.h>
#include <omp.h>
#endif

namespace {

using namespace hashlab;
using bench::random_codes;

// A million codes and two hundred queries, as in search_bench.cpp, but the queries have signed
// digits, and the items lengths of one byte, as those of 'rabitq' and 'poured'.
constexpr std::size_t n_items = 1000000, n_queries = 200, k = 100;

struct Shape {
  std::size_t planes, width, query_bits;  // bits of a code, of a digit, of a query's digit
  bool operator==(const Shape&) const = default;
};

/// Signed digits of a normal vector: round(s / delta), delta = max |s| / (2^(bits - 1) - 1).
std::vector<int> signed_normal_digits(std::size_t n, std::size_t bits, Rng& rng) {
  std::vector<double> s(n);
  for (double& x : s) x = rng.normal();
  double most = 0;
  for (const double x : s) most = std::max(most, std::abs(x));
  const double delta = most / static_cast<double>((1 << (bits - 1)) - 1);
  std::vector<int> digits;
  for (const double x : s) digits.push_back(static_cast<int>(std::lround(x / delta)));
  return digits;
}

struct Compared {
  Shape shape = {0, 0, 0};
  Codes items, queries;  // `queries` for Hamming distances
  Asked asked;
  ItemNumbers numbers;
};

/// Codes of planes / width digits of `width` bits. N is one of 256 numbers with equal steps of the
/// logarithm; for one bit, f = sqrt(N) / |y| has as many values.
Compared problem(Shape shape) {
  const std::size_t planes = shape.planes, width = shape.width;
  Compared made{shape, {}, {}, {}, {}};
  const Rng rng(1);
  made.items = random_codes({planes, 1}, n_items, rng.stream("bench.database"));
  made.queries = random_codes({planes, 1}, n_queries, rng.stream("bench.queries"));
  const std::size_t dims = planes / width;
  made.asked.widths.assign(dims, static_cast<std::uint8_t>(width));
  const double middle = ((1 << width) - 1) / 2.0;
  Rng digits = rng.stream("bench.digits");
  for (std::size_t q = 0; q < n_queries; ++q) {
    AskedTerm term{0, 1.0 / 7, {}};
    for (const int digit : signed_normal_digits(dims, shape.query_bits, digits)) {
      for (unsigned u = 0; u < 1U << width; ++u) term.table.push_back(digit * (u - middle));
    }
    made.asked.queries.push_back({static_cast<double>(dims), {std::move(term)}});
  }
  Rng lengths = rng.stream("bench.lengths");
  made.numbers.factors.resize(1);
  for (std::size_t i = 0; i < n_items; ++i) {
    const double byte = std::clamp(std::round(128 + 40 * lengths.normal()), 0.0, 255.0);
    const double N = static_cast<double>(dims) * std::exp((byte - 128) / 200);
    double squared = 0;  // |y|^2
    for (std::size_t j = 0; j < planes; j += width) {
      const double y = static_cast<double>(made.items.get(i, j, width)) - middle;
      squared += y * y;
    }
    made.numbers.base.push_back(N);
    made.numbers.factors[0].push_back(-2 * std::sqrt(N / squared));
  }
  return made;
}

const Compared& compared(Shape shape) {
  static Compared made;
  if (made.shape != shape) made = problem(shape);
  return made;
}

template <class Work>
double cpu_seconds(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Alternates the 100 nearest by Hamming distance of as many bits with other work on the same
/// number of pairs of query and code, so that both see the same machine. Reports medians: CPU time
/// for each pair, and the ratio.
template <class Work>
void beside_hamming(benchmark::State& state, const Compared& p, const Kernel& kernel,
                    const Work& work) {
  std::vector<double> hamming, other, ratio;
  for (auto _ : state) {
    hamming.push_back(
        cpu_seconds([&] { benchmark::DoNotOptimize(top_k(p.queries, p.items, k, kernel)); }));
    other.push_back(cpu_seconds(work));
    ratio.push_back(other.back() / hamming.back());
    state.SetIterationTime(other.back());
  }
  constexpr double pairs = static_cast<double>(n_items) * n_queries;
  state.counters["ps_hamming"] = 1e12 * median_of(hamming) / pairs;
  state.counters["ps"] = 1e12 * median_of(other) / pairs;
  state.counters["ratio"] = median_of(ratio);
}

void nearest(benchmark::State& state, const Kernel& kernel, Shape shape) {
  const Compared& p = compared(shape);
  const Estimates estimates(p.asked, p.items, p.numbers, kernel);
  beside_hamming(state, p, kernel,
                 [&] { benchmark::DoNotOptimize(nearest_by_estimates(estimates, k)); });
}

/// Slicing the codes and sorting the items, which a search in a database that stays does once.
void prepare(benchmark::State& state, const Kernel& kernel, Shape shape) {
  const Compared& p = compared(shape);
  beside_hamming(state, p, kernel, [&] {
    benchmark::DoNotOptimize(Estimates(p.asked, p.items, p.numbers, kernel).n_items());
  });
}

/// The number of items with each sum.
void counts(benchmark::State& state, const Kernel& kernel, Shape shape) {
  const Compared& p = compared(shape);
  std::vector<std::uint32_t> order(p.items.n);
  std::iota(order.begin(), order.end(), 0U);
  const WeighedCodes codes(p.items, order, kernel);
  std::vector<BitWeights> weights;
  for (const AskedQuery& query : p.asked.queries) {
    weights.emplace_back(bit_sum(query.terms[0].table, p.asked.widths)->weights);
  }
  beside_hamming(state, p, kernel, [&] {
    WeighedCodes::Tiles tiles(codes);
    std::vector<std::vector<std::uint32_t>> counts;
    for (const BitWeights& each : weights) counts.emplace_back(each.weighing().most + 1);
    for (std::size_t b = 0; b < codes.n_blocks(); b += tiles.full()) {
      const WeighedTile tile = tiles.make(b, std::min(tiles.full(), codes.n_blocks() - b));
      for (std::size_t q = 0; q < n_queries; ++q) {
        codes.kernel().count(weights[q].weighing(), tile, counts[q].data());
      }
    }
    benchmark::DoNotOptimize(counts.data());
  });
}

/// All estimates of some of the queries.
void estimates_of_all(benchmark::State& state, const Kernel& kernel, Shape shape) {
  const Compared& p = compared(shape);
  const Estimates estimates(p.asked, p.items, p.numbers, kernel);
  constexpr std::size_t part = 10;
  std::vector<double> all(n_items);
  beside_hamming(state, p, kernel, [&] {
    for (std::size_t q = 0; q < n_queries; q += part) {
      estimates.of_query(q, all);
      benchmark::DoNotOptimize(all.data());
    }
  });
  for (const char* counter : {"ps", "ratio"}) state.counters[counter].value *= part;
}

#ifdef HASHLAB_BENCH_FAISS

std::vector<float> normal_rows(std::size_t n, std::size_t dims, Rng& rng) {
  std::vector<float> rows(n * dims);
  for (float& x : rows) x = static_cast<float>(rng.normal());
  return rows;
}

/// Product quantisation of as many bytes an item, for real vectors of a dimension for each bit.
template <class Index>
void product_quantisation(benchmark::State& state, const Kernel& kernel, Shape shape,
                          std::size_t code_bits) {
  constexpr std::size_t part = 10000;
  omp_set_num_threads(1);
  const std::size_t dims = shape.planes;
  Index index(static_cast<int>(dims), dims / code_bits, code_bits);
  Rng rng = Rng(1).stream("bench.vectors");
  index.train(part, normal_rows(part, dims, rng).data());
  for (std::size_t i = 0; i < n_items; i += part) {
    index.add(part, normal_rows(part, dims, rng).data());
  }
  const std::vector<float> queries = normal_rows(n_queries, dims, rng);
  std::vector<float> distances(n_queries * k);
  std::vector<faiss::Index::idx_t> found(n_queries * k);
  beside_hamming(state, compared(shape), kernel, [&] {
    index.search(n_queries, queries.data(), k, distances.data(), found.data());
    benchmark::DoNotOptimize(found.data());
  });
}

#endif

const bool registered = [] {
  const auto add = [](const std::string& name, Shape shape, const Kernel& kernel, auto run) {
    const std::string full =
        fmt::format("estimates/{}/planes:{}/width:{}/query_bits:{}/kernel:{}", name, shape.planes,
                    shape.width, shape.query_bits, kernel.name);
    benchmark::RegisterBenchmark(
        full.c_str(), [=, &kernel](benchmark::State& state) { run(state, kernel, shape); })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  };
  for (const Kernel* kernel : all_kernels()) {
    if (!kernel->supported()) continue;
    for (const Shape& shape :
         {Shape{64, 1, 4}, Shape{128, 1, 4}, Shape{256, 1, 4}, Shape{128, 1, 6}, Shape{256, 1, 6},
          Shape{128, 2, 4}, Shape{256, 2, 6}, Shape{256, 4, 6}}) {
      add("nearest", shape, *kernel, nearest);
      if (kernel != &active_kernel()) continue;
      add("counts", shape, *kernel, counts);
      add("all", shape, *kernel, estimates_of_all);
      add("prepare", shape, *kernel, prepare);
#ifdef HASHLAB_BENCH_FAISS
      if (shape.width != 1 || shape.query_bits != 4) continue;
      add("faiss_pq", shape, *kernel, [](auto& state, const Kernel& beside, Shape s) {
        product_quantisation<faiss::IndexPQ>(state, beside, s, 8);
      });
      add("faiss_pq_fast_scan", shape, *kernel, [](auto& state, const Kernel& beside, Shape s) {
        product_quantisation<faiss::IndexPQFastScan>(state, beside, s, 4);
      });
#endif
    }
  }
  return true;
}();

}  // namespace
