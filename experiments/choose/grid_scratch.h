#pragma once

#include <functional>
#include <map>
#include <string>

namespace hashlab::experiments {

/// Validation scores. For a grid, the key is the name of the method with one combination of
/// settings; for `auto`, it is Evaluation::text (race_data.h).
using GridScores = std::map<std::string, double>;

/// For a choice by a grid or by `auto`: the scores from earlier attempts, and the function to which
/// the choice reports its progress.
struct GridProgress {
  GridScores known = {};  ///< scores from earlier attempts, which are not computed again
  /// Called after each new score with all scores so far; returning false ends the work. May be
  /// empty.
  std::function<bool(const GridScores&)> after_point = {};
};

// The intermediate scores of a cell with a grid, or of a choice by `auto`, are stored in a scratch
// file beside the future output file until the output file exists, so that hours of tuning survive
// a kill. The scratch file is a text file:
//
//   key TAB 64 hexadecimal digits     the key of the cell, or of the request to choose
//   score TAB name                    one line for each score; the name is its key in GridScores
//   sha256 TAB 64 hexadecimal digits  of the lines above

/// The path of the scratch file for the cell whose file is `cell_path`.
std::string grid_scratch_path(const std::string& cell_path);

/// The scores in the scratch file. Empty if the file is missing, damaged, or has another key; the
/// caller then computes the scores again.
GridScores read_grid_scratch(const std::string& path, const std::string& key);

/// True if write_grid_scratch() may write to `path`: there is no file, or it begins like a scratch
/// file.
bool may_be_grid_scratch(const std::string& path);

/// Writes a scratch file, replacing an earlier one in one step. Errors: io_error.
void write_grid_scratch(const std::string& path, const std::string& key, const GridScores& scores);

/// Removes the scratch file if it exists.
void remove_grid_scratch(const std::string& path);

}  // namespace hashlab::experiments
