#pragma once

#include "experiments/suite/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The folder with the results of one experiment file:
///
///   manifest.tsv   experiment file, data set and cells of the last run, with a checksum
///   suite.ini      a copy of the experiment file, with defaults written out, to run it again
///   cells/*.h5     one file per cell (see results/record/record.h), also those of earlier runs
///   tables/        tables that the last complete run wrote (see all_tables); never read back
///   checkpoints/   only while long training is unfinished, see CheckpointFolder
///   run.lock       the lock of the run that is active in the folder, see ResultsLock
///   shared/        only while runs share the work, see SharedWork
///   slurm/         scripts and logs of jobs, see 'hashlab submit'
///
/// In cross-modal retrieval, `direction` selects one retrieval direction: read_manifest() then
/// returns only the cells of this direction.
struct ResultsFolder {
  std::string path;
  results::Direction direction = {};  ///< empty: all cells

  /// The name of the folder without its parents, with the direction (see name_in_direction).
  std::string name() const;
  std::string cells() const { return path + "/cells"; }
  std::string tables() const { return path + "/tables"; }
  std::string checkpoints() const { return path + "/checkpoints"; }
  std::string manifest() const { return path + "/manifest.tsv"; }
  std::string cell_path(const Cell& cell) const { return cells() + "/" + cell.file; }
};

/// The results folders at `path`: the folder itself if it has a manifest, else its sub-folders that
/// have one, in the order of their names. An experiment file with several data sets creates such
/// sub-folders.
/// Errors:  not_found if there is no manifest.
std::vector<ResultsFolder> results_folders(const std::string& path);

/// The results folders at `path` (see results_folders), with one entry for each retrieval
/// direction: the input of tables, comparisons and reports.
/// Errors:  those of results_folders and of read_manifest.
std::vector<ResultsFolder> results_by_direction(const std::string& path);
/// Copies of `folder`, one for each retrieval direction of its experiment file, which is the
/// direction of the copy. If the experiments are not cross-modal: one copy, without a direction.
/// Errors:  those of read_manifest.
std::vector<ResultsFolder> by_direction(const ResultsFolder& folder);

/// The experiment file, data set and cells of a run.
struct Manifest {
  Suite suite;
  DatasetFacts dataset;
  std::vector<Cell> cells;            ///< in the order of list_cells(); without recipes
  results::Direction direction = {};  ///< of the cells; empty: all directions

  /// The name of the data set, with the direction (see name_in_direction).
  std::string dataset_name() const { return results::name_in_direction(dataset.name, direction); }
};

/// Creates the folder and writes manifest.tsv and suite.ini. If `sizes` is given, the manifest has
/// these part sizes instead of those in the experiment file. Pass the result of sizes_in_effect():
/// statistics over runs are computed from the sizes in the manifest, and not every splitting
/// protocol uses the sizes in the experiment file.
/// Errors: io_error; invalid_argument if the folder has a manifest.tsv that no run wrote, or a
///   suite.ini that no run wrote and no manifest.tsv; invalid_argument if the run was started from
///   the folder's suite.ini with changed settings, because the file would be replaced.
void write_manifest(const ResultsFolder& folder, const Suite& suite, const DatasetFacts& dataset,
                    const std::vector<Cell>& cells,
                    const std::optional<splits::SplitSizes>& sizes = std::nullopt);

/// Reads the manifest of a folder. If `folder.direction` is set, only the cells of this direction
/// are returned, and the suite has only this direction and the methods that can have cells in it.
/// Errors: not_found if there is no manifest; corrupt_file if it is damaged or from a version of
///   hashlab with another format; those of parse_suite if this version does not accept the
///   experiment file in it.
Manifest read_manifest(const ResultsFolder& folder);

}  // namespace hashlab::experiments
