#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// Memory on a disk, for numbers that are written once, read often and do not fit into memory: a
/// file without a name, which the system removes with the process, mapped for reading. The system's
/// cache may keep what was read while nobody else needs the room; see trim_scratch for what stays
/// in the process.
class ScratchMemory {
 public:
  /// Takes `bytes` on the disk of a folder.
  /// Errors:  io_error if there is no such folder, or its disk has no such room.
  ScratchMemory(const std::string& folder, std::size_t bytes, std::size_t most_resident);
  ~ScratchMemory();
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  /// Writes the next bytes, of which there are no more than were taken. Errors: io_error.
  void append(const void* next, std::size_t count);
  /// All of it; what was not written yet is zeros. Aligned to a page.
  const void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::string folder_;
  std::size_t size_, written_ = 0;
  int fd_ = -1;
  void* data_ = nullptr;
};

/// Gives back what was read of all ScratchMemory if more of it than its `most_resident` stays in
/// the process. Whoever reads many rows that may be scratch calls this between them, from any
/// thread; one row can bring 64 KiB with it, for the system maps pages around the one asked for.
/// Cost: a system call; nothing where there is no scratch.
void trim_scratch();

/// For whoever reads rows one by one: counts them and trims often enough.
class RowsRead {
 public:
  void add() {
    if (rows_++ % between_trims == 0) trim_scratch();
  }

 private:
  static constexpr std::size_t between_trims = 256;
  std::size_t rows_ = 0;
};

/// Is what a folder holds itself in memory (tmpfs), so that scratch there saves none?
bool is_in_memory(const std::string& folder);

}  // namespace hashlab
