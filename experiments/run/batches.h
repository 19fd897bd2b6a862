#pragma once

#include "experiments/suite/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Cells of one split and run that share trained projections, which one worker computes together. A
/// batch may contain cells of grids. Cells with different numbers of hash dimensions share a
/// projection if fewer learned dimensions are the first of more. The cells of one uncompressed
/// baseline also form a batch.
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
