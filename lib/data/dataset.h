#pragma once

#include "lib/types.h"

#include <string>

namespace hashlab {

/// Reads a data set file (HDF5):
///
///   /features   N x D   float32, or uint8 (converted to float32)
///   /labels     N integers >= 0, or N x C of 0/1 (multi-label); may be absent
///
/// The name is the file's name without folder and ending. All values are checked.
/// Errors:  not_found, io_error, or corrupt_file naming the file, the object in it and, for a bad
///          value, its row: wrong rank or type, NaN or infinity, labels out of range or of another
///          length, more data than the machine has memory.
/// Memory:  the float32 matrix, the labels and one block of at most 1 MiB.
Dataset read_dataset(const std::string& path);

/// SHA-256 of what the data set says: shapes, feature values, labels.
std::string content_checksum(const Dataset& dataset);

/// Writes a data set file as read_dataset reads it, in one step (see write_file).
void write_dataset(const std::string& path, const Dataset& dataset);

}  // namespace hashlab
