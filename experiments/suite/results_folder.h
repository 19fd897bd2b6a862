#pragma once

#include "experiments/suite/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The folder with the results of one experiment file:
///
///   manifest.tsv   suite, data set and cells of the last run, in order, with a checksum
///   suite.ini      a copy of that suite with every key, for running it again; never read back
///   cells/*.h5     one file per cell (see results/record/record.h), also those of earlier runs
///   tables/        tables that the last complete run wrote (see all_tables); never read back
///   checkpoints/   only while long training is unfinished, see CheckpointFolder
///   run.lock       only while a run is active here, see ResultsLock
///   shared/        only while runs share the work, see SharedWork
///   slurm/         scripts and logs of jobs, see 'hashlab submit'
///
/// In cross-modal retrieval, each direction is read as a folder of its own: `direction` selects it,
/// and its manifest has only its cells.
struct ResultsFolder {
  std::string path;
  results::Direction direction = {};  ///< empty: all cells

  std::string cells() const { return path + "/cells"; }
  std::string tables() const { return path + "/tables"; }
  std::string checkpoints() const { return path + "/checkpoints"; }
  std::string manifest() const { return path + "/manifest.tsv"; }
  std::string cell_path(const Cell& cell) const { return cells() + "/" + cell.file; }
};

/// The results folders at `path`: itself if it holds a run, else its sub-folders that hold one, by
/// name, as an experiment file with several data sets creates them.
/// Errors:  not_found if there is none.
std::vector<ResultsFolder> results_folders(const std::string& path);

/// The same, with each direction separately: the input of tables, comparisons and reports.
/// Errors:  also those of reading the experiment file of a manifest.
std::vector<ResultsFolder> results_by_direction(const std::string& path);
std::vector<ResultsFolder> by_direction(const ResultsFolder& folder);

/// The experiment file, data set and cells of a run.
struct Manifest {
  Suite suite;
  DatasetFacts dataset;
  std::vector<Cell> cells;  ///< in the order of the experiment file; without recipes
};

/// Creates the folder and writes suite and manifest. `sizes` replaces the sizes of the experiment
/// file in the manifest, whose sizes the statistics over runs use. Give it if the data set marks
/// its parts, because the sizes in the experiment file then have no effect.
/// Errors: io_error; invalid_argument if there is another program's manifest.tsv or suite.ini, or
///   the suite.ini was read and would change.
void write_manifest(const ResultsFolder& folder, const Suite& suite, const DatasetFacts& dataset,
                    const std::vector<Cell>& cells,
                    const std::optional<splits::SplitSizes>& sizes = std::nullopt);

/// Errors: not_found if the folder holds no run, corrupt_file if suite or manifest are damaged.
Manifest read_manifest(const ResultsFolder& folder);

}  // namespace hashlab::experiments
