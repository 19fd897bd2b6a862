// Learning of networks against what it cannot do without.

#include "hashers/networks/engine.h"
#include "hashers/networks/torch/probe.h"
#include "lib/blas.h"
#include "lib/import/backbone.h"
#include "lib/observer.h"
#include "lib/stopwatch.h"
#include "tests/torch/modules.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace hashlab;
using namespace hashlab::hashers;

TrainingSet drawn_samples(std::size_t d, std::size_t n, std::size_t classes) {
  TrainingSet data;
  data.X.set_size(d, n);
  Rng rng = Rng(1).stream("samples");
  for (float& x : data.X) x = static_cast<float>(rng.uniform() - .5);
  for (std::size_t i = 0; i < n; ++i) {
    data.labels.single.push_back(static_cast<int>(rng.below(classes)));
  }
  return data;
}

/// The matrix products of one step: W x and its derivative, v M' and p M. No memory is new.
class Products {
 public:
  Products(std::size_t d, std::size_t n, std::size_t K, std::size_t B)
      : X_(d, B, arma::fill::ones), W_(d, K, arma::fill::ones), M_(K, n, arma::fill::ones) {
    seconds();
  }

  double seconds() {
    const Stopwatch watch;
    u_ = W_.t() * X_;
    e_ = M_.t() * u_;
    by_u_ = M_ * e_;
    by_W_ = X_ * by_u_.t();
    benchmark::DoNotOptimize(by_W_.memptr());
    return watch.seconds();
  }

 private:
  arma::fmat X_, W_, M_, u_, e_, by_u_, by_W_;
};

/// An epoch of scalable NCA with a linear network, checks and memory and all, against the products
/// of its steps alone: `ratio` is products over epoch.
void snca_epoch(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0)),
             d = static_cast<std::size_t>(state.range(1));
  const auto K = static_cast<std::size_t>(state.range(2)),
             B = static_cast<std::size_t>(state.range(3));
  const TrainingSet data = drawn_samples(d, n, static_cast<std::size_t>(state.range(4)));
  NetworkTask task;
  task.network.network = "linear";
  task.training.epochs = 1;
  task.training.batch = B;
  task.training.optimiser = "sgd";
  task.loss = default_loss("snca");
  task.outputs = K;
  use_one_blas_thread();
  const std::size_t steps = (n + B - 1) / B;
  Products one_step(d, n, K, B);
  double products = 0, epoch = 0;
  for (auto _ : state) {
    double least = 0;  // in turn with the epoch, so that both see the same machine
    for (int k = 0; k < 5; ++k) {
      const double once = one_step.seconds();
      least = k == 0 ? once : std::min(least, once);
    }
    const Stopwatch watch;
    network_engine()->train(task, data, Rng(1), {});
    const double seconds = watch.seconds();
    state.SetIterationTime(seconds);
    products += least * static_cast<double>(steps);
    epoch += seconds;
  }
  state.counters["ratio"] = products / epoch;
  state.counters["ms_a_step"] = 1e3 * epoch / static_cast<double>(state.iterations() * steps);
}
BENCHMARK(snca_epoch)
    ->ArgNames({"n", "d", "K", "batch", "classes"})
    ->Args({2000, 64, 32, 128, 10})
    ->Args({50000, 512, 128, 256, 10})
    ->Args({50000, 512, 128, 256, 100})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

