#pragma once

#include "lib/files/input_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The header of a NumPy .npy file (format versions 1.0, 2.0 and 3.0: numpy.lib.format).
struct NpyHeader {
  std::string dtype;               ///< "|u1", "<f4", ... as numpy.save writes it
  std::vector<std::size_t> shape;  ///< 1 or 2 dimensions (NpyLayout::any: up to 4), none of size 0
  bool fortran_order = false;      ///< column-major: the first index varies fastest
  std::size_t data_offset = 0;     ///< bytes before the first element

  char kind() const { return dtype[1]; }  ///< 'b' bool, 'i' signed, 'u' unsigned, 'f' real
  std::size_t element_bytes() const { return static_cast<std::size_t>(dtype[2] - '0'); }
  std::size_t rows() const { return shape[0]; }
  /// Elements per row.
  std::size_t columns() const {
    return std::accumulate(shape.begin() + 1, shape.end(), std::size_t{1}, std::multiplies<>());
  }
  std::string text() const;  ///< "|u1 60000 x 8"
  /// The header of the same elements with rows and columns exchanged. The array must have two
  /// dimensions.
  NpyHeader transposed() const;
};

/// The layouts of an array that a reader accepts.
enum class NpyLayout {
  rows,  ///< one or two dimensions, row-major
  any    ///< one to four dimensions, row-major or in Fortran order
};

/// Parses the header of a file of `file_bytes` bytes. `head` is the beginning of the file, with at
/// least the whole header if the file is not truncated. `name` is used in error messages.
/// Errors:  corrupt_file if the file is not a NumPy file, is truncated, is longer or shorter than
///          its shape says, has a layout that `layout` does not allow, is empty, or has elements of
///          a type that NpyFile does not support (big-endian numbers, records, pickled objects).
NpyHeader parse_npy_header(std::string_view head, std::size_t file_bytes, const std::string& name,
                           NpyLayout layout = NpyLayout::rows);

/// The texts of a .npy array with N, N x 1 or 1 x N elements of a type such as '<U5' or '|S5'.
/// Texts of a type '<U' are converted to UTF-8; the bytes of a type '|S' are returned as they are.
/// Empty if the file holds something else.
/// Errors:  not_found, unreadable; corrupt_file if the file is damaged.
std::vector<std::string> read_npy_texts(const std::string& path);

/// An open .npy array with elements bool, int8 .. int64, uint8 .. uint64, float32 or float64.
class NpyFile {
 public:
  /// True if a file begins with the magic bytes of the format.
  static bool is_npy(std::string_view head) { return head.starts_with("\x93NUMPY"); }

  /// Errors:  not_found, unreadable, and those of parse_npy_header.
  explicit NpyFile(const std::string& path, NpyLayout layout = NpyLayout::rows);
  /// An .npy file whose content is held in memory, such as a member of an archive. `name` is used
  /// as its path. Errors: those of parse_npy_header.
  NpyFile(std::string name, std::string content, NpyLayout layout);
  const NpyHeader& header() const { return header_; }
  const std::string& path() const { return path_; }
  /// Bytes of content that are held in memory.
  double held_bytes() const { return static_cast<double>(content_.size()); }
  /// Exchanges rows and columns of a two-dimensional array for all later reads.
  void transpose() { header_ = header_.transposed(); }

  /// Reads rows first .. first + count - 1. They are written to `out` in row-major order, also if
  /// the file is in Fortran order, as elements of the file's type.
  /// Cost (Fortran order): one read from the file per column.
  void read_rows(std::size_t first, std::size_t count, void* out) const;
  /// Reads rows first .. first + count - 1, row-major, converted to T. Use std::int64_t for bool
  /// and integers (a uint64 above its range becomes negative), float for real numbers and uint8, or
  /// double for any type (integers beyond 2^53 are rounded).
  template <typename T>
  void read_rows_as(std::size_t first, std::size_t count, T* out) const;

 private:
  void read_fortran_rows(std::size_t first, std::size_t count, char* out) const;
  void read_bytes(std::size_t offset, void* out, std::size_t bytes) const;

  std::string path_;
  std::optional<InputFile> file_;  ///< none if the content is held
  std::string content_;
  NpyHeader header_;
};

/// Calls visit(T{}), where T is the C++ type of the elements; for bool it is std::uint8_t.
template <typename Visit>
auto visit_npy_type(const NpyHeader& header, Visit visit) {
  switch (header.kind() * 16 + static_cast<int>(header.element_bytes())) {
    case 'i' * 16 + 1:
      return visit(std::int8_t{});
    case 'i' * 16 + 2:
      return visit(std::int16_t{});
    case 'i' * 16 + 4:
      return visit(std::int32_t{});
    case 'i' * 16 + 8:
      return visit(std::int64_t{});
    case 'u' * 16 + 2:
      return visit(std::uint16_t{});
    case 'u' * 16 + 4:
      return visit(std::uint32_t{});
    case 'u' * 16 + 8:
      return visit(std::uint64_t{});
    case 'f' * 16 + 4:
      return visit(float{});
    case 'f' * 16 + 8:
      return visit(double{});
    default:
      return visit(std::uint8_t{});
  }
}

}  // namespace hashlab
