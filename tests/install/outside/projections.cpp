// Prints a checksum of what each of ten methods projects. The project has a lib/types.h of its own
// and flags that change sums; neither may change the library's numbers.
#include "lib/types.h"

#include <hashlab/data.h>
#include <hashlab/hashers.h>
#include <hashlab/metrics.h>
#include <hashlab/version.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>

using namespace hashlab;
using namespace hashlab::hashers;

int main() {
  const OneBlasThread one_thread;
  const Dataset data = make_synthetic({.n = 600, .d = 48});
  Rows all(data.size());
  std::iota(all.begin(), all.end(), 0u);
  const arma::fvec mean = mean_of_rows(data.features, all);
  const TrainingSet training{centred_rows(data.features, all, mean),
                             class_neighbours(data.labels, all), data.labels};
  std::printf("hashlab %s, headers %s, %s\n", version(), HASHLAB_VERSION, own_header());
  for (const char* name :
       {"lsh", "pca", "itq", "isoh", "dsh", "sklsh", "sph", "sh", "agh", "itq-cca"}) {
    const Hasher hasher = make_hasher(std::string(name) + "+sbq");
    const arma::fmat Y = hasher.projection().learn(training, 16, Rng(1))->project(training.X);
    std::uint64_t sum = 0;
    for (const float y : Y) {
      std::uint32_t bits;
      std::memcpy(&bits, &y, sizeof bits);
      sum = sum * 1099511628211u + bits;
    }
    std::printf("%-8s %016" PRIx64 "\n", name, sum);
  }
}
