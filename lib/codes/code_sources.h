#pragma once

#include "lib/codes/code_file.h"
#include "lib/codes/packing.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// Shared by the readers of the individual formats.
namespace hashlab {

/// The properties of an open file of codes.
struct CodeTable {
  std::string path;
  CodeFormat format;
  std::size_t size = 0;
  std::string description;
  double buffer_bytes = 0;  ///< memory that ReadRows needs or holds in addition to its result
  CodeForm form = CodeForm::elements;
  std::vector<std::string> remarks = {};  ///< see CodeSource
};

/// A function that reads rows first .. first + count - 1 of a table into `out`.
template <typename T>
using ReadRows = std::function<void(std::size_t first, std::size_t count, T* out)>;

/// A source whose rows are packed codes, with the bits of each byte in `order`. A padding bit that
/// is set is an error when the row is read. If table.form is not CodeForm::packed, the file does
/// not state its bit order, so the message may suggest the other one.
std::unique_ptr<const CodeSource> packed_source(CodeTable table, BitOrder order,
                                                ReadRows<std::uint8_t> read);

/// A source with one element per bit. T is an integer type, float or double. If T is an integer
/// type, the element 1 is bit 1, the element `zero` (0 or -1) is bit 0, and any other is an error.
/// If T is float or double, `zero` is the threshold: numbers above it are bit 1, others are bit 0,
/// and NaN is an error. `expected` names the allowed elements in the error message: "0 or 1".
template <typename T>
std::unique_ptr<const CodeSource> element_source(CodeTable table, T zero, std::string expected,
                                                 ReadRows<T> read);

/// The format of codes of `bits` bits with digits of `digit_bits` bits; 0 means digits of one bit.
/// Errors:  invalid_argument naming the file if there is no such format: digits have more than 6
///          bits, `bits` is 0 or no multiple of the digits' bits, or distances could exceed 65535.
CodeFormat code_format(const std::string& path, std::size_t bits, std::size_t digit_bits);

/// The number of bits in a table with one element per bit, which is `columns`.
/// Errors:  invalid_argument if options.bits gives another number. If the table seems to be
///          transposed, the message says so.
std::size_t bits_of_columns(const std::string& path, std::size_t rows, std::size_t columns,
                            const CodeFileOptions& options);

/// The bit order that options.bit_order names; little if it is empty.
/// Errors:  invalid_argument if it is any other text than "little" or "big".
BitOrder bit_order(const CodeFileOptions& options);
const char* name_of(BitOrder order);

}  // namespace hashlab
