#pragma once

#include "experiments/suite/results_folder.h"
#include "results/record/record.h"

#include <functional>
#include <optional>

namespace hashlab::experiments {

/// The record of a cell, with its counts if `with_counts`; none if the cell does not exist yet.
/// Errors:  corrupt_file if it is damaged or does not match the folder.
std::optional<results::CellRecord> read_cell_of(const ResultsFolder& folder, const Cell& cell,
                                                bool with_counts = false);

/// The record of a cell as read_cell_summary() gives it; none if the cell does not exist yet.
/// Errors:  as read_cell_of.
std::optional<results::CellRecord> read_summary_of(const ResultsFolder& folder, const Cell& cell);

/// Reads the summaries of the cells of the last run on all cores. prepare(cell, record) is called
/// for each existing cell, from any thread. Then use(cell, record) is called from the caller's
/// thread for every cell in order, with an empty record for a missing cell.
/// Errors:  those of read_summary_of, prepare and use, for the first cell with an error.
/// Memory:  some hundred records at a time.
void for_each_record(
    const ResultsFolder& folder, const Manifest& manifest,
    const std::function<void(const Cell&, results::CellRecord&)>& prepare,
    const std::function<void(const Cell&, std::optional<results::CellRecord>)>& use);

}  // namespace hashlab::experiments