/// An epoch of a linear network of 32 outputs on 128 features: exact NCA, one step of all samples,
/// or the memory, n / 256 steps, of which four after the first are timed where n is large. Both
/// take n^2 K products; `steps` is what they buy.
void nca_epoch(benchmark::State& state, const char* loss) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const TrainingSet data = drawn_samples(128, n, 20);
  NetworkTask task;
  task.network.network = "linear";
  task.training.epochs = 1;
  task.training.batch = 256;
  task.loss = default_loss(loss);
  task.outputs = 32;
  use_one_blas_thread();
  const std::size_t steps = loss_entry(loss).all_at_once ? 1 : (n + 255) / 256;
  const std::size_t last = n > 100000 && steps > 5 ? 5 : steps;
  for (auto _ : state) {
    Stopwatch watch;
    Observer observer;
    observer.step = [&](std::string_view, std::size_t done, std::size_t) {
      if (done == last) throw Stopped();
      if (last < steps && done == 1) watch = Stopwatch();
    };
    try {
      network_engine()->train(task, data, Rng(1), observer);
    } catch (const Stopped&) {
    }
    const double timed = last < steps ? static_cast<double>(last - 1) : static_cast<double>(steps);
    state.SetIterationTime(watch.seconds() * static_cast<double>(steps) / timed);
  }
  state.counters["steps"] = static_cast<double>(steps);
}
BENCHMARK_CAPTURE(nca_epoch, exact, "nca")
    ->ArgName("n")
    ->RangeMultiplier(10)
    ->Range(1000, 100000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nca_epoch, memory, "snca")
    ->ArgName("n")
    ->RangeMultiplier(10)
    ->Range(1000, 1000000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

/// The outputs of one local descriptor in the order in which the equation is written,
/// y_k = ((h' A) Ut_k') x ((h' B) Vt_k') x: each descriptor has an a and b of its own, so that
/// nothing can be multiplied for several at once. Ut and Vt are K c x R.
arma::fvec as_written(const arma::fmat& Ut, const arma::fmat& Vt, const arma::fvec& a,
                      const arma::fvec& b, const arma::fvec& x) {
  const arma::fmat U = arma::reshape(Ut * a, x.n_elem, Ut.n_rows / x.n_elem);
  const arma::fmat V = arma::reshape(Vt * b, x.n_elem, Vt.n_rows / x.n_elem);
  return (U.t() * x) % (V.t() * x);
}

/// JCF-N-R pooled by the order that costs 2 R c K products a local descriptor. `as_written` is the
/// time in the equation's order over that; `unfactorised` that of JCF-N with factors of its own for
/// each of N words, 2 N c K products.
void jcf_forward(benchmark::State& state) {
  NetworkSettings factorised;
  factorised.network = "bag";
  factorised.pool = "jcf";
  factorised.locations = 49;
  factorised.codebook = static_cast<std::size_t>(state.range(0));
  factorised.rank = static_cast<std::size_t>(state.range(1));
  const auto c = static_cast<std::size_t>(state.range(2)),
             K = static_cast<std::size_t>(state.range(3));
  NetworkSettings plain = factorised;
  plain.rank = 0;
  constexpr std::size_t samples = 64;
  const std::size_t d = c * factorised.locations;
  const ProjectorState of_factorised = initial_network(network_arrays(factorised, d, K), Rng(1));
  const ProjectorState of_plain = initial_network(network_arrays(plain, d, K), Rng(1));
  const TrainingSet data = drawn_samples(d, samples, 2);
  const auto fast = network_engine()->forward(factorised, of_factorised, d, K);
  const auto slow = network_engine()->forward(plain, of_plain, d, K);
  const arma::fmat Ut(c * K, factorised.rank, arma::fill::randu), Vt = Ut;
  const arma::fvec a(factorised.rank, arma::fill::randu);
  const arma::fmat descriptors = arma::reshape(data.X, c, factorised.locations * samples);
  use_one_blas_thread();
  (*slow)(data.X);
  double all = 0, of_words = 0, written = 0;
  for (auto _ : state) {
    const Stopwatch first;
    benchmark::DoNotOptimize((*fast)(data.X).memptr());
    const double seconds = first.seconds();
    const Stopwatch second;
    benchmark::DoNotOptimize((*slow)(data.X).memptr());
    of_words += second.seconds();
    const Stopwatch third;
    for (arma::uword k = 0; k < descriptors.n_cols; ++k) {
      benchmark::DoNotOptimize(as_written(Ut, Vt, a, a, descriptors.col(k)).memptr());
    }
    written += third.seconds();
    all += seconds;
    state.SetIterationTime(seconds);
  }
  state.counters["unfactorised"] = of_words / all;
  state.counters["as_written"] = written / all;
}
BENCHMARK(jcf_forward)
    ->ArgNames({"N", "R", "c", "K"})
    ->Args({8, 2, 16, 16})
    ->Args({32, 8, 256, 512})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

/// Pictures described by a module in its process, pipes and all, against the module in a loop:
/// `ratio` is the latter over the former.
void backbone(benchmark::State& state) {
  const auto side = static_cast<std::size_t>(state.range(0));
  constexpr std::size_t batch = 32, batches = 10;
  const std::string module =
      std::filesystem::temp_directory_path() / fmt::format("hashlab-module-{}.pt", getpid());
  BackboneSettings settings;
  settings.program = HASHLAB_BACKBONE;
  settings.module = module;
  testing::write_convolutions(module);
  const auto describer = backbone_describer(settings, {side, side, 3});
  const std::vector<std::uint8_t> pixels(batch * batches * side * side * 3, 100);
  describer->describe(pixels.data(), 2 * batch);
  double alone = 0, described = 0;
  for (auto _ : state) {
    const Stopwatch watch;
    benchmark::DoNotOptimize(describer->describe(pixels.data(), batch * batches).memptr());
    const double seconds = watch.seconds();
    alone += testing::seconds_of_module(settings.module, batches, batch, static_cast<int>(side));
    described += seconds;
    state.SetIterationTime(seconds);
  }
  std::filesystem::remove(module);
  state.counters["ratio"] = alone / described;
}
BENCHMARK(backbone)->ArgName("side")->Arg(32)->Arg(224)->UseManualTime()->Unit(
    benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
