// The work that each method declares beside what learning takes, at a few sizes: `ratio` is
// declared over measured, both in units of work, so 1 is right and .3 to 3 is good enough. See
// hashers/work.h. One thread, times of the processor, clustered samples of ten classes.

#include "experiments/choose/budget.h"
#include "hashers/registry.h"
#include "lib/blas.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace {

using namespace hashlab;
using namespace hashlab::experiments;
using namespace hashlab::hashers;

struct Sizes {
  std::size_t n, d, K;
};

constexpr Sizes sizes[] = {{130, 512, 64},  {500, 512, 64},  {500, 128, 32},
                           {2000, 128, 32}, {2000, 512, 32}, {2000, 128, 64}};

struct Task {
  TrainingSet by_class, by_distance;
};

NeighbourGraph nearest_neighbours(const arma::fmat& X) {
  Rows all(X.n_cols);
  std::iota(all.begin(), all.end(), 0u);
  const Rows some(all.begin(), all.begin() + 100);
  return ball_neighbours(X, all, {ball_radius(X, some, all, 50, false), true});
}

/// Ten classes of several clusters each; variances fall like those of image descriptors.
const Task& task(std::size_t n, std::size_t d) {
  static std::map<std::pair<std::size_t, std::size_t>, Task> made;
  Task& task = made[{n, d}];
  if (!task.by_class.X.is_empty()) return task;
  Rng rng = Rng(2016).stream("bench.work");
  constexpr std::size_t clusters = 40, classes = 10;
  arma::fmat centres(d, clusters);
  for (float& x : centres) x = static_cast<float>(rng.normal());
  arma::fmat X(d, n);
  Labels labels;
  for (arma::uword i = 0; i < n; ++i) {
    const std::size_t cluster = rng.below(clusters);
    labels.single.push_back(static_cast<std::int32_t>(cluster % classes));
    for (arma::uword j = 0; j < d; ++j) {
      X(j, i) = (centres(j, cluster) + static_cast<float>(rng.normal())) /
                std::sqrt(static_cast<float>(1 + j));
    }
  }
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  Rows all(n);
  std::iota(all.begin(), all.end(), 0u);
  task.by_class = {X, class_neighbours(labels, all), labels};
  task.by_distance = {X, nearest_neighbours(X), labels};
  return task;
}

/// Seconds of the processor that an action takes, whoever else has it meanwhile.
template <typename Action>
double processor_seconds(Action action) {
  const std::clock_t start = std::clock();
  action();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double unit() {
  static const double seconds = [] {
    use_one_blas_thread();
    double quickest = 1e9, units = 1;
    for (int round = 0; round < 20; ++round) {
      const double took = processor_seconds([&] { units = do_standard_work(); });
      quickest = std::min(quickest, took / units);
    }
    return quickest;
  }();
  return seconds;
}

WorkSizes work_sizes(const TrainingSet& data, std::size_t K) {
  return {static_cast<double>(data.X.n_cols), static_cast<double>(data.X.n_rows),
          static_cast<double>(K), 10, static_cast<double>(data.S.items.size())};
}

void report(benchmark::State& state, double declared, double seconds) {
  state.SetIterationTime(seconds);
  state.counters["declared"] = declared;
  state.counters["measured"] = seconds / unit();
  state.counters["ratio"] = declared / (seconds / unit());
}

void projection(benchmark::State& state, const std::string& name, const Sizes& size, bool classes) {
  const Task& both = task(size.n, size.d);
  const TrainingSet& data = classes ? both.by_class : both.by_distance;
  const auto method = projections::make(name);
  if (method->max_dimensions(size.d, size.n) < size.K) return state.SkipWithError("too many bits");
  unit();
  for (auto _ : state) {
    const double seconds =
        processor_seconds([&] { benchmark::DoNotOptimize(method->learn(data, size.K, Rng(1))); });
    report(state, method->work(work_sizes(data, size.K)), seconds);
  }
}

void quantiser(benchmark::State& state, const std::string& name, const Sizes& size, bool classes) {
  const Task& both = task(size.n, size.d);
  const TrainingSet& data = classes ? both.by_class : both.by_distance;
  const Hasher hasher = make_hasher("itq+" + name);
  const std::size_t dims = hasher.dimensions(size.K);
  const arma::fmat Y = hasher.projection().learn(data, dims, Rng(1))->project(data.X);
  unit();
  for (auto _ : state) {
    const double seconds = processor_seconds([&] {
      benchmark::DoNotOptimize(hasher.quantiser->learn({Y, data.S}, Rng(1)));
    });
    report(state, hasher.quantiser->work(work_sizes(data, dims)), seconds);
  }
}

const bool registered = [] {
  for (const Sizes& size : sizes) {
    for (const bool classes : {true, false}) {
      const std::string at = fmt::format("n={}/d={}/bits={}/{}", size.n, size.d, size.K,
                                         classes ? "class" : "epsilon");
      const auto add = [&](const std::string& name, auto measure) {
        benchmark::RegisterBenchmark(fmt::format("work/{}/{}", name, at).c_str(), measure)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
      };
      for (const auto& method : projections::learnable()) {
        if (!classes && method->supervision() == Supervision::labels) continue;
        const std::string name = method->info().name;
        add(name, [=](benchmark::State& state) { projection(state, name, size, classes); });
      }
      for (const auto& method : quantisers::all()) {
        const std::string name = method->info().name;
        add("+" + name, [=](benchmark::State& state) { quantiser(state, name, size, classes); });
      }
    }
  }
  return true;
}();

}  // namespace
