#pragma once

#include <functional>
#include <map>
#include <string>

namespace hashlab::experiments {

/// The validation scores of points of a grid, by the name of the point's method, or of heats of a
/// race, by their texts.
using GridScores = std::map<std::string, double>;

/// The progress of a choice, passed from one attempt to the next.
struct GridProgress {
  GridScores known = {};  ///< found before: not computed again
  /// Receives all scores so far after each new one; false ends the work. May be empty.
  std::function<bool(const GridScores&)> after_point = {};
};

// Intermediate scores of a cell with a grid, or of a choice among all hash functions. They are
// stored beside the future file until that exists, so that hours of tuning survive a kill. It is a
// text file:
//
//   key TAB 64 hexadecimal digits     of the cell, or of the request to choose
//   score TAB hasher                  a line for each point, or heat
//   sha256 TAB 64 hexadecimal digits  of the lines above

/// The scratch file of a cell's file.
std::string grid_scratch_path(const std::string& cell_path);

/// Empty if the file is missing, damaged, or of another cell; this costs only time.
GridScores read_grid_scratch(const std::string& path, const std::string& key);

/// True if `path` may be replaced: there is no file, or it is such a file, damaged or not.
bool may_be_grid_scratch(const std::string& path);

/// Replaces the file in one step. Errors: io_error.
void write_grid_scratch(const std::string& path, const std::string& key, const GridScores& scores);

/// Removes the file if it is there.
void remove_grid_scratch(const std::string& path);

}  // namespace hashlab::experiments
