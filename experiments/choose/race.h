#pragma once

#include "experiments/choose/race_data.h"
#include "results/statistics/inference.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

// A race finds the best of many candidates within a compute budget, by scores that cost work. The
// idea is successive halving (Jamieson & Talwalkar, AISTATS 2016): many candidates on few rows, few
// on all rows. In between there is a search, because the possible candidates are far too many. It
// is a pure function of its arguments, without data.
//
//   entry    the first entrants are scored on the first rung, the cheapest first
//   search   the best of them are scored on the second rung, and then further candidates that
//            follow from the best ones (Race::followers; search.h)
//   last     the best of these are scored on the highest rung that the budget still allows for
//            the best two: all rows, if possible
//   final    the remaining candidates are compared there, on splits by which none of them was
//            chosen, by the corrected resampled t-test after Holm's correction (final.h)
//
// The first entrants enter in a fixed order that does not depend on the budget, so a larger budget
// tries a superset. A candidate is scored only if its cost fits, so the budget is never exceeded.

struct RaceOutcome {
  std::vector<Raced> tried;  ///< the choice, then the others by how far they came and by their
                             ///< scores
  std::vector<NotRaced> left_out;
  std::map<std::string, double> scores;  ///< all scores, by Heat::text
  double spent = 0;                      ///< units
  std::string ended;                     ///< the reason why the race ended
  std::size_t rung = 0;                  ///< of the final
  double variance_ratio = 0;             ///< of that rung
  /// The loss of the second of `tried` against the choice, on the final's splits that both have,
  /// and the p-value after Holm's correction. None if they share no split.
  std::optional<results::ResampledT> loss;
  double p_value = 1;

  const Raced& choice() const { return tried.front(); }
};

/// None if after_score ends the race.
/// Errors:  invalid_argument if the budget is too small for every candidate, naming the budget
///          needed; if all have failed, their common failure.
std::optional<RaceOutcome> run_race(const Race& race);

}  // namespace hashlab::experiments
