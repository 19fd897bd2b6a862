#pragma once

#include "experiments/evaluate/compute_cell.h"
#include "experiments/suite/plan.h"
#include "lib/hamming/dispatch.h"

#include <stdexcept>
#include <string>

namespace hashlab::testing {

/// The record of the first cell of a suite that has this split, computed from data in memory.
inline results::CellRecord computed_cell(const experiments::Suite& suite, const Dataset& data,
                                         const std::string& split) {
  const experiments::Study study(data, suite);
  const experiments::DatasetFacts facts{data.name, data.checksum, data.size(), data.dimensions()};
  for (const experiments::Cell& cell : experiments::plan_cells(suite, facts)) {
    if (cell.split == split) return experiments::compute_cell(study, cell, active_kernel());
  }
  throw std::logic_error("no such split");
}

/// A copy of the data set with other features in the given rows. It keeps the checksum, from which
/// splits are drawn, so its splits are the same.
inline Dataset with_scaled_rows(Dataset dataset, const Rows& rows, float scale = 3) {
  for (const std::uint32_t row : rows) dataset.features.col(row) *= scale;
  return dataset;
}

}  // namespace hashlab::testing
