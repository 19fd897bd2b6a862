#pragma once

#include "experiments/learn/encoded_parts.h"
#include "experiments/schedule/work_source.h"
#include "experiments/suite/study.h"
#include "lib/checkpoints.h"
#include "lib/hamming/kernel.h"
#include "lib/reuse.h"

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// How cells are computed, and where they are written.
struct RunSettings {
  std::string folder;    ///< cells are written here
  std::size_t jobs = 1;  ///< workers; results do not depend on it
  bool keep_codes = false;
  const Kernel* kernel = nullptr;
  std::size_t max_values = any_values;  ///< see encode_test_parts
  Reuse* reuse = nullptr;  ///< cache of trained parts; null: train every part from scratch
  Checkpoints* checkpoints = nullptr;       ///< for long training; null: no checkpoints
  const std::atomic<bool>* stop = nullptr;  ///< true: end soon, without beginning another cell
  /// Called after each scored point of a cell's grid, from the workers' threads, one call at a
  /// time. `tried` of `points` points are scored. May be empty.
  std::function<void(const Cell& cell, std::size_t tried, std::size_t points)> tried = {};
  /// Called with the progress of training for a cell, from the workers' threads, one call at a
  /// time: `done` of `total` steps of `what`. May be empty.
  std::function<void(const Cell& cell, std::string_view what, std::size_t done, std::size_t total)>
      learning = {};
};

/// A cell that was written during the run, with a result or a failure.
struct CellReport {
  const Cell* cell;
  std::string failure;  ///< message; empty if the cell succeeded
};

/// The numbers of cells that succeeded and failed in a run.
struct RunSummary {
  std::size_t done = 0, failed = 0;
  bool interrupted = false;  ///< stopped by RunSettings::stop before all cells were done
};

/// Computes and writes the cells of all batches that `work` provides. A worker takes further
/// batches of the same split and run as long as there are any, because they share the ground truth.
/// It then prefers other splits of the same run, because these may share trained parts. `report` is
/// called for each written cell, from the workers' threads, one call at a time. If a cell fails,
/// its file gets the message, and the run continues. The scores by which a grid or auto chooses are
/// stored beside the cell's file until that file exists (see grid_scratch.h). A run that follows an
/// interrupted one therefore does not compute them again.
/// Errors:  io_error if a result cannot be written; earlier results are kept.
RunSummary run_cells(const Study& study, WorkSource& work, const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report);

/// Computes and writes all of the given cells, without sharing them with other runs (see
/// LocalWork). `report` is called for each written cell, from the workers' threads, one call at a
/// time. If a cell fails, its file gets the message, and the run continues.
/// Errors:  io_error if a result cannot be written; earlier results are kept.
RunSummary run_cells(const Study& study, const std::vector<Cell>& cells,
                     const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report);

}  // namespace hashlab::experiments
