#pragma once

#include "experiments/choose/field.h"
#include "results/statistics/inference.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

struct FinalOutcome {
  std::vector<std::size_t> left;  ///< the best first
  std::string ended;              ///< the reason why it ended
};

/// By how much the scores of `better` exceed those of `worse`, on the splits of the final on which
/// both were scored.
results::ResampledT final_lead(const Raced& better, const Raced& worse, double variance_ratio);

/// The final of a race (race.h). It scores the finalists on one inner split after the other,
/// trained on the number of rows of `rung`. None of these splits was used to select the finalists.
/// After each split from the fifth on, finalists that are significantly worse than the best are
/// dropped. The final ends when one is left, or when the splits or the budget are used up. `on` are
/// the finalists, the best first.
FinalOutcome hold_final(Field& field, std::vector<std::size_t> on, std::size_t rung,
                        double variance_ratio);

}  // namespace hashlab::experiments
