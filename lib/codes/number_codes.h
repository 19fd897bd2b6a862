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

/// The codes that a table of numbers holds. Without options.bits they are read as follows:
///
///   bool               one element per bit
///   uint8              packed bytes; a table of only 0 and 1, or only 0 and 255, is an error
///   int8               packed bytes in two's complement if most elements are neither -1, 0 nor 1
///   integers of 16     packed, low byte first, if an element has a magnitude of at least 2^12
///   to 64 bits         (16 bits), 2^24 (32) or 2^32 (64), as in hashes stored as integers
///   other integers     one element per bit: 0 and 1, or -1 and 1
///   real numbers       bit 1 if above options.threshold, which is 0 if it is not given
///
/// Whether int8 or wider integers are packed is decided by elements from the beginning, the middle
/// and the end of the table. With options.bits, integers have one element per bit if it is the
/// number of columns. They are packed if a row has at least so many bits and its last integer is
/// needed for them; the surplus bits must be 0.
///
/// Errors:  invalid_argument or corrupt_file, saying what to do, if the options contradict the
///          table, or it may be read in two ways.
std::unique_ptr<const CodeSource> codes_of_numbers(NumberTable table,
                                                   const CodeFileOptions& options);

}  // namespace hashlab
