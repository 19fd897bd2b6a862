#pragma once

#include "lib/codes/codes.h"
#include "lib/row_source.h"

#include <memory>
#include <string>

namespace hashlab {

/// What the user states about a file of codes. Whatever is left out is read from the file; if the
/// file does not say either, it is refused: nothing is guessed.
struct CodeFileOptions {
  std::size_t bits = 0;        ///< expected code length; 0: what the file says
  std::size_t digit_bits = 0;  ///< bits of a digit, see CodeFormat; 0: what the file says, else 1
  std::string part;            ///< "database" or "query", where one file holds both
  std::string bit_order;       ///< of packed bytes, if the file does not say: "little" or "big"
};

/// A file of binary codes, whose columns are the bits:
///
///   our own HDF5      written by CodeWriter, or the codes stored in a result cell
///   NumPy .npy        N x ceil(bits / 8) uint8, packed; N x bits bool; N x bits of -1 and 1, or of
///                     0 and 1; N x bits real numbers, whose sign is the bit (> 0 is 1)
///   HDF5 with /train and /test   as ann-benchmarks stores Hamming data: N x bits bool, or uint8 of
///                     0 and 1; the root's attribute distance is "hamming"
///
/// Hamming distances do not depend on the order of bits within packed bytes, as long as the padding
/// bits are where the order puts them. A padding bit that is set is an error; the message names the
/// other order if the file fits that one. An array of uint8 is packed unless `bits` is its number
/// of columns.
///
/// Its description is such as "NumPy |u1 60000 x 8, packed, bit order little".
class CodeSource : public RowSource<Codes> {
 public:
  virtual const CodeFormat& format() const = 0;
  std::size_t columns() const final { return format().bits; }
};

/// Opens a file of codes; the format is recognised from the content.
/// Errors:  not_found, unreadable, corrupt_file, or invalid_argument if the options contradict the
///          file or are incomplete; the message says which option to give.
std::unique_ptr<const CodeSource> open_codes(const std::string& path,
                                             const CodeFileOptions& options);

/// Writes a file of codes in blocks (HDF5, sealed, not compressed):
///
///   attributes of the root group   bits, digit-bits: numbers; kind = "hashlab codes"
///   /digit-widths   uint8 [digits]   bits of each digit; only where they differ, and then there is
///                                    no attribute digit-bits
///   /codes   uint8 [n x ceil(bits / 8)]   bit j = byte j / 8, position j % 8, padding bits 0
///
/// The file appears under its name only when finish() has returned.
class CodeWriter {
 public:
  /// Errors:  io_error if the file cannot be created.
  CodeWriter(const std::string& path, const CodeFormat& format);
  ~CodeWriter();  ///< an unfinished file is removed
  /// Errors:  invalid_argument if the codes have another format, io_error.
  void append(const Codes& codes);
  /// Errors:  io_error; the unfinished file is then removed.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
