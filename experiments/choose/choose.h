#pragma once

#include "experiments/choose/grid_scratch.h"
#include "experiments/choose/race.h"
#include "experiments/choose/scorer.h"
#include "experiments/choose/search_space.h"
#include "experiments/suite/work_budget.h"
#include "lib/observer.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A chosen hash function, and how it was chosen.
struct Choice {
  RaceOutcome race;
  std::vector<UntriedCandidate> left_out;  ///< the methods that were not scored
  /// The score of ranking by the uncompressed features, on the same inner splits as the score of
  /// the choice (ScoredCandidate::mean); none if `metric` is only for codes.
  std::optional<double> euclidean;
  double budget = 0;               ///< units
  RowsOfRungs rung_rows = {};      ///< number of training rows on each rung, see race_data.h
  std::string metric;              ///< name of the metric of all scores
  std::size_t bits = 0;            ///< code length requested
  std::size_t code_bits = 0;       ///< code length of the choice, which may be shorter;
                                   ///< see Hasher::code_bits
  std::size_t dimension_bits = 0;  ///< bits that its quantiser assigns to each dimension
  double encoding = 0, encoding_of_next = 0;  ///< declared multiply-adds and comparisons to encode
                                              ///< one sample, by the choice and by the second best;
                                              ///< 0 if there is no second best

  const std::string& hasher() const { return race.choice().candidate.name; }
};

/// Chooses projection, quantiser and settings of a hash function by a race (race.h) on inner splits
/// of the rows available for training. The same task and budget give the same choice, whatever
/// scores `progress.known` already has. If `progress.after_point` returns false, the race ends
/// without a result. `observer` receives the progress of training and the units spent.
/// Errors:  invalid_argument if in the first inner split no item is relevant to any query, or if no
///          method can be a candidate of the race; those of run_race.
std::optional<Choice> choose_hasher(const ChoiceTask& task, const WorkBudget& budget,
                                    const GridProgress& progress, const Observer& observer);

/// Chooses a hash function as choose_hasher() does, and can continue after an interruption: scores
/// are stored in the file `scratch`, and a later call with the same `recipe` reads them; if
/// `scratch` is empty, none are stored. `recipe` is a text that identifies the request. `budget` is
/// a text for parse_budget(); the first call converts a budget in time to units, and later calls
/// use these units.
/// Errors:  those of choose_hasher and parse_budget; io_error.
std::optional<Choice> choose_resumably(const ChoiceTask& task, const std::string& budget,
                                       const std::string& recipe, const std::string& scratch,
                                       const Observer& observer);

}  // namespace hashlab::experiments
