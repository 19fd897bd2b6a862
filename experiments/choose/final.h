#pragma once

#include "experiments/choose/candidates.h"
#include "results/statistics/inference.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The result of the final of a race.
struct FinalOutcome {
  std::vector<std::size_t> remaining;  ///< the candidates that were not dropped in it, best first
  std::string ended;                   ///< the reason why the final ended
};

/// The mean difference between the scores of `better` and `worse`, with its test, on the splits of
/// the final on which both were scored; there must be at least one. `variance_ratio` is the `ratio`
/// of corrected_resampled_t.
results::ResampledT final_difference(const ScoredCandidate& better, const ScoredCandidate& worse,
                                     double variance_ratio);

/// The final of a race (race.h). It scores the candidates `remaining`, given best first, on one
/// inner split after the other, trained on the number of rows of `rung`. None of these splits was
/// used to select the candidates. After each split from the fifth on, candidates that are
/// significantly worse than the best are dropped. If the budget is too small for scoring all
/// remaining candidates on five splits, or later on the next split, the worst are dropped until it
/// is enough or two are left. The final ends when one is left, or when the splits or the budget are
/// used up.
FinalOutcome run_final(Candidates& candidates, std::vector<std::size_t> remaining, std::size_t rung,
                       double variance_ratio);

}  // namespace hashlab::experiments
