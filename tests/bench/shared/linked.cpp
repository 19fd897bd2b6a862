// CPU seconds of three tasks through the library: learning and encoding, searching, and the mean
// average precision of rankings. tests/bench/shared/compare runs it linked in two ways.
#include "hashers/model.h"
#include "lib/blas.h"
#include "lib/data/centre.h"
#include "lib/data/synthetic.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "lib/types.h"

#include <cstdio>
#include <ctime>
#include <numeric>

using namespace hashlab;
using namespace hashlab::hashers;

namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename Task>
void measure(const char* name, Task task) {
  const double begun = cpu_seconds();
  const double result = task();
  std::printf("%s %.6f %.10g\n", name, cpu_seconds() - begun, result);
}

}  // namespace

int main() {
  const OneBlasThread one_thread;
  const Dataset data = make_synthetic({.n = 60000, .d = 128});
  Rows training(5000), queries(1000), all(data.size());
  std::iota(training.begin(), training.end(), 0u);
  std::iota(queries.begin(), queries.end(), 0u);
  std::iota(all.begin(), all.end(), 0u);
  const arma::fvec mean = mean_of_rows(data.features, training);
  Model model;
  Codes codes;
  measure("encode", [&] {
    model = learn_model(make_hasher("itq+sbq"), 64,
                        {centred_rows(data.features, training, mean), {}}, mean, Rng(1), Rng(2));
    for (int i = 0; i < 15; ++i) codes = model.encode(data.features);
    return static_cast<double>(codes.words[7] % 1000003);
  });
  const Codes asked = codes_at(codes, queries);
  measure("search", [&] {
    double sum = 0;
    for (int i = 0; i < 10; ++i) {
      const Neighbours found = top_k(asked, codes, 100, active_kernel());
      sum += found.distances[17];
    }
    return sum;
  });
  const Relevance relevance = class_relevance(data.labels, queries, all);
  measure("map", [&] {
    double sum = 0;
    for (int i = 0; i < 10; ++i) {
      sum += metric("map").value(rank_counts(asked, codes, relevance, active_kernel()));
    }
    return sum;
  });
}
