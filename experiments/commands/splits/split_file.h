#pragma once

#include "experiments/suite/study.h"
#include "splits/split.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The split of one run, what drew it, and from what.
struct StoredSplit {
  std::string split;    ///< the strategy as a suite names it
  std::string dataset;  ///< as a suite names it
  std::string view;     ///< the same; may be empty
  std::size_t n = 0;    ///< rows of the data set
  std::size_t run = 1;
  std::string recipe;    ///< see split_recipe
  std::string checksum;  ///< see split_checksum
  splits::Split rows;
};

/// Draws the split of a run by one of the suite's strategies.
/// Errors:  those of draw_split.
StoredSplit split_to_store(const Study& study, const std::string& split, std::size_t run);

/// A part of a split by the name that its list has.
struct SplitPart {
  const char* name;
  Rows splits::Split::*rows;
};
inline constexpr std::array<SplitPart, 6> split_parts = {
    {{"queries", &splits::Split::test_queries},
     {"database", &splits::Split::test_database},
     {"training", &splits::Split::training},
     {"learnable", &splits::Split::learnable},
     {"validation-queries", &splits::Split::validation_queries},
     {"validation-database", &splits::Split::validation_database}}};

enum class SplitFormat { h5, text, npy };

/// Writes splits where others can read them, and strategy `foreign` too. HDF5: one file, sealed,
/// with a group a split, /improved/run-1, and in it
///
///   queries  database  training  learnable  validation-queries  validation-database  uint32 [rows]
///
/// ascending, a part without rows left out, and the attributes split, dataset, dataset-rows, run,
/// recipe, split-checksum and, if the suite names one, view. Text and NumPy: the same as folders of
/// lists, queries.txt or .npy, ..., and a split.txt with the attributes.
/// File or folder are there whole or not at all. Says whether they are: not if `stop` became true
/// on the way.
/// Errors:  io_error.
/// Memory:  (HDF5) that of all rows twice.
bool write_splits(const std::string& path, SplitFormat format,
                  const std::vector<StoredSplit>& splits, const std::atomic<bool>& stop);

/// A split that was read, or why it could not be.
struct ReadSplit {
  std::string place;  ///< "FILE.h5:/improved/run-1", "FOLDER/improved/run-1"
  StoredSplit drawn;
  std::string damage;  ///< empty if it was read
};

/// Reads what write_splits wrote. Rows are as they are in the file, which may have been changed.
/// Errors:  not_found, unreadable; corrupt_file if there is no split or the file is damaged.
std::vector<ReadSplit> read_splits(const std::string& path);

}  // namespace hashlab::experiments
