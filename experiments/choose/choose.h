#pragma once

#include "experiments/choose/entrants.h"
#include "experiments/choose/grid_scratch.h"
#include "experiments/choose/race.h"
#include "experiments/choose/scorer.h"
#include "experiments/suite/work_budget.h"
#include "lib/observer.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A chosen hash function, with all information about the choice.
struct Choice {
  RaceOutcome race;
  std::vector<NotRaced> left_out;   ///< the methods that could not enter, or were too expensive
  std::optional<double> euclidean;  ///< score of the uncompressed features, on the same splits as
                                    ///< the mean score of the choice; none if `metric` is only for
                                    ///< codes
  double budget = 0;                ///< units
  RowsOfRungs rung_rows = {};       ///< number of training rows on each rung, see race_data.h
  std::string metric;
  std::size_t bits = 0;                       ///< requested
  std::size_t code_bits = 0;                  ///< length of its codes, which may be shorter; see
                                              ///< Hasher::code_bits
  std::size_t dimension_bits = 0;             ///< bits that its quantiser assigns to each dimension
  double encoding = 0, encoding_of_next = 0;  ///< declared multiply-adds and comparisons to encode
                                              ///< one sample, by the choice and by the second best;
                                              ///< 0: there is no second

  const std::string& hasher() const { return race.choice().entrant.name; }
};

/// Chooses projection, quantiser and settings of a hash function by a race on inner splits of the
/// rows available for training. The same task and budget give the same choice, whatever scores
/// `progress` already knows. `progress` receives each new score; there is no result if it ends the
/// race.
/// Errors:  invalid_argument if in the first split no item is relevant to any query, or no method
///          can enter; those of run_race.
std::optional<Choice> choose_hasher(const ChoiceTask& task, const WorkBudget& budget,
                                    const GridProgress& progress, const Observer& observer);

/// The same, but it can be continued after an interruption: scores are stored in the file
/// `scratch`, and a later call with the same `recipe` continues from there. `recipe` identifies the
/// request. The first call converts a budget in time to units, which later calls use.
std::optional<Choice> choose_resumably(const ChoiceTask& task, const std::string& budget,
                                       const std::string& recipe, const std::string& scratch,
                                       const Observer& observer);

}  // namespace hashlab::experiments
