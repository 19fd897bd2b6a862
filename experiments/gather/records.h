#pragma once

#include "experiments/suite/results_folder.h"
#include "results/record/record.h"

#include <functional>
#include <optional>

namespace hashlab::experiments {

/// The record of a cell, without its counts; none if the cell does not exist yet.
/// Errors:  unreadable; corrupt_file if the file is damaged or contains another cell.
std::optional<results::StoredCell> read_cell_of(const ResultsFolder& folder, const Cell& cell);

/// The record of a cell as read_cell_summary() gives it; none if the cell does not exist yet.
/// Errors:  as read_cell_of.
std::optional<results::StoredCell> read_summary_of(const ResultsFolder& folder, const Cell& cell);

/// Reads the summaries of the cells in `manifest`, which are those of the last `hashlab run` in the
/// folder. Blocks of cells are processed one after the other. First the cells of a block are read
/// by several threads, which call prepare(cell, record) for each existing cell. Then the caller's
/// thread calls use(cell, record) for every cell of the block in order, with an empty record for a
/// missing cell.
/// Errors:  those of read_summary_of, prepare and use, for the first cell with an error.
/// Memory:  at most 512 records at a time.
void for_each_record(
    const ResultsFolder& folder, const Manifest& manifest,
    const std::function<void(const Cell&, results::StoredCell&)>& prepare,
    const std::function<void(const Cell&, std::optional<results::StoredCell>)>& use);

}  // namespace hashlab::experiments
