#pragma once

#include <string>

namespace hashlab {

// HDF5 locks a file while it is open, so that no program reads what another program is writing. If
// a file cannot be locked, the library reports only that it cannot be opened.

/// True if HDF5 can lock a file for reading. False if HDF5_USE_FILE_LOCKING switches locking off,
/// or if the file system has no locks.
/// Errors:  unreadable, with what to do, if another program has the file open for writing.
bool h5_can_lock(const std::string& path);

/// Throws an error with the reason why the HDF5 library could not open an HDF5 file.
/// Errors:  unreadable if the file is marked as open for writing or cannot be locked; otherwise
///          corrupt_file; those of InputFile.
[[noreturn]] void h5_fail_to_open(const std::string& path);

}  // namespace hashlab
