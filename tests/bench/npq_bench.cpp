// Training a quantiser on one dimension of 2,000 points. Thesis Table 4.6 gives 0.180, 0.225 and
// 0.639 s a dimension for T = 1, 3, 15 by evolutionary search. Includes sorting and reading S.

#include "hashers/registry.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace hashlab;
using namespace hashlab::hashers;

struct Sample {
  arma::fmat Y;  // n x 1
  NeighbourGraph S;
};

// Clusters of differing tightness in 32 dimensions, and all pairs below the distance that gives 15
// neighbours a point: a few dense clusters own most pairs, as with image descriptors.
Sample make_sample(std::size_t n) {
  constexpr std::size_t d = 32, clusters = 40, neighbours = 15;
  Rng rng = Rng(2016).stream("bench.npq");
  arma::fmat centres(d, clusters);
  for (float& x : centres) x = static_cast<float>(rng.normal());
  std::vector<float> width(clusters);
  for (float& w : width) w = static_cast<float>(0.2 + 1.2 * rng.uniform());
  arma::fmat X(d, n);
  for (arma::uword i = 0; i < n; ++i) {
    const std::size_t c = rng.below(clusters);
    for (arma::uword k = 0; k < d; ++k) {
      X(k, i) = centres(k, c) + width[c] * static_cast<float>(rng.normal());
    }
  }
  arma::fmat distances(n, n);
  std::vector<float> all;
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      distances(i, j) = distances(j, i) = arma::accu(arma::square(X.col(i) - X.col(j)));
      all.push_back(distances(i, j));
    }
  }
  const auto nth = all.begin() + static_cast<std::ptrdiff_t>(n * neighbours / 2);
  std::nth_element(all.begin(), nth, all.end());
  Sample sample;
  for (arma::uword i = 0; i < n; ++i) {
    std::vector<std::uint32_t> list;
    for (arma::uword j = 0; j < n; ++j) {
      if (i != j && distances(j, i) < *nth) list.push_back(static_cast<std::uint32_t>(j));
    }
    sample.S.append(list);
  }
  arma::fvec w(d);
  for (float& x : w) x = static_cast<float>(rng.normal());
  sample.Y = X.t() * w;
  return sample;
}

using Settings = std::vector<std::pair<std::string, std::string>>;

void train(benchmark::State& state, std::unique_ptr<Quantiser> (*make)(),
           const Settings& settings) {
  static const Sample sample = make_sample(2000);
  const auto quantiser = make();
  Options options;
  quantiser->describe(options);
  for (const auto& [key, value] : settings) options.set(key, value);
  for (auto _ : state) {
    benchmark::DoNotOptimize(quantiser->learn({sample.Y, sample.S}, Rng(1)));
  }
}

void add(const std::string& name, std::unique_ptr<Quantiser> (*make)(), const Settings& settings) {
  benchmark::RegisterBenchmark(name.c_str(), [make, settings](benchmark::State& state) {
    train(state, make, settings);
  })->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool registered = [] {
  for (const std::string solver : {"exact", "evolution", "annealing"}) {
    for (const std::string T : {"1", "2", "3", "7", "15"}) {
      add(fmt::format("npq/solver:{}/thresholds:{}/n:2000", solver, T), quantisers::npq,
          {{"solver", solver}, {"thresholds", T}});
    }
  }
  for (const std::string T : {"2", "3"}) {
    add(fmt::format("npq/solver:exact/alpha:0.8/thresholds:{}/n:2000", T), quantisers::npq,
        {{"alpha", "0.8"}, {"thresholds", T}});
  }
  for (const std::string T : {"3", "15"}) {
    add(fmt::format("mhq/thresholds:{}/n:2000", T), quantisers::mhq, {{"thresholds", T}});
  }
  add("dbq/n:2000", quantisers::dbq, {});
  return true;
}();

}  // namespace
