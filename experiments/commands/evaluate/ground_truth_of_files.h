#pragma once

#include "experiments/program/code_arguments.h"
#include "experiments/program/memory_budget.h"
#include "lib/ranks.h"
#include "lib/relevance/relevance_source.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hashlab::experiments {

/// The ground truth, and notes about it.
struct GroundTruthOfFiles {
  std::unique_ptr<const RelevanceSource> source;
  std::string kind, description;
  std::optional<double> radius;
  /// A possible reason why queries have no relevant items, in one line; empty if none is known.
  std::function<std::string()> about_unanswered = {};
  bool without_own = false;  ///< row i of the database is ignored for query i
};

/// Opens the files that the arguments name: labels, lists of relevant rows, or features. Files that
/// are read now count towards the memory budget.
/// Errors:  those of the files; invalid_argument unless exactly one of the three kinds is given, if
///          an option of another kind is given, if it does not match the codes, or if it does not
///          fit the budget.
GroundTruthOfFiles open_ground_truth(const Arguments& arguments, const NamedCodes& database,
                                     const NamedCodes& query, MemoryBudget& budget,
                                     const Ranks& ranks);

/// Removes row i of the database from the ranking of query i, as --self exclude requests.
void leave_out_own(GroundTruthOfFiles& ground_truth);

}  // namespace hashlab::experiments
