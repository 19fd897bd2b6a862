#pragma once

#include <functional>
#include <map>
#include <string>

namespace hashlab::experiments {

/// The validation score of points of a grid, by the name of the point's hasher; or of heats of a
/// race, by their texts.
using GridScores = std::map<std::string, double>;

/// How far a choice is, from one attempt at it to the next.
struct GridProgress {
  GridScores known = {};  ///< found before: not computed again
  /// Gets all scores so far each time one has been found; false ends the work. May be empty.
  std::function<bool(const GridScores&)> after_point = {};
};

// What a cell with a grid, or a choice among all hash functions, has found out so far, kept beside
// the file that it will be in until that is there, so that hours of trying settings survive a kill.
// A text file:
//
//   key TAB 64 hexadecimal digits     of the cell, or of the request to choose
//   score TAB hasher                  a line for each point, or heat
//   sha256 TAB 64 hexadecimal digits  of the lines above

/// The scratch file of a cell's file.
std::string grid_scratch_path(const std::string& cell_path);

/// Nothing if the file is missing, damaged, or of another cell: what is lost is time alone.
GridScores read_grid_scratch(const std::string& path, const std::string& key);

/// Is nothing at `path` that such a file must not replace: none, or one of these, damaged or not?
bool may_be_grid_scratch(const std::string& path);

/// Replaces the file in one step. Errors: io_error.
void write_grid_scratch(const std::string& path, const std::string& key, const GridScores& scores);

/// Removes the file if it is there.
void remove_grid_scratch(const std::string& path);

}  // namespace hashlab::experiments
