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
  std::string program;  ///< "NumPy", "HDF5": which format the file has
  std::string text;     ///< "|u1 60000 x 8": elements and shape, for messages
  char kind = 'u';      ///< of the elements: 'b' bool, 'i' signed, 'u' unsigned, 'f' real
  std::size_t element_bytes = 1;  ///< 1, 2, 4 or 8 (bool: 1, real: 4 or 8)
  bool is_list = false;           ///< one number a row, without a second dimension
  std::size_t rows = 0, columns = 0;
  double buffer_bytes = 0;  ///< memory that `read` needs or holds in addition to its result
  ReadRows<void> read;      ///< elements of the file's own type, row-major
};

/// The codes that a table of numbers holds:
///
///   bool, or integers of 0 and 1, or of -1 and 1   one element a bit
///   uint8            packed, unless `bits` is the number of columns or all are 0 and 1
///   int8             packed if most elements are neither -1, 0 nor 1: a byte's two's complement
///   16 to 64 bits    packed, low byte first, if an element of a sample has a magnitude of at
///                    least 2^12 (16 bits), 2^24 (32) or 2^32 (64), as int(hash) gives; `bits`
///                    may be less than the bits of the integers
///   real numbers     1 if above options.threshold, which is 0 if it is not given
///
/// Errors:  invalid_argument or corrupt_file, saying what to do, if the options contradict the
///          table, or it may be read in two ways.
std::unique_ptr<const CodeSource> codes_of_numbers(NumberTable table,
                                                   const CodeFileOptions& options);

}  // namespace hashlab
