#pragma once

#include "lib/codes/code_file.h"
#include "lib/codes/packing.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

// What the readers of the single formats share.
namespace hashlab {

/// What is known of a file of codes once it is open.
struct CodeTable {
  std::string path;
  CodeFormat format;
  std::size_t size = 0;
  std::string description;
};

/// Reads rows first .. first + count of a table into `out`.
template <typename T>
using ReadRows = std::function<void(std::size_t first, std::size_t count, T* out)>;

/// A source whose rows are packed codes. `free_order`: the order was the user's to say, so that an
/// error may point to the other one.
std::unique_ptr<const CodeSource> packed_source(CodeTable table, BitOrder order, bool free_order,
                                                ReadRows<std::uint8_t> read);

/// A source with one element a bit. An integer is 1 or `zero`, which is 0 or -1; a real number is 1
/// if > 0. T is std::uint8_t, a signed integer, float or double. `expected` ends the message about
/// another element: "0 or 1".
template <typename T>
std::unique_ptr<const CodeSource> element_source(CodeTable table, T zero, std::string expected,
                                                 ReadRows<T> read);

/// The format of `bits` bits in digits as the options say.
/// Errors:  invalid_argument naming the file if there is no such format.
CodeFormat code_format(const std::string& path, std::size_t bits, std::size_t digit_bits);

/// The number of bits in a table with one element a bit, checked against the options.
/// Errors:  invalid_argument if they disagree; says so if the table seems to be transposed.
std::size_t bits_of_columns(const std::string& path, std::size_t rows, std::size_t columns,
                            const CodeFileOptions& options);

BitOrder bit_order(const CodeFileOptions& options);

std::unique_ptr<const CodeSource> open_h5_codes(const std::string& path,
                                                const CodeFileOptions& options);
std::unique_ptr<const CodeSource> open_npy_codes(const std::string& path,
                                                 const CodeFileOptions& options);

}  // namespace hashlab
