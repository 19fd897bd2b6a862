#include "lib/codes/codes.h"

#include <cstdlib>

namespace hashlab {

unsigned distance(const Codes& a, std::size_t i, const Codes& b, std::size_t j) {
  unsigned sum = 0;
  for (std::size_t k = 0; k < a.format.digits(); ++k) {
    sum += static_cast<unsigned>(
        std::abs(static_cast<int>(a.digit(i, k)) - static_cast<int>(b.digit(j, k))));
  }
  return sum;
}

Codes thermometer(const Codes& codes) {
  const std::size_t B = codes.format.digit_bits;
  if (B == 1) return codes;
  const std::size_t T = (std::size_t{1} << B) - 1;
  Codes unary({codes.format.digits() * T, 1}, codes.n);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t k = 0; k < codes.format.digits(); ++k) {
      const std::uint64_t ones = (std::uint64_t{1} << codes.digit(i, k)) - 1;
      unary.put(i, k * T, T, ones);
    }
  }
  return unary;
}

}  // namespace hashlab
