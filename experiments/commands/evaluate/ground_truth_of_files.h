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

/// Who is relevant, and what to say of it.
struct GroundTruthOfFiles {
  std::unique_ptr<const RelevanceSource> source;
  std::string kind, description;
  std::optional<double> radius;
  /// What may be wrong if queries have nothing relevant, in a line; empty if nothing is known.
  std::function<std::string()> about_unanswered = {};
  bool without_own = false;  ///< row i of the database does not count for query i
};

/// Opens the files that the arguments name: labels, lists of relevant rows, or features. What is
/// read now counts in the budget.
/// Errors:  those of the files; invalid_argument if not exactly one of the three kinds is asked
///          for, with only what belongs to it, or if it does not fit the codes or the budget.
GroundTruthOfFiles open_ground_truth(const Arguments& arguments, const NamedCodes& database,
                                     const NamedCodes& query, MemoryBudget& budget,
                                     const Ranks& ranks);

/// Leaves row i of the database out of the ranking of query i, as --self exclude says.
void leave_out_own(GroundTruthOfFiles& ground_truth);

}  // namespace hashlab::experiments
