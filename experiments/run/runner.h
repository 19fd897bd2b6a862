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
  Reuse* reuse = nullptr;  ///< where what is learned is found again; null: learn all anew
  Checkpoints* checkpoints = nullptr;       ///< of learning that takes long; null: none are left
  const std::atomic<bool>* stop = nullptr;  ///< set by a signal: end soon, writing no more cells
  /// Told of each point of a cell's grid that has been tried, as the reports are; may be empty.
  std::function<void(const Cell& cell, std::size_t tried, std::size_t points)> tried = {};
  /// Told how far learning for a cell is, likewise; may be empty.
  std::function<void(const Cell& cell, std::string_view what, std::size_t done, std::size_t total)>
      learning = {};
};

/// One finished cell, as told to the caller while the run goes on.
struct CellReport {
  const Cell* cell;
  std::string failure;  ///< empty if it succeeded
};

struct RunSummary {
  std::size_t done = 0, failed = 0;
  bool interrupted = false;
};

/// Computes and writes the cells of all batches that the source gives: the cells of one split and
/// run that share a learned projection, those that a grid tries among them, or one reference
/// ranking. A worker stays with a split and run while there are batches, so that its ground truth
/// is made once, and with a run while it has splits, so that what these learn alike is learned by
/// one worker. `report` is called for each finished cell, one at a time, from the workers' threads.
/// A cell that fails is written with its message and the others go on. The scores of a grid are
/// kept beside the cell's file until that is there (see grid_scratch.h): after an interruption they
/// are not computed again.
/// Errors:  io_error if a result cannot be written; results written before stay.
RunSummary run_cells(const Study& study, WorkSource& work, const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report);

/// The same for cells that no other run has to do with.
RunSummary run_cells(const Study& study, const std::vector<Cell>& cells,
                     const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report);

}  // namespace hashlab::experiments
