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
  return codes.format.digit_bits == 1 ? codes : thermometer(codes, 0, codes.n);
}

Codes thermometer(const Codes& codes, std::size_t first, std::size_t n) {
  const std::size_t B = codes.format.digit_bits;
  const std::size_t T = (std::size_t{1} << B) - 1;
  Codes unary({codes.format.digits() * T, 1}, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < codes.format.digits(); ++k) {
      const std::uint64_t ones = (std::uint64_t{1} << codes.digit(first + i, k)) - 1;
      unary.put(i, k * T, T, ones);
    }
  }
  return unary;
}

}  // namespace hashlab
