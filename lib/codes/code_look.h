#pragma once

#include "lib/codes/code_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Codes from the beginning, the middle and the end of a source, or all of a small one.
struct CodeSample {
  Codes codes;
  bool is_all = false;
};
CodeSample sample_of(const CodeSource& source, std::size_t at_most = 1024);

/// The number of bits that are the same in all of these codes.
std::size_t constant_bits(const Codes& codes);

/// Mean Hamming distance, in bits, from each code of `others` to its nearest code of `packed`: as
/// read, and with the bits of each byte of `packed` reversed.
struct OrderDistances {
  double as_read = 0, reversed = 0;
};
/// None if a byte holds padding, which decides the order by itself, or if digits have more bits.
std::optional<OrderDistances> compare_orders(const Codes& packed, const Codes& others);

/// What a user should know of two files of codes before they are compared, a line each that names
/// the file and the remedy: remarks on values, bits that are the same in all codes, packed bytes
/// beside single bits in an order that neither file says, signed beside unsigned bytes.
/// `bit_order`: that of the options, empty if the user did not say it.
/// Cost:    reads a thousand codes of each, or two.
std::vector<std::string> look_at_codes(const CodeSource& database, const std::string& database_path,
                                       const CodeSource& query, const std::string& query_path,
                                       const std::string& bit_order);

/// Do the first rows of a source, as many as the other has, hold the other's codes in order?
/// Cost:    reads both up to the first difference.
bool begins_with(const CodeSource& source, const CodeSource& other);

}  // namespace hashlab
