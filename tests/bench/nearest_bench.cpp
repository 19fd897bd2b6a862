// Nearest embeddings beside the matrix product that they are made of, and Faiss's; what re-ranking
// adds to a search by codes; grouped recall beside plain recall. What is compared alternates, so
// that both see the same machine.

#include "lib/blas.h"
#include "lib/embeddings/nearest.h"
#include "lib/embeddings/rerank.h"
#include "lib/hamming/dispatch.h"
#include "lib/label_scores/label_score.h"
#include "lib/rng.h"
#include "tests/bench/random_codes.h"

#ifdef HASHLAB_BENCH_FAISS
#include <faiss/IndexFlat.h>
#include <omp.h>
#endif
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace hashlab;

constexpr std::size_t blocked = 512;  // items and queries, as NearestSearch multiplies them

Features random_features(std::size_t d, std::size_t n, Rng rng) {
  Features X(d, n, arma::fill::none);
  for (float& x : X) x = static_cast<float>(rng.below(1 << 20)) - static_cast<float>(1 << 19);
  return X;
}

/// Processor time, since machines that run benchmarks may be shared.
template <typename Work>
double seconds_of(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// All inner products, block by block, and nothing else.
void product(const Features& Q, const Features& X) {
  arma::fmat g;
  for (std::size_t q = 0; q < Q.n_cols; q += blocked) {
    const std::size_t queries = std::min<std::size_t>(blocked, Q.n_cols - q);
    const arma::fmat A(const_cast<float*>(Q.colptr(q)), Q.n_rows, queries, false, true);
    for (std::size_t i = 0; i < X.n_cols; i += blocked) {
      const std::size_t items = std::min<std::size_t>(blocked, X.n_cols - i);
      const arma::fmat B(const_cast<float*>(X.colptr(i)), X.n_rows, items, false, true);
      g = B.t() * A;
      benchmark::DoNotOptimize(g.memptr());
    }
  }
}

#ifdef HASHLAB_BENCH_FAISS
/// Faiss's search of the same unit vectors, which it takes as they are.
double seconds_of_faiss(const Features& Q, const Features& X, std::size_t k) {
  omp_set_num_threads(1);
  const Features A = arma::normalise(Q), B = arma::normalise(X);
  faiss::IndexFlatIP index(static_cast<faiss::Index::idx_t>(X.n_rows));
  index.add(static_cast<faiss::Index::idx_t>(B.n_cols), B.memptr());
  std::vector<float> similarities(A.n_cols * k);
  std::vector<faiss::Index::idx_t> positions(A.n_cols * k);
  return seconds_of([&] {
    index.search(static_cast<faiss::Index::idx_t>(A.n_cols), A.memptr(),
                 static_cast<faiss::Index::idx_t>(k), similarities.data(), positions.data());
  });
}
#endif

void beside_product(benchmark::State& state, Similarity by, std::size_t n, std::size_t d,
                    std::size_t k) {
  use_one_blas_thread();
  const Features Q = random_features(d, n, Rng(1).stream("bench.queries"));
  const Features X = random_features(d, n, Rng(1).stream("bench.items"));
  double multiplied = 0, searched = 0;
  [[maybe_unused]] double by_faiss = 0;
  for (auto _ : state) {
    multiplied += seconds_of([&] { product(Q, X); });
    const double seconds =
        seconds_of([&] { benchmark::DoNotOptimize(nearest_items(Q, X, k, by)); });
    state.SetIterationTime(seconds);
    searched += seconds;
#ifdef HASHLAB_BENCH_FAISS
    if (by == Similarity::cosine) by_faiss += seconds_of_faiss(Q, X, k);
#endif
  }
  state.counters["ratio"] = searched / multiplied;
#ifdef HASHLAB_BENCH_FAISS
  if (by == Similarity::cosine) state.counters["faiss_ratio"] = by_faiss / multiplied;
#endif
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n * n));
}

/// Forgets the largest size that this process had, as far as the system allows.
void forget_peak() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    double kilobytes = 0;
    status >> kilobytes;
    return kilobytes / 1024;
  }
  return 0;
}

