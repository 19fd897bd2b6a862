#pragma once

#include "experiments/suite/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The folder of one suite's results:
///
///   manifest.tsv   suite, data set and cells of the last run, in order, with a checksum
///   suite.ini      that suite once more, with every key, for running it again; never read back
///   cells/*.h5     one file a cell (see results/record/record.h); those of earlier runs too
///   tables/        what the last whole run wrote for people (see all_tables); never read back
///   checkpoints/   only while learning that takes long is unfinished, see CheckpointFolder
///   run.lock       only while a run works here, see ResultsLock
///   shared/        only while runs share the work, see SharedWork
///   slurm/         scripts and logs of jobs, see 'hashlab submit'
///
/// Where views ask each other, each direction is read as a folder of its own: `direction` tells
/// which, and its manifest has no other cells.
struct ResultsFolder {
  std::string path;
  results::Direction direction = {};  ///< empty: all cells

  std::string cells() const { return path + "/cells"; }
  std::string tables() const { return path + "/tables"; }
  std::string checkpoints() const { return path + "/checkpoints"; }
  std::string manifest() const { return path + "/manifest.tsv"; }
  std::string cell_path(const Cell& cell) const { return cells() + "/" + cell.file; }
};

/// The results folders at `path`: itself if it holds a run, else its sub-folders that do, by name,
/// as a suite of several data sets leaves them.
/// Errors:  not_found if there is none.
std::vector<ResultsFolder> results_folders(const std::string& path);

/// The same, each direction by itself: what tables, comparisons and reports are made of.
/// Errors:  also those of reading the suite of a manifest.
std::vector<ResultsFolder> results_by_direction(const std::string& path);
std::vector<ResultsFolder> by_direction(const ResultsFolder& folder);

/// What a run was of.
struct Manifest {
  Suite suite;
  DatasetFacts dataset;
  std::vector<Cell> cells;  ///< in the suite's order; without recipes
};

/// Makes the folder and writes suite and manifest. `sizes` are those of parts that the data set's
/// marks give: the manifest has them in place of the suite's, which have no effect then, since
/// statistics of runs go by them.
/// Errors: io_error; invalid_argument if another program's manifest.tsv or suite.ini is there, or
///         the suite.ini was read and would change.
void write_manifest(const ResultsFolder& folder, const Suite& suite, const DatasetFacts& dataset,
                    const std::vector<Cell>& cells,
                    const std::optional<splits::SplitSizes>& sizes = std::nullopt);

/// Errors: not_found if the folder holds no run, corrupt_file if suite or manifest are damaged.
Manifest read_manifest(const ResultsFolder& folder);

}  // namespace hashlab::experiments
