#pragma once

#include "experiments/program/command.h"
#include "experiments/schedule/runner.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/study.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// How an experiment file is run, apart from its own settings.
struct RunRequest {
  RunSettings settings;  ///< the folder, the checkpoints and the callbacks are set by run_folder()
  double seconds_between_checkpoints = 0;
  bool shares = false;        ///< shares the cells with other runs in the same folder
  double lease_seconds = 60;  ///< see SharedWork::Settings; without effect if it does not share
};

/// The listener of a run in a folder. The functions about progress may be called by several threads
/// at the same time; the others are called by the thread that runs the folder, except note(), which
/// a run that shares its work also calls from other threads.
class RunReports {
 public:
  virtual ~RunReports() = default;
  /// A message for the user: one line, without a line break.
  virtual void note(const std::string& line) = 0;
  /// The tables of the folder as text, when all cells are done or have failed. The run writes the
  /// files of the tables afterwards.
  virtual void show(const std::string& tables) = 0;

  // Progress: between begin() and end(), or until the run fails with an error.

  /// The run begins to compute `missing` cells, by itself or together with other runs.
  virtual void begin(std::size_t missing) = 0;
  /// The state of an unfinished cell, such as the number of settings that were tried.
  virtual void mention(const std::string& what) = 0;
  /// One more cell, `what`, was written. `failure` is empty, or the reason why the cell failed.
  virtual void advance(const std::string& what, const std::string& failure) = 0;
  /// Other runs have finished this many of the missing cells.
  virtual void advance_elsewhere(std::size_t cells) = 0;
  virtual void end() = 0;
};

/// Runs the missing cells of an experiment file in its results folder, and makes its tables:
/// locks the folder, writes its manifest, removes what killed runs have left, reports doubtful
/// plans (see plan_notes), computes the cells, alone or shared with other runs, and writes the
/// tables in every format. Of runs that share the cells, one makes the tables. Finished cells are
/// kept, so the same call continues after an interruption.
/// Returns the exit status of the command:
///
///   exit_done         all cells are done; if they are shared and another run makes the tables, the
///                     cells of this run are
///   exit_failed       a cell failed, or a file could not be written after the work had begun; a
///                     note says which
///   exit_interrupted  request.settings.stop became true
///
/// Errors:  those of plan_cells, check_splits, ResultsLock, write_manifest and SharedWork, before
///          any cell is computed; io_error if the folder cannot be created; those of study_tables.
ExitStatus run_folder(Study& study, const ResultsFolder& folder, const RunRequest& request,
                      RunReports& reports);

}  // namespace hashlab::experiments
