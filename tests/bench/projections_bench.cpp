// Training PCA and ITQ beside Faiss's, and encoding beside the matrix product that it is made of.
// One thread throughout.

#include "hashers/model.h"
#include "hashers/projections/parts/itq_rotation.h"
#include "hashers/projections/parts/principal_axes.h"
#include "lib/blas.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#ifdef HASHLAB_BENCH_FAISS
#include <faiss/VectorTransform.h>
#include <omp.h>
#endif

namespace {

using namespace hashlab;
using namespace hashlab::hashers;

constexpr std::size_t features = 512;
constexpr std::size_t rounds = 50;  // of ITQ; Faiss's default

/// Samples of 40 clusters whose features have variances that fall like those of image descriptors.
const arma::fmat& samples(std::size_t d, std::size_t n) {
  static std::map<std::pair<std::size_t, std::size_t>, arma::fmat> made;
  arma::fmat& X = made[{d, n}];
  if (!X.is_empty()) return X;
  Rng rng = Rng(2016).stream("bench.projections");
  constexpr std::size_t clusters = 40;
  arma::fmat centres(d, clusters);
  for (float& x : centres) x = static_cast<float>(rng.normal());
  X.set_size(d, n);
  for (arma::uword i = 0; i < n; ++i) {
    const float* centre = centres.colptr(rng.below(clusters));
    for (arma::uword j = 0; j < d; ++j) {
      X(j, i) = (centre[j] + static_cast<float>(rng.normal())) / static_cast<float>(1 + j);
    }
  }
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  return X;
}

/// Principal components of samples, as ITQ's rotation takes them.
const arma::mat& components(std::size_t n, std::size_t K) {
  static std::map<std::pair<std::size_t, std::size_t>, arma::mat> made;
  arma::mat& V = made[{n, K}];
  if (V.is_empty()) {
    const arma::fmat& X = samples(features, n);
    V = arma::conv_to<arma::mat>::from(X).t() * principal_axes(X, K);
  }
  return V;
}

/// Share of the variance that K orthonormal axes lose.
double lost(const arma::fmat& X, const arma::mat& W) {
  const arma::mat Y = W.t() * arma::conv_to<arma::mat>::from(X);
  return 1 -
         arma::accu(arma::square(Y)) / arma::accu(arma::square(arma::conv_to<arma::mat>::from(X)));
}

double loss_a_value(const arma::mat& V, const arma::mat& R) {
  return quantisation_loss(V, R) / static_cast<double>(V.n_elem);
}

void pca(benchmark::State& state, std::size_t n, std::size_t K) {
  use_one_blas_thread();
  const arma::fmat& X = samples(features, n);
  arma::mat W;
  for (auto _ : state) {
    W = principal_axes(X, K);
    benchmark::DoNotOptimize(W.memptr());
  }
  state.counters["lost"] = lost(X, W);
}

void itq(benchmark::State& state, std::size_t n, std::size_t K) {
  use_one_blas_thread();
  const arma::mat& V = components(n, K);
  arma::mat R;
  for (auto _ : state) {
    R = learn_rotation(V, rounds, Rng(1), "", {});
    benchmark::DoNotOptimize(R.memptr());
  }
  state.counters["loss"] = loss_a_value(V, R);
}

#ifdef HASHLAB_BENCH_FAISS
/// Faiss's d_out x d_in, row by row, is ours transposed: d_in x d_out, column by column.
arma::mat matrix_of(const faiss::LinearTransform& learned) {
  return arma::conv_to<arma::mat>::from(arma::fmat(learned.A.data(),
                                                   static_cast<arma::uword>(learned.d_in),
                                                   static_cast<arma::uword>(learned.d_out)));
}

void faiss_pca(benchmark::State& state, std::size_t n, std::size_t K) {
  use_one_blas_thread();
  omp_set_num_threads(1);
  const arma::fmat& X = samples(features, n);
  arma::mat W;
  for (auto _ : state) {
    faiss::PCAMatrix learned(static_cast<int>(features), static_cast<int>(K));
    learned.train(static_cast<faiss::Index::idx_t>(n), X.memptr());
    W = matrix_of(learned);
  }
  state.counters["lost"] = lost(X, W);
}

void faiss_itq(benchmark::State& state, std::size_t n, std::size_t K) {
  use_one_blas_thread();
  omp_set_num_threads(1);
  const arma::mat& V = components(n, K);
  const arma::fmat rows = arma::conv_to<arma::fmat>::from(V.t());
  arma::mat R;
  for (auto _ : state) {
    faiss::ITQMatrix learned(static_cast<int>(K));
    learned.max_iter = static_cast<int>(rounds);
    learned.train(static_cast<faiss::Index::idx_t>(n), rows.memptr());
    R = matrix_of(learned);
  }
  state.counters["loss"] = loss_a_value(V, R);
}
#endif

constexpr std::size_t encoded_features = 128, encoded_samples = 1000000, encoded_bits = 64;

const Model& model() {
  static const Model learned = [] {
    const arma::fmat& X = samples(encoded_features, encoded_samples);
    const arma::fmat training = X.head_cols(2000);
    return learn_model(make_hasher("itq+sbq:iterations=5"), encoded_bits, {training, {}},
                       arma::fvec(encoded_features, arma::fill::ones) / 64, Rng(1), Rng(1));
  }();
  return learned;
}

void encode(benchmark::State& state) {
  use_one_blas_thread();
  const arma::fmat& X = samples(encoded_features, encoded_samples);
  for (auto _ : state) benchmark::DoNotOptimize(model().encode(X).words.data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(encoded_samples));
}

/// Nothing but the product, in one call, into memory that is there already.
void product_alone(benchmark::State& state) {
  use_one_blas_thread();
  const arma::fmat& X = samples(encoded_features, encoded_samples);
  const arma::fmat W = arma::conv_to<arma::fmat>::from(model().projector->state().at("W"));
  arma::fmat Y(encoded_samples, encoded_bits);
  for (auto _ : state) {
    Y = X.t() * W;
    benchmark::DoNotOptimize(Y.memptr());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(encoded_samples));
}

[[maybe_unused]] const bool registered = [] {
  using Run = void (*)(benchmark::State&, std::size_t, std::size_t);
  const std::vector<std::pair<const char*, Run>> runs = {
      {"train/pca", pca},
      {"train/itq", itq},
#ifdef HASHLAB_BENCH_FAISS
      {"train/faiss_pca", faiss_pca},
      {"train/faiss_itq", faiss_itq},
#endif
  };
  for (const std::size_t n : {2000u, 59000u}) {
    for (const std::size_t K : {32u, 64u}) {
      for (const auto& run : runs) {
        const Run measure = run.second;
        benchmark::RegisterBenchmark(
            fmt::format("{}/n:{}/K:{}", run.first, n, K).c_str(),
            [measure, n, K](benchmark::State& state) { measure(state, n, K); })
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::RegisterBenchmark("encode/n:1000000/d:128/bits:64", encode)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("encode_product_alone/n:1000000/d:128/bits:64", product_alone)
      ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
