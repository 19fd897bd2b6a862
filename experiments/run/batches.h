#pragma once

#include "experiments/suite/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Cells that share learned projections, those that their grids try among them, or projections
/// whose fewer dimensions are the first of more; or one reference ranking. They are of one split
/// and run, and one worker takes all of them.
using Batch = std::vector<const Cell*>;

/// The batches of one split and run, in the order of their first cells.
struct CellGroup {
  std::string split;
  std::size_t run = 0;
  std::vector<Batch> batches;
};

/// The groups of all cells, in the order of their first cells. Batches point into `cells`.
std::vector<CellGroup> group_cells(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
