#pragma once

#include "experiments/suite/results_folder.h"
#include "results/record/record.h"

#include <functional>
#include <optional>

namespace hashlab::experiments {

/// The record of a cell; nothing if it is not there yet.
/// Errors:  corrupt_file if it is damaged or another than the folder says.
std::optional<results::CellRecord> read_cell_of(const ResultsFolder& folder, const Cell& cell,
                                                bool with_counts = false);

/// Its summary (see read_cell_summary); otherwise the same.
std::optional<results::CellRecord> read_summary_of(const ResultsFolder& folder, const Cell& cell);

/// Reads the summaries of the cells of the last run by all cores. prepare(cell, record) is called
/// for each that is there by any thread, and then use(cell, record) in the order of the cells by
/// the caller's, with nothing for a cell that is not there.
/// Errors:  those of read_summary_of, prepare and use: of the first cell that has one.
/// Memory:  some hundred records at a time.
void for_each_record(
    const ResultsFolder& folder, const Manifest& manifest,
    const std::function<void(const Cell&, results::CellRecord&)>& prepare,
    const std::function<void(const Cell&, std::optional<results::CellRecord>)>& use);

}  // namespace hashlab::experiments
