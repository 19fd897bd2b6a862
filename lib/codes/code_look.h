#pragma once

#include "lib/codes/code_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Codes from four evenly spaced places of a source, from its beginning to its end, or all codes of
/// a small source (`is_all`).
struct CodeSample {
  Codes codes;
  bool is_all = false;
};
/// Reads a sample of at most `at_most` >= 4 codes.
CodeSample sample_of(const CodeSource& source, std::size_t at_most = 1024);

/// The number of bits that are the same in all of these codes; 0 if there are no codes.
std::size_t constant_bits(const Codes& codes);

/// The result of compare_orders(): the mean Hamming distance, in bits, from the codes of one set to
/// their nearest codes in a packed set. `as_read` uses the packed codes as they were read;
/// `reversed` uses them with the bits of each byte in reverse order.
struct OrderDistances {
  double as_read = 0, reversed = 0;
};
/// Compares the bit order of `packed` with that of `others`: computes the mean distance from the
/// codes of `others` to their nearest codes of `packed` in both bit orders. A clearly smaller
/// distance for `reversed` suggests that the orders differ. Returns an empty optional if a byte
/// holds padding bits (these already determine the order), digits have more than one bit, the
/// formats differ, or one set has no codes.
std::optional<OrderDistances> compare_orders(const Codes& packed, const Codes& others);

/// Warnings for the user about two files of codes that are to be compared. Each is one line that
/// names the file and, in most cases, a remedy. There are warnings about
///
///   - the values (see CodeSource::remarks);
///   - bits that are the same in all codes examined, for a file without remarks;
///   - packed bytes of unknown bit order in one file, if the bit order of the other file is known;
///   - packed bytes in both files whose bit orders seem to differ;
///   - packed bytes that are signed in one file and unsigned in the other.
///
/// `bit_order` is CodeFileOptions::bit_order, empty if the user did not give it.
/// Cost:    reads at most 2048 codes of each file.
std::vector<std::string> look_at_codes(const CodeSource& database, const std::string& database_path,
                                       const CodeSource& query, const std::string& query_path,
                                       const std::string& bit_order);

/// True if both have the same format and the first rows of `source` equal all rows of `other`, in
/// order.
/// Cost:    reads both files up to the first difference.
bool begins_with(const CodeSource& source, const CodeSource& other);

}  // namespace hashlab
