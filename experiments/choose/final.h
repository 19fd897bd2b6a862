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

/// The advantage of one over the other on the final's splits that both have.
results::ResampledT final_lead(const Raced& better, const Raced& worse, double variance_ratio);

/// The final of a race. It scores finalists on a rung, on splits by which none of them was chosen,
/// one split after the other, and drops those that are worse, until one is left or the splits or
/// the budget are used up. `on` are the finalists, the best first.
FinalOutcome hold_final(Field& field, std::vector<std::size_t> on, std::size_t rung,
                        double variance_ratio);

}  // namespace hashlab::experiments
