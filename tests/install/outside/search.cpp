// Learns ITQ, encodes N samples, and finds the ten nearest codes by an index and by a scan.
#include <hashlab/codes.h>
#include <hashlab/data.h>
#include <hashlab/hashers.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace hashlab;
using namespace hashlab::hashers;

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000, n_queries = 100;
  const Dataset sample = make_synthetic({.n = 20000, .d = 64});
  Rows all(sample.size());
  std::iota(all.begin(), all.end(), 0u);
  const arma::fvec mean = mean_of_rows(sample.features, all);
  const Model model =
      learn_model(make_hasher("itq+sbq"), 64, {centred_rows(sample.features, all, mean), {}}, mean,
                  Rng(1), Rng(2));
  Codes database(model.quantisation.format(), n);
  for (std::size_t first = 0; first < n; first += sample.size()) {  // noisy copies, block by block
    arma::arma_rng::set_seed(static_cast<unsigned>(first));
    const Features block = sample.features + 0.5f * arma::randn<Features>(64, sample.size());
    const Codes codes = model.encode(block);
    std::copy_n(codes.words.begin(), std::min(sample.size(), n - first) * codes.n_words(),
                database.words.begin() + static_cast<std::ptrdiff_t>(first * codes.n_words()));
  }
  const Codes queries = model.encode(sample.features.head_cols(n_queries));
  const MultiIndex index(database);
  const Neighbours by_index = index.top_k(queries, 10, active_kernel()).neighbours;
  const Neighbours by_scan = top_k(queries, database, 10, active_kernel());
  std::printf("%zu codes, %s, nearest at distance %d\n", database.n,
              by_index == by_scan ? "index and scan agree" : "index and scan DIFFER",
              by_scan.distances.front());
  return by_index == by_scan ? 0 : 1;
}
