#pragma once

#include "experiments/suite/results_folder.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The result of comparing recorded splits with splits that are drawn now.
struct SplitCheck {
  std::size_t splits = 0, cells = 0;
  std::vector<std::string> deviations;  ///< "PLACE: what", one line each
};

/// Checks a file or folder that write_splits wrote. All row numbers must exist in the data set and
/// be ascending, and parts that must be disjoint must share no row. The rows must match their
/// checksum, and drawing the split again by its configuration must give the same rows. Data sets
/// are looked up in folder `data`. Differences and damaged files are deviations.
/// Errors:  not_found if there are no splits, or the data set is missing; unreadable.
SplitCheck check_split_file(const std::string& path, const std::string& data);

/// Checks the finished cells of a results folder: the split checksum in each must be that of the
/// split drawn now.
/// Errors:  as above; invalid_argument if the data set is a different one.
SplitCheck check_results(const ResultsFolder& folder, const std::string& data);

}  // namespace hashlab::experiments