/// Items that are never in memory together: each piece is made, searched and forgotten.
void piece_by_piece(benchmark::State& state, std::size_t n_queries, std::size_t n, std::size_t d,
                    std::size_t piece) {
  use_one_blas_thread();
  forget_peak();
  for (auto _ : state) {
    double seconds = 0;
    NearestSearch search(random_features(d, n_queries, Rng(1).stream("bench.queries")), 10,
                         Similarity::cosine);
    for (std::size_t first = 0; first < n; first += piece) {
      const Features X = random_features(d, std::min(piece, n - first), Rng(2 + first));
      seconds += seconds_of([&] { search.add(X, first); });
    }
    benchmark::DoNotOptimize(search.result());
    state.SetIterationTime(seconds);
  }
  state.counters["peak_MB"] = peak_megabytes();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_queries * n));
}

void beside_search(benchmark::State& state, std::size_t n, std::size_t d, std::size_t R) {
  constexpr std::size_t n_queries = 1000;
  const CodeFormat format = {128, 1};
  const Codes queries = bench::random_codes(format, n_queries, Rng(1).stream("bench.queries"));
  const Codes database = bench::random_codes(format, n, Rng(1).stream("bench.database"));
  const Features Q = random_features(d, n_queries, Rng(1).stream("bench.features"));
  const Features X = random_features(d, n, Rng(2).stream("bench.features"));
  double searched = 0, ordered = 0;
  for (auto _ : state) {
    Neighbours list;
    const double search =
        seconds_of([&] { list = shortlist(queries, database, R, {}, active_kernel()); });
    const double order =
        seconds_of([&] { benchmark::DoNotOptimize(reranked(list, Q, X, Similarity::cosine)); });
    state.SetIterationTime(search + order);
    searched += search;
    ordered += order;
  }
  state.counters["ratio"] = (searched + ordered) / searched;
}

/// Grouped recall of one partition beside plain recall, both leave-one-out.
void beside_recall(benchmark::State& state, std::size_t n, std::size_t d, std::size_t groups) {
  use_one_blas_thread();
  constexpr std::size_t labels_a_group = 10;
  const Features X = random_features(d, n, Rng(1).stream("bench.items"));
  const auto ranker = ranker_of_values(X, X, Similarity::cosine);
  Labels labels;
  Lists own;
  for (std::uint32_t i = 0; i < n; ++i) {
    labels.single.push_back(static_cast<std::int32_t>(i % (groups * labels_a_group)));
    own.append(std::span(&i, 1));
  }
  const Labelled labelled = {*ranker, labels, labels, own};
  double plain = 0, grouped = 0;
  for (auto _ : state) {
    const auto seconds = [&](const char* name) {
      const LabelScore score = parse_label_score(name);
      return seconds_of([&] { benchmark::DoNotOptimize(label_score(score, labelled, Rng(1))); });
    };
    plain += seconds("hit@1");
    const double one = seconds("grouped-recall@1:labels=10,partitions=1");
    state.SetIterationTime(one);
    grouped += one;
  }
  state.counters["ratio"] = grouped / plain;
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const std::string& name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond)->UseManualTime();
  };
  for (const Similarity by :
       {Similarity::cosine, Similarity::inner_product, Similarity::euclidean}) {
    for (const std::size_t n : std::vector<std::size_t>{4000, 20000, 100000}) {
      for (const std::size_t k : std::vector<std::size_t>{10, 100}) {
        add(fmt::format("nearest/{}/n:{}/d:128/k:{}", name_of(by), n, k),
            [=](benchmark::State& state) { beside_product(state, by, n, 128, k); });
      }
    }
  }
  for (const auto& [queries, items, piece] :
       {std::array<std::size_t, 3>{1000, 20000, 5000}, {10000, 1000000, 50000}}) {
    const std::size_t q = queries, n = items, p = piece;
    add(fmt::format("nearest_in_pieces/queries:{}/items:{}/d:512/piece:{}", q, n, p),
        [=](benchmark::State& state) { piece_by_piece(state, q, n, 512, p); });
  }
  for (const auto& [items, groups] : {std::array<std::size_t, 2>{4000, 20}, {100000, 1000}}) {
    const std::size_t n = items, g = groups;
    add(fmt::format("grouped_recall/n:{}/d:512/groups:{}", n, g),
        [=](benchmark::State& state) { beside_recall(state, n, 512, g); });
  }
  for (const std::size_t n : std::vector<std::size_t>{100000, 1000000}) {
    for (const std::size_t d : std::vector<std::size_t>{128, 512}) {
      add(fmt::format("rerank/bits:128/n:{}/d:{}/R:100", n, d),
          [=](benchmark::State& state) { beside_search(state, n, d, 100); });
    }
  }
  return true;
}();

}  // namespace
