#pragma once

#include "experiments/suite/results_folder.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// What became of comparing splits on record with those drawn now.
struct SplitCheck {
  std::size_t splits = 0, cells = 0;
  std::vector<std::string> deviations;  ///< "PLACE: what", a line each
};

/// Of a file or folder that write_splits wrote: is every row there, in order and only in parts that
/// may share it, do the rows have their checksum, and does the recipe draw them again? Data sets
/// are looked up in folder `data`. What no longer fits is a deviation, a damaged file too.
/// Errors:  not_found if there are no splits, or not the data set; unreadable.
SplitCheck check_split_file(const std::string& path, const std::string& data);

/// Of the cells of a results folder that are done: is the checksum that each recorded that of the
/// split drawn now?
/// Errors:  as above; invalid_argument if the data set is another.
SplitCheck check_results(const ResultsFolder& folder, const std::string& data);

}  // namespace hashlab::experiments
