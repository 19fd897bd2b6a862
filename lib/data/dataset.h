#pragma once

#include "lib/sha256.h"
#include "lib/types.h"

#include <cstddef>
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

/// What a data set is called: its file's name without folder and ending.
std::string dataset_name(const std::string& path);

/// SHA-256 of what the data set says: shapes, feature values, labels.
std::string content_checksum(const Dataset& dataset);

class DatasetFile;
/// The same sum of a file, read in pieces. Errors: as DatasetFile.
std::string content_checksum(const DatasetFile& file);

/// The same sum of a data set of n x d that is read in pieces, all samples in order. `labels` outlive
/// it. Ends with hex(): call it once.
class ContentChecksum {
 public:
  ContentChecksum(std::size_t n, std::size_t d, const Labels& labels);
  void add(const Features& samples);
  std::string hex();

 private:
  const Labels& labels_;
  Sha256 sum_;
};

/// Writes a data set file as read_dataset reads it, in one step (see write_file).
void write_dataset(const std::string& path, const Dataset& dataset);

}  // namespace hashlab
