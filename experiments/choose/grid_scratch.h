#pragma once

#include <functional>
#include <map>
#include <string>

namespace hashlab::experiments {

/// Validation scores. For a grid, the key is the name of the method at a point of the grid; for a
/// choice among all hash functions, it is Heat::text (race_data.h).
using GridScores = std::map<std::string, double>;

/// The progress of a choice, passed from one attempt to the next.
struct GridProgress {
  GridScores known = {};  ///< scores from earlier attempts, which are not computed again
  /// Receives all scores so far after each new one; false ends the work. May be empty.
  std::function<bool(const GridScores&)> after_point = {};
};

// Intermediate scores of a cell with a grid, or of a choice among all hash functions. They are
// stored in a scratch file beside the future output file until that exists, so that hours of tuning
// survive a kill. The scratch file is a text file:
//
//   key TAB 64 hexadecimal digits     of the cell, or of the request to choose
//   score TAB name                    one line for each score; the name is its key in GridScores
//   sha256 TAB 64 hexadecimal digits  of the lines above

/// The path of the scratch file for the cell whose file is `cell_path`.
std::string grid_scratch_path(const std::string& cell_path);

/// The scores in the file. Empty if it is missing, damaged, or has another key; the scores are then
/// computed again.
GridScores read_grid_scratch(const std::string& path, const std::string& key);

/// True if `path` may be replaced: there is no file, or it is such a file, damaged or not.
bool may_be_grid_scratch(const std::string& path);

/// Replaces the file in one step. Errors: io_error.
void write_grid_scratch(const std::string& path, const std::string& key, const GridScores& scores);

/// Removes the file if it is there.
void remove_grid_scratch(const std::string& path);

}  // namespace hashlab::experiments
