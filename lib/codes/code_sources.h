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

/// Reads rows first .. first + count - 1 of a table into `out`.
template <typename T>
using ReadRows = std::function<void(std::size_t first, std::size_t count, T* out)>;

/// A source whose rows are packed codes. If the table's form says that the file does not state the
/// bit order, an error message may suggest the other one.
std::unique_ptr<const CodeSource> packed_source(CodeTable table, BitOrder order,
                                                ReadRows<std::uint8_t> read);

/// A source with one element per bit. Integers must be 1 or `zero` (0 or -1), which are the bits 1
/// and 0. A real number above `zero` is bit 1, any other is bit 0. `expected` names the allowed
/// elements ("0 or 1") in the error message about any other element. T is an integer type, float or
/// double.
template <typename T>
std::unique_ptr<const CodeSource> element_source(CodeTable table, T zero, std::string expected,
                                                 ReadRows<T> read);

/// The format of codes of `bits` bits with digits of `digit_bits` bits.
/// Errors:  invalid_argument naming the file if there is no such format.
CodeFormat code_format(const std::string& path, std::size_t bits, std::size_t digit_bits);

/// The number of bits in a table with one element per bit, checked against the options.
/// Errors:  invalid_argument if they disagree; the message mentions it if the table seems to be
///          transposed.
std::size_t bits_of_columns(const std::string& path, std::size_t rows, std::size_t columns,
                            const CodeFileOptions& options);

/// Errors:  invalid_argument if `bit_order` is neither little nor big.
BitOrder bit_order(const CodeFileOptions& options);
const char* name_of(BitOrder order);

}  // namespace hashlab
