#pragma once

#include <string>

namespace hashlab {

// HDF5 locks a file while it is open, so that nobody reads what another program is writing. Where
// it cannot, the library says only that the file cannot be opened.

/// True if HDF5 can lock a file for reading. False if HDF5_USE_FILE_LOCKING switches locking off,
/// or if the file system has no locks.
/// Errors:  unreadable if another program has the file open for writing, with what to do.
bool h5_can_lock(const std::string& path);

/// Throws what is known about a file that the library could not open although it is HDF5.
/// Errors:  unreadable, corrupt_file.
[[noreturn]] void h5_fail_to_open(const std::string& path);

}  // namespace hashlab
