#pragma once

#include "experiments/run/tuned_cell.h"

#include <string>

namespace hashlab {

// What a cell with a grid has found out so far, kept beside the cell's file until that is there, so
// that hours of trying settings survive a kill. A text file:
//
//   key TAB 64 hexadecimal digits     of the cell
//   score TAB hasher                  a line for each point
//   sha256 TAB 64 hexadecimal digits  of the lines above

/// The scratch file of a cell's file.
std::string grid_scratch_path(const std::string& cell_path);

/// Nothing if the file is missing, damaged, or of another cell: what is lost is time alone.
GridScores read_grid_scratch(const std::string& path, const std::string& key);

/// Replaces the file in one step. Errors: io_error.
void write_grid_scratch(const std::string& path, const std::string& key, const GridScores& scores);

/// Removes the file if it is there.
void remove_grid_scratch(const std::string& path);

}  // namespace hashlab
