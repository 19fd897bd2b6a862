#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// How the numbers of a table are stored in a data set of ours.
enum class Element { uint8, int32, float32 };

/// A table of numbers in a file of others. It is read once, from its first row to its last and in
/// blocks, so the file may be larger than memory, compressed or text.
class ForeignTable {
 public:
  virtual ~ForeignTable() = default;

  virtual std::size_t columns() const = 0;  ///< numbers a row, at least 1
  /// The narrowest type that holds what the file's own type can say; float64 and wide integers are
  /// stored as float32 (int32 where they count something), and a value that is not finite or that
  /// the type cannot hold is an error of whoever stores it.
  virtual Element element() const = 0;
  /// How many rows there are, if that is known before the end is reached.
  virtual std::optional<std::size_t> rows() const = 0;
  /// Where the rows come from, for messages: a path, with the variable if the file has several.
  virtual const std::string& source() const = 0;

  /// The next rows, at most `at_most` >= 1, row-major: `out` has room for at_most x columns().
  /// Returns how many they are: 0 at the end, and only there.
  /// Errors:  corrupt_file naming file and row, io_error.
  virtual std::size_t read(std::size_t at_most, double* out) = 0;
};

/// One part of a data set to be.
struct ForeignPart {
  std::string name;  ///< "/features", "/image/features", "/labels", "/images", "/split", ...
  std::unique_ptr<ForeignTable> table;
  /// How a row is laid out; its product is table->columns(). Empty: one number a row, so that the
  /// part is stored as a list. {h, w} or {h, w, 3}: a picture, row by row, red, green, blue.
  std::vector<std::size_t> row_shape;
};

/// Several tables as one, in order. `source()` is that of the table being read.
/// Errors:  corrupt_file naming two sources whose rows have different lengths, here or in read().
std::unique_ptr<ForeignTable> stack(std::vector<std::unique_ptr<ForeignTable>> tables);

/// A table that is held in memory: values row-major, rows x columns.
std::unique_ptr<ForeignTable> table_of(std::vector<double> values, std::size_t columns,
                                       Element element, std::string source);

}  // namespace hashlab
