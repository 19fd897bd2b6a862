#pragma once

#include "lib/codes/code_sources.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace hashlab {

/// A table of numbers in a file of another program, one code per row, with random access to rows.
struct NumberTable {
  std::string path;     ///< for messages; with the name of the array if the file has several
  std::string program;  ///< the format of the file: "NumPy", "HDF5", ...
  std::string text;     ///< "|u1 60000 x 8": elements and shape, for messages
  char kind = 'u';      ///< type of elements: 'b' bool, 'i' signed, 'u' unsigned, 'f' real
  std::size_t element_bytes = 1;  ///< 1, 2, 4 or 8 (bool: 1, real: 4 or 8)
  bool is_list = false;           ///< true if the array has one dimension: one number per row
  std::size_t rows = 0, columns = 0;
  double buffer_bytes = 0;  ///< memory that `read` needs or holds in addition to its result
  ReadRows<void> read;      ///< reads rows as elements of the file's own type, row-major
};

/// The codes that a table of numbers holds. Without options.bits they are read as follows:
///
///   bool               one element per bit
///   uint8              packed bytes; a table of only 0 and 1, or only 0 and 255, is an error
///   int8               packed bytes in two's complement if most elements are neither -1, 0 nor 1
///   integers of 16     packed, low byte first, if an element has a magnitude of at least 2^12
///   to 64 bits         (16 bits), 2^24 (32 bits) or 2^32 (64 bits)
///   other integers     one element per bit: 0 and 1, or -1 and 1
///   real numbers       bit 1 if above options.threshold, which is 0 if it is not given
///
/// For int8 and wider integers, a sample of rows from the beginning to the end of the table decides
/// whether they are packed.
///
/// If options.bits is given, integers are read as follows. If it is the number of columns, they
/// have one element per bit; a single column of uint8 with options.bit_order is packed instead. If
/// it is another number, they are packed: a row must have at least that many bits, and fewer
/// without its last integer. The surplus bits of the last integer must be 0.
///
/// Errors:  invalid_argument or corrupt_file if the options contradict the table, if the elements
///          fit none of these forms, or if the table may be read in two ways. Reading a row is an
///          error if it holds an element or a surplus bit that is not allowed.
std::unique_ptr<const CodeSource> codes_of_numbers(NumberTable table,
                                                   const CodeFileOptions& options);

}  // namespace hashlab
