#include "lib/codes/codes.h"

#include <algorithm>
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
  const std::size_t B = codes.format.digit_bits, digits = codes.format.digits();
  const std::size_t T = (std::size_t{1} << B) - 1;
  Codes unary({digits * T, 1}, n);
  // Several digits at a time, by a table of what they become.
  const std::size_t at_once = B > 4 ? 1 : 8 / B;
  std::vector<std::uint64_t> table(std::size_t{1} << (B * at_once));
  for (std::size_t value = 0; value < table.size(); ++value) {
    for (std::size_t k = 0; k < at_once; ++k) {
      const std::uint64_t ones = (std::uint64_t{1} << (value >> (k * B) & T)) - 1;
      table[value] |= ones << (k * T);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < digits; k += at_once) {
      const std::size_t some = std::min(at_once, digits - k);
      unary.put(i, k * T, some * T, table[codes.get(first + i, k * B, some * B)]);
    }
  }
  return unary;
}

}  // namespace hashlab
