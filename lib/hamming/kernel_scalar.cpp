#include "lib/hamming/kernels.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace hashlab {
namespace {

bool supported() {
  return true;
}

// This loop defines what is right; every other kernel is tested against it.
void scan(const std::uint64_t* query, const std::uint64_t* base, std::size_t n, std::size_t words,
          std::uint16_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    int distance = 0;
    for (std::size_t w = 0; w < words; ++w) {
      distance += std::popcount(query[w] ^ base[i * words + w]);
    }
    out[i] = static_cast<std::uint16_t>(distance);
  }
}

}  // namespace

const Kernel kernel_scalar = {"scalar", supported, scan};

}  // namespace hashlab
