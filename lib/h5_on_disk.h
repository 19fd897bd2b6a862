#pragma once

#include "lib/h5.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace hashlab {

/// A new file of ours with one table of bytes that grows row by row, for tables larger than memory.
/// The file has a temporary name until finish() has sealed it. Equal content gives equal bytes,
/// however it is cut into pieces.
class H5OnDisk {
 public:
  /// The table: `rows` x row_bytes uint8, where row_bytes >= 1 and `rows` is what was appended.
  /// Errors: io_error if the file cannot be made.
  H5OnDisk(const std::string& path, const std::string& table, std::size_t row_bytes);
  ~H5OnDisk();  ///< an unfinished file is removed
  H5OnDisk(const H5OnDisk&) = delete;
  H5OnDisk& operator=(const H5OnDisk&) = delete;

  /// The file, for attributes and small datasets.
  H5File& file();
  /// Adds `count` rows. Errors: io_error.
  void append(const std::uint8_t* rows, std::size_t count);
  /// Errors: io_error; nothing stays behind, and an earlier file of that name is untouched.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
