#pragma once

#include "experiments/suite/results_folder.h"
#include "experiments/suite/study.h"
#include "splits/split_file.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Draws the split of a run by a splitting protocol, which need not be one of those in the
/// experiment file.
/// Errors:  those of draw_split.
splits::StoredSplit split_to_store(const Study& study, const std::string& split, std::size_t run);

/// The result of comparing stored splits with splits that are drawn again.
struct SplitCheck {
  std::size_t splits = 0, cells = 0;    ///< numbers of splits and cells that were checked
  std::vector<std::string> deviations;  ///< one line "PLACE: what" per difference or damage
};

/// Checks a file or folder that splits::write_splits wrote. All row numbers must exist in the data
/// set and be ascending. Parts that the protocol keeps apart, such as queries and database, must
/// share no row. The rows must match their checksum, and drawing the split again by its
/// configuration must give the same rows. Data sets are searched in the folder `data`. Differences
/// and damage are returned as deviations.
/// Errors:  not_found if `path` or a data set does not exist, or if a folder contains no splits;
///          unreadable.
SplitCheck check_split_file(const std::string& path, const std::string& data);

/// Checks the finished cells of a results folder: the split checksum in each cell must equal that
/// of the split drawn again. Other checksums and damaged cells are returned as deviations. The data
/// set is searched in the folder `data`.
/// Errors:  those of read_manifest, read_dataset_of and draw_split; invalid_argument if the data
///          set is not the one from which the results were computed.
SplitCheck check_results(const ResultsFolder& folder, const std::string& data);

}  // namespace hashlab::experiments
