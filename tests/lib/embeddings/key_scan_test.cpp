#include "lib/embeddings/key_scan.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace hashlab::key_scan_test {
namespace {

std::vector<std::uint32_t> large_keys(const std::vector<float>& g, const std::vector<float>& h,
                                      float threshold) {
  std::vector<std::uint32_t> large;
  for (std::uint32_t i = 0; i < g.size(); ++i) {
    if ((h.empty() ? g[i] : g[i] - h[i]) >= threshold) large.push_back(i);
  }
  return large;
}

std::vector<std::uint32_t> found_by(const KeyScan& kernel, const std::vector<float>& g,
                                    const std::vector<float>& h, float threshold) {
  std::vector<std::uint32_t> large, chunk(KeyScan::chunk);
  std::size_t begin = 0;
  while (const std::size_t n = kernel.next(g.data(), h.empty() ? nullptr : h.data(), g.size(),
                                           threshold, begin, chunk.data())) {
    CHECK(n <= KeyScan::chunk);
    large.insert(large.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(n));
  }
  CHECK(begin == g.size());
  return large;
}

}  // namespace

TEST_CASE("key scan: every kernel finds all large keys") {
  Rng rng(1);
  for (const std::size_t n : {0u, 1u, 31u, 32u, 33u, 100u, 517u}) {
    std::vector<float> g(n), h(n);
    for (float& x : g) x = static_cast<float>(rng.below(50));
    for (float& x : h) x = static_cast<float>(rng.below(50));
    for (const KeyScan* kernel : all_key_scans()) {
      if (!kernel->supported()) continue;
      CAPTURE(kernel->name);
      CAPTURE(n);
      for (const float threshold : {-std::numeric_limits<float>::infinity(), 0.F, 47.F, 60.F}) {
        CHECK(found_by(*kernel, g, {}, threshold) == large_keys(g, {}, threshold));
        CHECK(found_by(*kernel, g, h, threshold) == large_keys(g, h, threshold));
      }
    }
  }
}

}  // namespace hashlab::key_scan_test
