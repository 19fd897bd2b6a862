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

/// The mean Hamming distance, in bits, from each code of `others` to its nearest code of `packed`,
/// once with `packed` as read and once with the bits of each of its bytes reversed.
struct OrderDistances {
  double as_read = 0, reversed = 0;
};
/// Returns an empty optional if a byte holds padding bits, because these already determine the
/// order, if digits have more than one bit, if the formats differ, or if there are no codes.
std::optional<OrderDistances> compare_orders(const Codes& packed, const Codes& others);

/// Warnings for the user about two files of codes that are to be compared. Each is one line that
/// names the file and the remedy. There are warnings about
///
///   - the values (see CodeSource::remarks);
///   - bits that are the same in all codes examined;
///   - bit orders that seem to differ, or one file whose packed bytes have an unknown bit order
///     although that of the other file is known;
///   - packed bytes that are signed in one file and unsigned in the other.
///
/// `bit_order` is that of the options, empty if the user did not give it.
/// Cost:    reads one or two thousand codes of each file.
std::vector<std::string> look_at_codes(const CodeSource& database, const std::string& database_path,
                                       const CodeSource& query, const std::string& query_path,
                                       const std::string& bit_order);

/// True if the first rows of `source` equal all rows of `other`, in order.
/// Cost:    reads both up to the first difference.
bool begins_with(const CodeSource& source, const CodeSource& other);

}  // namespace hashlab
