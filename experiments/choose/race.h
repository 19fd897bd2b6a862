#pragma once

#include "experiments/choose/race_data.h"
#include "results/statistics/inference.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

// A race finds the best of many candidates within a compute budget, by evaluations that cost work.
// The idea is successive halving (Jamieson & Talwalkar, AISTATS 2016): many candidates are trained
// on few rows, and few candidates on all rows. Each number of training rows is called a rung. On
// the second rung there is a search, because there are far too many possible candidates to try all.
// The race itself has no access to the data: it calls Race::evaluate for each score. It has four
// phases:
//
//   entry    the first candidates are scored on the first rung, the cheapest first, but deferred
//            ones (Candidate::is_deferred) after all others
//   search   the best of them are scored on the second rung, and then variants of the best ones
//            (Race::variants; search.h)
//   last     the best of these are scored on the highest rung that the budget still allows for
//            the best two: all rows, if possible
//   final    the best of these are compared on the same rung, on splits that were not used to
//            select them, by the corrected resampled t-test with Holm's correction (final.h)
//
// The first candidates are scored in a fixed order that does not depend on the budget, so of the
// same first candidates a larger budget tries a superset. A candidate is scored only if its cost
// fits, so the budget is never exceeded.

/// The result of a race.
struct RaceOutcome {
  std::vector<ScoredCandidate> tried;  ///< the choice, then the others, sorted by number of splits
                                       ///< in the final, then highest rung, then score
  std::vector<UntriedCandidate> left_out;  ///< the candidates that were not evaluated
  std::map<std::string, double> scores;    ///< all scores, by Evaluation::text
  double spent = 0;                        ///< units
  std::string ended;                       ///< the reason why the race ended
  std::size_t rung = 0;                    ///< rung of the final
  double variance_ratio = 0;               ///< see Race::variance_ratios, on that rung
  /// By how much the second of `tried` scores lower than the choice, on the splits of the final on
  /// which both were scored; none if there is no such split. `p_value` is the p-value of this
  /// difference after Holm's correction.
  std::optional<results::ResampledT> loss;
  double p_value = 1;

  const ScoredCandidate& choice() const { return tried.front(); }
};

/// Runs a race. None if Race::after_evaluation ends it.
/// Errors:  invalid_argument if there are no candidates, or if the budget is too small for even one
///          (the message gives the budget needed); numerical if all candidates have failed (the
///          message gives the failure of one).
std::optional<RaceOutcome> run_race(const Race& race);

}  // namespace hashlab::experiments
