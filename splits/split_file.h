#pragma once

#include "splits/split.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::splits {

/// The split of one run, with the protocol and the data set from which it was drawn.
struct StoredSplit {
  std::string split;    ///< the splitting protocol as an experiment file names it
  std::string dataset;  ///< the data set as an experiment file names it
  std::string view;     ///< the view as an experiment file names it; may be empty
  std::size_t n = 0;    ///< number of rows of the data set
  std::size_t run = 1;
  std::string recipe;    ///< the lines of the configuration that determine the rows of every part
  std::string checksum;  ///< see split_checksum
  Split rows;
};

/// A part of a split, and the name of its list of rows in stored files.
struct SplitPart {
  const char* name;
  Rows Split::*rows;
};
inline constexpr std::array<SplitPart, 6> split_parts = {
    {{"queries", &Split::test_queries},
     {"database", &Split::test_database},
     {"training", &Split::training},
     {"learnable", &Split::learnable},
     {"validation-queries", &Split::validation_queries},
     {"validation-database", &Split::validation_database}}};

enum class SplitFormat { h5, text, npy };

/// Writes splits for other programs and for the protocol `foreign`. The HDF5 format is one file
/// with a checksum and with one group per split, such as /improved/run-1, which has the
/// datasets
///
///   queries  database  training  learnable  validation-queries  validation-database  uint32 [rows]
///
/// in ascending order; empty parts are left out. The group has the attributes split, dataset,
/// dataset-rows, run, recipe, split-checksum and, if the experiment file names one, view. The text
/// and NumPy formats are one folder per split with the same lists as files, such as queries.txt or
/// queries.npy, and with the attributes in split.txt. The output is written as a whole or not at
/// all. Returns true if it was written, and false if `stop` became true before all lists of the
/// text or NumPy format were written. The HDF5 format ignores `stop`.
/// Errors:  io_error; invalid_argument if an HDF5 file would replace a file that was read.
/// Memory:  for HDF5, twice the size of all lists of rows.
bool write_splits(const std::string& path, SplitFormat format,
                  const std::vector<StoredSplit>& splits, const std::atomic<bool>& stop);

/// A split read from a file or folder, or the reason why it could not be read.
struct ReadSplit {
  std::string place;  ///< "FILE.h5:/improved/run-1", "FOLDER/improved/run-1"
  StoredSplit drawn;
  std::string damage;  ///< the reason why it could not be read; empty if it was read
};

/// Reads splits that write_splits wrote. Rows are returned as stored, without a comparison with
/// their checksum. A split that cannot be read is returned with the reason.
/// Errors:  not_found if `path` does not exist or is a folder without splits; unreadable;
///          corrupt_file if an HDF5 file is damaged or contains no splits.
std::vector<ReadSplit> read_splits(const std::string& path);

}  // namespace hashlab::splits
