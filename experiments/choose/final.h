#pragma once

#include "experiments/choose/field.h"
#include "results/statistics/inference.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

struct FinalOutcome {
  std::vector<std::size_t> left;  ///< the best first
  std::string ended;              ///< why it was over
};

/// What one is better by on the final's splits that both have.
results::ResampledT final_lead(const Raced& better, const Raced& worse, double variance_ratio);

/// The end of a race: scores finalists on a rung, on splits that none of them was chosen by, one
/// split after the other, and drops those that are worse, until one is left, the splits are used
/// up, or the budget is. `on` are the finalists, the best first.
FinalOutcome hold_final(Field& field, std::vector<std::size_t> on, std::size_t rung,
                        double variance_ratio);

}  // namespace hashlab::experiments
