#pragma once

#include "experiments/suite/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Cells of one split and run that share trained projections; one worker computes them together.
/// Cells with different numbers of hash dimensions share a projection if training K dimensions
/// gives the first K of those that training more dimensions gives. Cells of auto, of the features
/// themselves and of another program's codes have no projection to share, so each of them is a
/// batch of its own.
using Batch = std::vector<const Cell*>;

/// The batches of one split and run, in the order of their first cells.
struct CellGroup {
  std::string split;
  std::size_t run = 0;
  std::vector<Batch> batches;
};

/// Divides cells into groups, one for each split and run, in the order of their first cells. The
/// batches point into `cells`, which must outlive them.
std::vector<CellGroup> group_cells(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
