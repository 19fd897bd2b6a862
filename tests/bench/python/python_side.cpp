// The C++ side of tests/bench/python_bench.py: does the work that a line of standard input names,
// on the numbers that the Python side has, and prints the CPU time in seconds (user and system).
#include "experiments/learn/learn_from.h"
#include "lib/blas.h"
#include "lib/data/dataset.h"
#include "lib/data/synthetic.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"

#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <string>

namespace {

using namespace hashlab;

constexpr std::size_t n = 1'000'000, n_queries = 1000, n_ranked = 59'000;

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

hashers::Model train(const Dataset& base) {
  experiments::TrainInput input;
  input.place = "the data set";
  input.name = base.name;
  input.n = base.size();
  input.checksum = content_checksum(base);
  input.rows.resize(base.size());
  std::iota(input.rows.begin(), input.rows.end(), 0u);
  input.training = input.rows;
  input.X = base.features;
  experiments::TrainSettings settings;
  settings.hasher = "itq+sbq";
  settings.bits = 64;
  return experiments::learn_from(input, settings).models.front();
}

Codes part_of(const Codes& codes, std::size_t first, std::size_t count) {
  Codes part(codes.format, count);
  std::copy_n(codes.code(first), count * codes.n_words(), part.words.begin());
  return part;
}

}  // namespace

int main() {
  const OneBlasThread one_thread;
  SyntheticSettings settings;
  settings.n = 1000;
  settings.seed = 1;
  const Dataset base = make_synthetic(settings);
  Features X(base.dimensions(), n, arma::fill::none);
  for (std::size_t i = 0; i < n; ++i) {
    X.col(i) = base.features.col(i % 1000) + static_cast<float>(i % 1009) / 1009.0F;
  }
  const hashers::Model model = train(base);
  const Codes codes = model.encode(X), queries = part_of(codes, 0, n_queries),
              ranked = part_of(codes, n_queries, n_ranked);
  Labels of_queries, of_ranked;
  for (std::size_t i = 0; i < n_queries + n_ranked; ++i) {
    (i < n_queries ? of_queries : of_ranked).single.push_back(static_cast<std::int32_t>(i % 10));
  }
  const Relevance relevance = class_relevance(of_queries, of_ranked);
  const Metric map = metric("map");
  double sum = 0;  // of results, so that no work is left out
  const std::map<std::string, std::function<void()>> works = {
      {"encode", [&] { sum += static_cast<double>(model.encode(strided(X)).words[1]); }},
      {"search", [&] { sum += top_k(queries, codes, 10, active_kernel()).distances[1]; }},
      {"map", [&] { sum += map.value(rank_counts(queries, ranked, relevance, active_kernel())); }}};
  for (std::string line; std::getline(std::cin, line);) {
    const double begin = cpu_seconds();
    works.at(line)();
    fmt::print("{}\n", cpu_seconds() - begin);
    std::fflush(stdout);
  }
  return sum < 0 ? 1 : 0;
}
