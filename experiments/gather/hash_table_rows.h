#pragma once

#include "experiments/suite/results_folder.h"
#include "results/hash_tables/sweep_scores.h"
#include "results/record/rows.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The scores of hash tables in a results folder, and the scores of rankings to compare them with.
struct HashTableRows {
  std::vector<results::SweepRow> sweep;     ///< one for each setting of each finished cell
  std::vector<results::ResultRow> ranking;  ///< map and auprc of each finished cell
  std::vector<std::string> footnotes;       ///< settings that do not fit the codes, the ground
                                            ///< truth, and how many cells are missing
};

/// Reads the finished cells of the last run, or those of one method. `hasher`: its canonical name,
/// or "" for all methods.
/// Cost:    reads the files of these cells.
/// Errors:  those of read_cell_of.
HashTableRows hash_table_rows(const ResultsFolder& folder, const Manifest& manifest,
                              const std::string& hasher);

}  // namespace hashlab::experiments
