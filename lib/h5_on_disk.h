#pragma once

#include "lib/h5.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// A new file of ours with tables that grow row by row, for tables larger than memory. The file has
/// a temporary name until finish() has sealed it. The same tables, added and appended to in the
/// same steps, give equal bytes; with a single table the steps do not matter.
class H5OnDisk {
 public:
  enum class Packing { plain, compressed };
  /// A table of this file, by its number.
  struct Table {
    std::size_t index;
  };

  /// Errors: io_error if the file cannot be made.
  explicit H5OnDisk(const std::string& path);
  ~H5OnDisk();  ///< an unfinished file is removed
  H5OnDisk(H5OnDisk&&) noexcept;

  /// The file, for attributes and small datasets.
  H5File& file();
  /// A new table, without rows. `row_shape` holds extents >= 1; empty for a list of numbers.
  /// T: float, std::uint8_t or std::int32_t. Memory: at most a row or 1 MiB of rows that wait.
  template <typename T>
  Table add_table(const std::string& name, const std::vector<std::size_t>& row_shape,
                  Packing packing);
  /// Adds `count` rows of the table's T. Errors: io_error.
  template <typename T>
  void append(Table table, const T* rows, std::size_t count);
  /// Errors: io_error; nothing stays behind, and an earlier file of that name is untouched.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
