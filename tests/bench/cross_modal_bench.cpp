// Learning from two views as large as Wiki's: 574 pairs of 128 and 10 features in ten classes, 64
// bits, default settings, one thread. cross_modal_numpy.py is the peer, of whole cells.

#include "hashers/registry.h"
#include "lib/blas.h"
#include "lib/relevance/class_labels.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>

namespace {

using namespace hashlab;
using namespace hashlab::hashers;

constexpr std::size_t n = 574, d_x = 128, d_z = 10, classes = 10, bits = 64;

/// Shares, as Wiki's features are (histograms of visual words, topics): positive, of sum 1.
arma::fmat shares(std::size_t d, const Rng& rng) {
  Rng of_centres = rng.stream("centres"), of_samples = rng.stream("samples");
  arma::fmat centres(d, classes), X(d, n);
  for (float& x : centres) x = static_cast<float>(of_centres.normal());
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword j = 0; j < d; ++j) {
      X(j, i) = std::exp(centres(j, i % classes) + static_cast<float>(of_samples.normal()));
    }
    X.col(i) /= arma::accu(X.col(i));
  }
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  return X;
}

const PairedTrainingSet& pairs() {
  static const PairedTrainingSet made = [] {
    Labels labels;
    for (std::size_t i = 0; i < n; ++i) {
      labels.single.push_back(static_cast<std::int32_t>(i % classes));
    }
    Rows rows(n);
    std::iota(rows.begin(), rows.end(), 0u);
    const Rng rng = Rng(2015).stream("bench.cross-modal");
    return PairedTrainingSet{shares(d_x, rng.stream("x")), shares(d_z, rng.stream("z")),
                             class_neighbours(labels, rows), labels};
  }();
  return made;
}

[[maybe_unused]] const bool registered = [] {
  for (const auto& method : cross_modal::all()) {
    const std::string name = method->info().name;
    benchmark::RegisterBenchmark(
        fmt::format("cross_modal/method:{}/bits:{}", name, bits).c_str(),
        [name](benchmark::State& state) {
          use_one_blas_thread();
          const Hasher hasher = make_hasher(name + "+sbq");
          for (auto _ : state) {
            benchmark::DoNotOptimize(hasher.cross_modal().learn(pairs(), bits, Rng(1)).x.get());
          }
        })
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
