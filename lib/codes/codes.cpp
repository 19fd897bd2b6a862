#include "lib/codes/codes.h"

#include <algorithm>
#include <cstdlib>

namespace hashlab {

namespace {

std::size_t levels(std::size_t width) {
  return (std::size_t{1} << width) - 1;
}

// Digit by digit, for digits of different widths.
Codes thermometer_of_widths(const Codes& codes, std::size_t first, std::size_t n) {
  Codes unary({codes.format.max_distance(), 1}, n);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t from = 0, to = 0;
    for (const std::uint8_t width : codes.format.widths) {
      const std::uint64_t ones = (std::uint64_t{1} << codes.get(first + i, from, width)) - 1;
      unary.put(i, to, levels(width), ones);
      from += width;
      to += levels(width);
    }
  }
  return unary;
}

}  // namespace

std::size_t CodeFormat::max_distance() const {
  if (digit_bits != 0) return digits() * levels(digit_bits);
  std::size_t sum = 0;
  for (const std::uint8_t width : widths) sum += levels(width);
  return sum;
}

CodeFormat format_of_digits(std::span<const std::uint8_t> widths) {
  if (widths.empty()) return {};
  const std::size_t bits = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  const bool equal = std::all_of(widths.begin(), widths.end(),
                                 [&](std::uint8_t width) { return width == widths.front(); });
  if (equal) return {bits, widths.front()};
  return {bits, 0, {widths.begin(), widths.end()}};
}

void append_codes(Codes& codes, const Codes& more) {
  codes.n += more.n;
  codes.words.insert(codes.words.end(), more.words.begin(), more.words.end());
  codes.scalars.insert(codes.scalars.end(), more.scalars.begin(), more.scalars.end());
}

Codes codes_at(const Codes& codes, std::span<const std::uint32_t> positions) {
  Codes chosen(codes.format, positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::copy_n(codes.code(positions[i]), codes.n_words(),
                chosen.words.begin() + static_cast<std::ptrdiff_t>(i * codes.n_words()));
    std::copy_n(codes.scalars_of(positions[i]), codes.format.scalar_bytes, chosen.scalars_of(i));
  }
  return chosen;
}

unsigned distance(const Codes& a, std::size_t i, const Codes& b, std::size_t j) {
  unsigned sum = 0;
  const auto add = [&](std::size_t first, std::size_t width) {
    sum += static_cast<unsigned>(std::abs(static_cast<int>(a.get(i, first, width)) -
                                          static_cast<int>(b.get(j, first, width))));
  };
  // Computed once: calling the format for every digit would take as long as the digits.
  const std::size_t digits = a.format.digits(), B = a.format.digit_bits;
  if (B != 0) {
    for (std::size_t k = 0; k < digits; ++k) add(k * B, B);
    return sum;
  }
  std::size_t first = 0;
  for (const std::uint8_t width : a.format.widths) {
    add(first, width);
    first += width;
  }
  return sum;
}

Codes thermometer(const Codes& codes) {
  return codes.format.hamming() ? codes : thermometer(codes, 0, codes.n);
}

Codes thermometer(const Codes& codes, std::size_t first, std::size_t n) {
  if (codes.format.digit_bits == 0) return thermometer_of_widths(codes, first, n);
  const std::size_t B = codes.format.digit_bits, digits = codes.format.digits();
  const std::size_t T = levels(B);
  Codes unary({digits * T, 1}, n);
  // Several digits at a time, by table look-up.
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
