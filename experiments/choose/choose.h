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
  std::optional<double> euclidean;  ///< score of the uncompressed features, on the splits of the
                                    ///< mean
  double budget = 0;                ///< units
  RowsOfRungs rung_rows = {};       ///< training rows of each rung
  std::string metric;
  std::size_t bits = 0;                       ///< requested
  std::size_t code_bits = 0;                  ///< that codes have, see Hasher::code_bits
  std::size_t dimension_bits = 0;             ///< B of its quantiser
  double encoding = 0, encoding_of_next = 0;  ///< declared steps per sample; 0: there is none

  const std::string& hasher() const { return race.choice().entrant.name; }
};

/// Chooses projection, quantiser and settings of a hash function by a race on inner splits of the
/// rows available for training. The same task and budget give the same choice, whatever scores were
/// known before. `progress` receives each new score; there is no result if it ends the race.
/// Errors:  invalid_argument if in the first split no item is relevant to any query, or no method
///          can enter, or as run_race.
std::optional<Choice> choose_hasher(const ChoiceTask& task, const WorkBudget& budget,
                                    const GridProgress& progress, const Observer& observer);

/// The same for a request that is identified by `recipe`. Scores are stored in a file beside its
/// output, and a later attempt continues from there. The first attempt converts a budget in time to
/// units.
std::optional<Choice> choose_resumably(const ChoiceTask& task, const std::string& budget,
                                       const std::string& recipe, const std::string& scratch,
                                       const Observer& observer);

}  // namespace hashlab::experiments
