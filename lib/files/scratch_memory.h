#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// Disk space for numbers that are written once, read often and do not fit into memory. It is a
/// file without a name, mapped for reading, which is removed with the object or when the process
/// ends. The system may keep pages that were read in its cache while it does not need the memory;
/// trim_scratch() limits the pages that count as memory of the process.
class ScratchMemory {
 public:
  /// Reserves `bytes` bytes on the disk of a folder. See trim_scratch() for `max_resident`, also
  /// in bytes.
  /// Errors:  io_error if the folder does not exist or its disk has not enough space.
  ScratchMemory(const std::string& folder, std::size_t bytes, std::size_t max_resident);
  ~ScratchMemory();
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  /// Writes the next `count` bytes; in total at most the size given to the constructor. Errors:
  /// io_error.
  void append(const void* next, std::size_t count);
  /// All bytes, aligned to a page; those not yet written are zeros.
  const void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::string folder_;
  std::size_t size_, written_ = 0;
  int fd_ = -1;
  void* data_ = nullptr;
};

/// Releases the pages of all ScratchMemory objects if more than about `max_resident` bytes of them
/// are in the memory of this process. `max_resident` is that of the object constructed last.
/// Released pages are read again when they are needed. Code that reads many rows that may be in
/// ScratchMemory must call trim_scratch() regularly, for example through RowsRead; any thread may
/// call it. One row can load 64 KiB, because the system also maps the pages around it.
void trim_scratch();

/// Counts rows that are read one by one and calls trim_scratch() once for every 256 of them.
class RowsRead {
 public:
  void add() {
    if (rows_++ % between_trims == 0) trim_scratch();
  }

 private:
  static constexpr std::size_t between_trims = 256;
  std::size_t rows_ = 0;
};

/// True if the folder's files are themselves in memory (tmpfs or ramfs), so that a scratch file
/// there does not save memory.
bool is_in_memory(const std::string& folder);

}  // namespace hashlab
