#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// The type that the numbers of a table have in our own data set file.
enum class Element { uint8, int32, float32 };

/// A table of numbers in a file of another program. It is read once, sequentially and in blocks, so
/// the file may be larger than memory, compressed, or text.
class ForeignTable {
 public:
  virtual ~ForeignTable() = default;

  virtual std::size_t columns() const = 0;  ///< numbers per row, at least 1
  /// The type in which the numbers are stored: in general uint8 for unsigned bytes and booleans,
  /// int32 for integers of any other type, and float32 for real numbers. Numbers in a text are
  /// float32, unless they are labels. A value that is not finite, or that the type cannot hold, is
  /// reported when it is stored.
  virtual Element element() const = 0;
  /// The number of rows, if it is known before the end is reached.
  virtual std::optional<std::size_t> rows() const = 0;
  /// The origin of the rows for messages: a path, with the variable if the file has several.
  virtual const std::string& source() const = 0;

  /// Reads the next rows into `out`, row-major, but at most `at_most`, which must be at least 1.
  /// `out` must have room for at_most x columns() numbers. Returns the number of rows read, which
  /// is 0 only at the end of the table.
  /// Errors:  corrupt_file naming file and row, unreadable.
  virtual std::size_t read(std::size_t at_most, double* out) = 0;
};

/// One part of the data set that is being made.
struct ForeignPart {
  std::string name;  ///< "/features", "/image/features", "/labels", "/images", "/split", ...
  std::unique_ptr<ForeignTable> table;
  /// The shape of a row, whose product is table->columns(). Empty: one number per row, so the part
  /// is stored as a list. {h, w} or {h, w, 3}: a picture, row-major, channels red, green, blue.
  std::vector<std::size_t> row_shape;
};

/// Concatenates the rows of several tables. `source()` is that of the table being read.
/// Errors:  corrupt_file naming two sources whose rows have different lengths.
std::unique_ptr<ForeignTable> stack(std::vector<std::unique_ptr<ForeignTable>> tables);

/// A table in memory: values row-major, rows x columns.
std::unique_ptr<ForeignTable> table_of(std::vector<double> values, std::size_t columns,
                                       Element element, std::string source);

}  // namespace hashlab
