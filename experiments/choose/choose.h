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

/// A hash function that was chosen, and all that is known of the choice.
struct Choice {
  RaceOutcome race;
  std::vector<NotRaced> left_out;  ///< of all methods, those that could not enter, or cost too much
  std::optional<double> euclidean;  ///< of the features as they are, on the splits of the mean
  double budget = 0;                ///< units
  RowsOfRungs rung_rows = {};       ///< that each rung learns from
  std::string metric;
  std::size_t bits = 0;                       ///< asked for
  std::size_t code_bits = 0;                  ///< that codes have, see Hasher::code_bits
  std::size_t dimension_bits = 0;             ///< B of its quantiser
  double encoding = 0, encoding_of_next = 0;  ///< declared steps for a sample; 0: there is none

  const std::string& hasher() const { return race.choice().entrant.name; }
};

/// Chooses projection, quantiser and settings of a hash function by a race on inner splits of the
/// rows that may be learned from. The same for the same task and budget, whatever was known before.
/// Tells `progress` each score that was found; nothing if that ends it.
/// Errors:  invalid_argument if nothing in the first split is relevant to anything, or nobody can
///          enter, or as run_race.
std::optional<Choice> choose_hasher(const ChoiceTask& task, const WorkBudget& budget,
                                    const GridProgress& progress, const Observer& observer);

/// The same for a request that is told apart by `recipe`: what is found is kept in a file beside
/// its output, and a later attempt goes on from there. A budget in time is turned into units by the
/// first of them.
std::optional<Choice> choose_resumably(const ChoiceTask& task, const std::string& budget,
                                       const std::string& recipe, const std::string& scratch,
                                       const Observer& observer);

}  // namespace hashlab::experiments
