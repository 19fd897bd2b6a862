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

/// The ground truth that a command reads from files, and texts about it.
struct GroundTruthOfFiles {
  std::unique_ptr<const RelevanceSource> source;
  std::string kind, description;  ///< `kind` is "class", "list" or "epsilon"
  std::optional<double> radius;   ///< radius of the epsilon-neighbourhood
  /// Returns a possible reason why queries have no relevant items, in one line, or "" if none is
  /// known. May be empty.
  std::function<std::string()> about_unanswered = {};
  bool without_own = false;  ///< true if query i ignores row i of the database
};

/// Opens the ground truth that the arguments name: files of labels, a file with lists of relevant
/// rows, or files of features. Files that are read completely count towards the memory budget.
/// Errors:  those of the files; invalid_argument if none or more than one of the three kinds is
///          given, if one of two files is missing, if another option is not valid for this kind, if
///          the files do not match each other or the codes, or if they do not fit the budget.
/// With `without_own`, query i is not one of its own nearest neighbours, which is row i.
GroundTruthOfFiles open_ground_truth(const Arguments& arguments, const NamedCodes& database,
                                     const NamedCodes& query, MemoryBudget& budget,
                                     const Ranks& ranks, bool without_own);

/// Changes the ground truth so that query i ignores row i of the database, as --self exclude
/// requests.
void leave_out_own(GroundTruthOfFiles& ground_truth);

}  // namespace hashlab::experiments
