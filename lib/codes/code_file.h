#pragma once

#include "lib/codes/codes.h"
#include "lib/row_source.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Properties of a file of codes that the user states. Values that are not given are read from the
/// file. If the file does not hold them either, it is rejected: nothing is guessed.
struct CodeFileOptions {
  std::size_t bits = 0;             ///< expected code length; 0: that of the file
  std::size_t digit_bits = 0;       ///< bits of a digit, see CodeFormat; 0: as in the file, else 1
  std::string part;                 ///< "database" or "query", where one file holds both
  std::string bit_order;            ///< of packed bytes, if not in the file: "little" or "big"
  std::optional<double> threshold;  ///< a real number above it is bit 1; not given: 0
};

/// How a file stores the bits of its codes.
enum class CodeForm {
  packed,         ///< bytes of eight bits; the file states their bit order, as ours do
  packed_freely,  ///< bytes of eight bits; the file does not state their bit order
  packed_int8,    ///< as packed_freely, but the bytes are stored as signed integers
  elements,       ///< one element a bit
  real            ///< one real number a bit
};

/// A file of binary codes, whose columns are the bits; open_codes() opens it.
///
/// Hamming distances do not depend on the order of bits within packed bytes, as long as the padding
/// bits are where the order puts them. A padding bit that is set is an error; the message names the
/// other order if the file fits that one.
///
/// An example of description(): "NumPy |u1 60000 x 8: 64 packed bits, bit order little".
class CodeSource : public RowSource<Codes> {
 public:
  virtual const CodeFormat& format() const = 0;
  virtual CodeForm form() const = 0;
  /// Warnings about the values, each with its remedy: "no value is below 0 ...".
  virtual const std::vector<std::string>& remarks() const = 0;
  std::size_t columns() const final { return format().bits; }
};

/// Writes a file of codes in blocks (HDF5, not compressed, with the checksum of
/// lib/files/h5_seal.h):
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
