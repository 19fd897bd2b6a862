#pragma once

#include "experiments/run/encoded_parts.h"
#include "experiments/run/work_source.h"
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

struct RunSettings {
  std::string folder;    ///< cells are written here
  std::size_t jobs = 1;  ///< workers; results do not depend on it
  bool keep_codes = false;
  const Kernel* kernel = nullptr;
  std::size_t most_values = any_values;  ///< see encode_test_parts
  Reuse* reuse = nullptr;  ///< cache of trained parts; null: train every part from scratch
  Checkpoints* checkpoints = nullptr;       ///< for long training; null: no checkpoints
  const std::atomic<bool>* stop = nullptr;  ///< set by a signal: end soon, writing no more cells
  /// Called after each point of a cell's grid that was tried, one call at a time, from the workers'
  /// threads. May be empty.
  std::function<void(const Cell& cell, std::size_t tried, std::size_t points)> tried = {};
  /// Called with the progress of training for a cell, in the same way. May be empty.
  std::function<void(const Cell& cell, std::string_view what, std::size_t done, std::size_t total)>
      learning = {};
};

/// One finished cell, reported to the caller during the run.
struct CellReport {
  const Cell* cell;
  std::string failure;  ///< empty if it succeeded
};

struct RunSummary {
  std::size_t done = 0, failed = 0;
  bool interrupted = false;
};

/// Computes and writes the cells of all batches that the source provides. A worker keeps its split
/// and run as long as there are batches for it, so that its ground truth is computed once, and
/// keeps its run as long as there are splits, so that one worker trains the parts that these share.
/// `report` is called for each finished cell, one at a time, from the workers' threads. A cell that
/// fails is written with its message, and the others continue. The scores of a grid are stored
/// beside the cell's file until that exists (see grid_scratch.h), so they are not computed again
/// after an interruption.
/// Errors:  io_error if a result cannot be written; earlier results are kept.
RunSummary run_cells(const Study& study, WorkSource& work, const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report);

/// The same for cells that no other run shares.
RunSummary run_cells(const Study& study, const std::vector<Cell>& cells,
                     const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report);

}  // namespace hashlab::experiments
