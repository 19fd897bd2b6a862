#include "hashers/hasher.h"

#include <algorithm>

namespace hashlab {
namespace {

// Bits of one region: natural binary, or 01, 00, 10 for regions 0, 1, 2 (read as a number).
unsigned region_code(Quantisation::Codebook codebook, unsigned region) {
  if (codebook == Quantisation::Codebook::natural) return region;
  constexpr unsigned double_bit[] = {0b01, 0b00, 0b10};
  return double_bit[region];
}

std::size_t bits_for(std::size_t thresholds) {
  std::size_t bits = 0;
  while ((std::size_t{1} << bits) < thresholds + 1) ++bits;
  return bits;
}

}  // namespace

void Projection::describe(Options&) {}
void Quantiser::describe(Options&) {}

Codes Quantisation::encode(const arma::fmat& Y) const {
  const std::size_t B = bits_for(thresholds.empty() ? 1 : thresholds.front().size());
  const bool hamming = B == 1 || codebook == Codebook::double_bit;
  Codes codes({thresholds.size() * B, hamming ? 1 : B}, Y.n_rows);
  std::vector<unsigned> region(Y.n_rows);
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    const float* y = Y.colptr(k);
    std::fill(region.begin(), region.end(), 0u);
    for (const double t : thresholds[k]) {
      for (std::size_t i = 0; i < Y.n_rows; ++i) region[i] += y[i] > t ? 1u : 0u;
    }
    for (std::size_t i = 0; i < Y.n_rows; ++i) {
      codes.put(i, k * B, B, region_code(codebook, region[i]));
    }
  }
  return codes;
}

}  // namespace hashlab
