#pragma once

#include "lib/codes/codes.h"

#include <memory>
#include <string>

namespace hashlab {

/// What the user says about a file of codes; what is left out is read from the file or refused,
/// never guessed.
struct CodeFileOptions {
  std::size_t bits = 0;                 ///< expected code length; 0: what the file says
  std::string part;                     ///< "database" or "query", where one file holds both
  std::string bit_order;                ///< of packed bytes without a mark: "little" or "big"
};

/// A file of binary codes, read in blocks, so that it may be larger than memory:
///
///   our own HDF5      written by CodeWriter, or the kept codes of a result cell
///   NumPy .npy        N x ceil(bits / 8) uint8, packed; N x bits bool; N x bits of -1 and 1, or of
///                     0 and 1; N x bits real numbers, whose sign is the bit (> 0 is 1)
///   HDF5 with /train and /test   as ann-benchmarks stores Hamming data: N x bits bool
class CodeSource {
 public:
  virtual ~CodeSource() = default;
  virtual const CodeFormat& format() const = 0;
  virtual std::size_t size() const = 0;             ///< codes in the file
  virtual const std::string& description() const = 0;  ///< "64 bits, packed uint8, little bit order"
  /// Codes first .. first + count. Errors: corrupt_file naming file and row, io_error.
  virtual Codes read(std::size_t first, std::size_t count) const = 0;
};

/// Opens a file of codes; its kind is told by its content.
/// Errors:  not_found, io_error, corrupt_file, or invalid_argument if the options contradict the
///          file or leave something open, saying which option to give.
std::unique_ptr<const CodeSource> open_codes(const std::string& path,
                                             const CodeFileOptions& options);

/// Writes a file of codes in blocks (HDF5, sealed, compressed or not as is faster to read):
///
///   attributes of the root group   bits, digit-bits: numbers; kind = "hashlab codes"; any text given
///   /codes   uint8 [n x ceil(bits / 8)]   bit j = byte j / 8, position j % 8, padding bits 0
///
/// The file appears under its name only when finish() has returned.
class CodeWriter {
 public:
  CodeWriter(const std::string& path, const CodeFormat& format);
  ~CodeWriter();  ///< an unfinished file is removed
  void append(const Codes& codes);
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
