#pragma once

#include "lib/h5/h5.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// Writes one of our own files, with tables to which rows are appended, so that tables may be
/// larger than memory. The file has a temporary name until finish() has sealed it. Two files have
/// equal bytes if they have the same tables and rows were appended in the same blocks. With a
/// single table the blocks do not matter.
class H5OnDisk {
 public:
  enum class Packing { plain, compressed };
  /// Identifies a table of this file.
  struct Table {
    std::size_t index;
  };

  /// Errors: io_error if the file cannot be created.
  explicit H5OnDisk(const std::string& path);
  ~H5OnDisk();  ///< an unfinished file is removed
  H5OnDisk(H5OnDisk&&) noexcept;

  /// The file, for attributes and small datasets.
  H5File& file();
  /// Adds a table without rows. `row_shape` holds the sizes of a row, each >= 1; it is empty if a
  /// row is a single number. T: float, std::uint8_t or std::int32_t. Memory: a buffer of at most 1
  /// MiB, or of one row if that is larger.
  template <typename T>
  Table add_table(const std::string& name, const std::vector<std::size_t>& row_shape,
                  Packing packing);
  /// Adds `count` rows; T must be that of add_table(). Errors: io_error.
  template <typename T>
  void append(Table table, const T* rows, std::size_t count);
  /// Writes all appended rows, so that they can be read from file(). No rows can be appended after
  /// that. Errors: io_error.
  void complete_tables();
  /// Completes the tables, seals the file and gives it its name. Errors: io_error; invalid_argument
  /// if it would replace a file that was read (see protect_inputs). After an error no partial file
  /// remains, and an existing file of that name is unchanged.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
