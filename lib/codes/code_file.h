#pragma once

#include "lib/codes/codes.h"
#include "lib/row_source.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Properties of a file of codes that the user states. Values that are not given are read or
/// deduced from the file, or have the defaults below. A file that can still be read in two ways is
/// rejected.
struct CodeFileOptions {
  std::size_t bits = 0;             ///< expected code length; 0: that of the file
  std::size_t digit_bits = 0;       ///< bits of a digit, see CodeFormat; 0: those of the file, or 1
                                    ///< if the file does not give them
  std::string part;                 ///< "database" or "query", if one file holds both
  std::string bit_order;            ///< "little" or "big" (see BitOrder), for packed bytes in a
                                    ///< file that does not give it; empty: little for digits of
                                    ///< one bit, an error for wider digits
  std::optional<double> threshold;  ///< real numbers above it are bit 1, others bit 0; if it
                                    ///< is not given, it is 0
  std::string bits_setting = "--bits ";  ///< what the user writes before `bits`, for messages
};

/// How a file stores the bits of its codes.
enum class CodeForm {
  packed,         ///< bytes of eight bits; the file states their bit order, as files of CodeWriter
                  ///< do
  packed_freely,  ///< bytes of eight bits; the file does not state their bit order
  packed_int8,    ///< as packed_freely, but the bytes are stored as signed integers
  elements,       ///< one element of the array for each bit
  real            ///< one real number for each bit
};

/// A file of binary codes, whose columns are the bits; open_codes() opens it.
///
/// Hamming distances do not depend on the order of bits within packed bytes if all codes use the
/// same order. The order matters only for the last byte, because it determines which of its bits
/// are padding. A padding bit that is set is an error. If the file does not state its order and no
/// padding bit of the rows would be set in the other order, the message suggests that order.
///
/// An example of description(): "NumPy |u1 60000 x 8: 64 packed bits, bit order little".
class CodeSource : public RowSource<Codes> {
 public:
  virtual const CodeFormat& format() const = 0;
  virtual CodeForm form() const = 0;
  /// Warnings about the values in the file: "no value is above 0 ...". Most of them name a remedy.
  virtual const std::vector<std::string>& remarks() const = 0;
  std::size_t columns() const final { return format().bits; }
};

/// Writes a file of codes in blocks (HDF5, not compressed, with the checksum of
/// lib/h5/h5_seal.h):
///
///   attributes of the root group   bits, digit-bits: numbers; kind = "hashlab codes"
///   /digit-widths   uint8 [digits]   bits of each digit; only if digits differ in width; the
///                                    attribute digit-bits is then absent
/// If the format has by_estimate, the file has the attributes compared = "estimate" and
/// scalar-bytes, and both digit-bits = 0 and the list /digit-widths, which readers of earlier
/// versions refuse:
///
///   /digit-widths   uint8 [digits]   bits of each digit, 1 .. 8
///   /scalars        uint8 [n x scalar-bytes]   only if there are any
///
///   /codes   uint8 [n x ceil(bits / 8)]   bit j of a code is bit j % 8 of byte floor(j / 8), where
///                                         bit 0 is the least significant; padding bits are 0
///
/// The file appears under its name only after finish() has returned.
class CodeWriter {
 public:
  /// Errors:  invalid_argument if codes of this format cannot be stored: they need one or
  ///          more digits of 1 .. 6 bits and distances of at most 65535; io_error if the file
  ///          cannot be created.
  CodeWriter(const std::string& path, const CodeFormat& format);
  ~CodeWriter();  ///< an unfinished file is removed
  /// Appends a block of codes.
  /// Errors:  invalid_argument if the codes have another format; io_error.
  void append(const Codes& codes);
  /// Completes the file.
  /// Errors:  io_error; the unfinished file is then removed.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
