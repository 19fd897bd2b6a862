#pragma once

#include "experiments/commands/evaluate/against.h"
#include "experiments/commands/evaluate/ground_truth_of_files.h"
#include "experiments/program/code_arguments.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// The outcome of an evaluation, as it is printed.
struct PrintedEvaluation {
  const NamedCodes& database;
  const NamedCodes& query;
  const GroundTruthOfFiles& ground_truth;
  std::vector<std::pair<std::string, double>> values;  ///< nan: none
  std::vector<std::string> definitions = {};
  std::size_t without_relevant = 0;
  std::size_t threads = 1;
  std::optional<OtherCodes> others = {};
  std::vector<Against> against = {};
  std::size_t resamples = 0;
};

/// The evaluation as text for display: the codes, the values, the comparison with other codes if
/// there are any, and the definitions of the metrics.
std::string evaluation_text(const PrintedEvaluation& e);
/// The evaluation as one JSON object on one line.
std::string evaluation_json(const PrintedEvaluation& e);

}  // namespace hashlab::experiments
