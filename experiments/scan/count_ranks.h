#pragma once

#include "experiments/program/memory_budget.h"
#include "lib/codes/code_file.h"
#include "lib/hamming/kernel.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/ranks.h"
#include "lib/relevance/relevance_source.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace hashlab::experiments {

/// The input of the rank counts of a file of codes.
struct CountRequest {
  const Codes& queries;
  const CodeSource& database;
  const RelevanceSource& relevance;    ///< of the queries and the database
  const std::vector<Metric>& metrics;  ///< to be computed from the counts
  const Ranks& ranks;                  ///< each rank counts a range of the database
  const Kernel& kernel;
  std::size_t threads = 1;  ///< at most; fewer if the memory does not suffice
  /// Called on rank 0 if its range of the database takes several pieces: with done = 0 before the
  /// first piece, and then `reports` times, at most twenty. `done` of `rows` codes are counted. May
  /// be empty.
  std::function<void(std::size_t reports, std::size_t done, std::size_t rows)> progress = {};
};

/// Counts, for each query and distance, the codes of the database and the relevant ones, and, if
/// one of the metrics is graded, those that share at least 2, 3, ... labels with the query. The
/// database is read in pieces that fit into the memory budget. The counts do not depend on the
/// number of ranks, threads and pieces. Only rank 0 gets the counts of all ranks.
/// Errors:  invalid_argument if a metric is graded and the relevance is not, or if the memory does
///          not suffice for the counts and one thread; those of reading the database.
/// Memory:  at most that of the budget.
RankCounts count_ranks(const CountRequest& request, MemoryBudget& budget);

}  // namespace hashlab::experiments
