#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace hashlab {

/// The format of codes, which determines their distance. A code is a sequence of digits of
/// `digit_bits` bits each. With digit_bits = 1, codes are compared by Hamming distance. With
/// digit_bits = B > 1, they are compared by the Manhattan distance between the digits, read as
/// natural binary numbers 0 .. 2^B - 1 (Kong, Li & Guo, SIGIR 2012). If digits have different
/// widths (Moran, Lavrenko & Osborne, ACL 2013), digit_bits is 0, `widths` gives the bits of each
/// digit, and the distance is again the Manhattan distance.
///
/// Codes of quantisers that code a vector as a whole are not compared with codes at all: queries of
/// real values estimate their distances (see lib/ranking/estimates.h). Such a format has
/// by_estimate set, digits of up to 8 bits, and scalar_bytes bytes of scalars beside each code.
struct CodeFormat {
  std::size_t bits = 0;        ///< stored bits of a code: digits x digit_bits, or the sum of widths
  std::size_t digit_bits = 1;  ///< 1 .. 6 (8 if by_estimate), or 0 if `widths` is used
  std::vector<std::uint8_t> widths = {};  ///< bits of each digit; empty if all have digit_bits
  bool by_estimate = false;               ///< only queries of real values are compared with codes
  std::size_t scalar_bytes = 0;           ///< beside each code; 0 unless by_estimate

  bool hamming() const { return digit_bits == 1 && !by_estimate; }
  /// The bytes that an item takes.
  std::size_t bytes() const { return (bits + 7) / 8 + scalar_bytes; }
  std::size_t digits() const { return digit_bits == 0 ? widths.size() : bits / digit_bits; }
  /// Bits of digit k.
  std::size_t width(std::size_t k) const { return digit_bits == 0 ? widths[k] : digit_bits; }
  /// The position of the first bit of digit k. Cost: O(k) if widths differ.
  std::size_t first_bit(std::size_t k) const {
    if (digit_bits != 0) return k * digit_bits;
    return std::accumulate(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(k),
                           std::size_t{0});
  }
  std::size_t n_words() const { return (bits + 63) / 64; }
  /// Largest possible distance: `bits` for Hamming, the sum of 2^B - 1 over the digits for
  /// Manhattan, where B is the width of the digit.
  std::size_t max_distance() const;
  bool operator==(const CodeFormat&) const = default;
};

/// The format of codes whose digits have these widths. If all widths are equal, digit_bits is set
/// instead of `widths`, so that each format has a single representation.
CodeFormat format_of_digits(std::span<const std::uint8_t> widths);

/// n binary codes. Code i is words[i * n_words() .. (i + 1) * n_words()). Its bit j is at position
/// j % 64 of word floor(j / 64). Digit k begins with its least significant bit, which is bit
/// format.first_bit(k) of the code.
/// Invariant: words.size() == n * n_words(), and the bits of a code from position `format.bits` on
/// are zero, so that distances need no mask.
struct Codes {
  CodeFormat format;
  std::size_t n = 0;
  std::vector<std::uint64_t> words;
  std::vector<std::uint8_t> scalars;  ///< format.scalar_bytes for each code, code by code

  Codes() = default;
  Codes(CodeFormat f, std::size_t count)
      : format(std::move(f)),
        n(count),
        words(count * format.n_words()),
        scalars(count * format.scalar_bytes) {}

  std::size_t n_words() const { return format.n_words(); }
  const std::uint64_t* code(std::size_t i) const { return words.data() + i * n_words(); }
  /// The scalars of code i, format.scalar_bytes bytes.
  const std::uint8_t* scalars_of(std::size_t i) const {
    return scalars.data() + i * format.scalar_bytes;
  }
  std::uint8_t* scalars_of(std::size_t i) { return scalars.data() + i * format.scalar_bytes; }
  bool bit(std::size_t i, std::size_t j) const { return (code(i)[j / 64] >> (j % 64)) & 1; }
  void set_bit(std::size_t i, std::size_t j) { put(i, j, 1, 1); }

  /// The number in bits first .. first + width - 1 of code i, lowest bit first; 1 <= width <= 63.
  std::uint64_t get(std::size_t i, std::size_t first, std::size_t width) const {
    const std::uint64_t* word = code(i) + first / 64;
    const std::size_t shift = first % 64;
    std::uint64_t value = word[0] >> shift;
    if (shift > 64 - width) value |= word[1] << (64 - shift);
    return value & ((std::uint64_t{1} << width) - 1);
  }
  /// Stores `value` < 2^width in bits first .. first + width - 1 of code i, lowest bit first; 1 <=
  /// width <= 64. These bits must be zero before the call.
  void put(std::size_t i, std::size_t first, std::size_t width, std::uint64_t value) {
    std::uint64_t* word = words.data() + i * n_words() + first / 64;
    const std::size_t shift = first % 64;
    word[0] |= value << shift;
    if (shift > 64 - width) word[1] |= value >> (64 - shift);
  }

  /// Digit k of code i, in 0 .. 2^B - 1 for a digit of B bits. Cost: O(k) if widths differ.
  unsigned digit(std::size_t i, std::size_t k) const {
    return static_cast<unsigned>(get(i, format.first_bit(k), format.width(k)));
  }
};

/// Adds the codes of `more`, which must have the same format, behind those of `codes`.
void append_codes(Codes& codes, const Codes& more);

/// The codes at these positions, in the order of `positions`.
Codes codes_at(const Codes& codes, std::span<const std::uint32_t> positions);

/// The distance between code i of a and code j of b, computed digit by digit from the definition:
/// the reference for the tests of all faster implementations. Requires a.format == b.format.
unsigned distance(const Codes& a, std::size_t i, const Codes& b, std::size_t j);

/// The same codes in thermometer code: a digit v of B bits becomes v ones (in the lower bits) and
/// 2^B - 1 - v zeros. The Hamming distance between thermometer codes equals the Manhattan distance
/// between the digits, so a Hamming kernel can rank any codes. Codes whose digits have one bit are
/// returned unchanged.
Codes thermometer(const Codes& codes);
/// The thermometer codes of codes first .. first + n - 1.
Codes thermometer(const Codes& codes, std::size_t first, std::size_t n);

}  // namespace hashlab
