#pragma once

#include "experiments/suite/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Cells of one split and run that share trained projections, which one worker computes together.
/// Grids may share projections with other cells, and a projection whose fewer dimensions are the
/// first of more counts as shared. The cells of one uncompressed baseline also form a batch.
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
