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
// idea is successive halving (Jamieson & Talwalkar, AISTATS 2016): many candidates are trained on
// few rows, and few on all rows. The levels of training rows are called rungs. Between them there
// is a search, because the possible candidates are far too many to try all. The race itself sees no
// data: it calls Race::score for each score.
//
//   entry    the first entrants are scored on the first rung, the cheapest first
//   search   the best of them are scored on the second rung, and then variants of the best ones
//            (Race::followers; search.h)
//   last     the best of these are scored on the highest rung that the budget still allows for
//            the best two: all rows, if possible
//   final    the best of these are compared on that rung, on splits by which none of them was
//            selected, by the corrected resampled t-test after Holm's correction (final.h)
//
// The first entrants enter in a fixed order that does not depend on the budget, so a larger budget
// tries a superset. A candidate is scored only if its cost fits, so the budget is never exceeded.

struct RaceOutcome {
  std::vector<Raced> tried;  ///< the choice, then the others: by number of splits in the final,
                             ///< highest rung and score
  std::vector<NotRaced> left_out;
  std::map<std::string, double> scores;  ///< all scores, by Heat::text
  double spent = 0;                      ///< units
  std::string ended;                     ///< the reason why the race ended
  std::size_t rung = 0;                  ///< rung of the final
  double variance_ratio = 0;             ///< see Race::variance_ratios, on that rung
  /// By how much the second of `tried` scores lower than the choice, on the splits of the final on
  /// which both were scored; none if there is no such split. `p_value` is that of the difference
  /// after Holm's correction.
  std::optional<results::ResampledT> loss;
  double p_value = 1;

  const Raced& choice() const { return tried.front(); }
};

/// Runs a race. None if Race::after_score ends it.
/// Errors:  invalid_argument if the budget is too small for every candidate, naming the budget
///          needed; if all have failed, their common failure.
std::optional<RaceOutcome> run_race(const Race& race);

}  // namespace hashlab::experiments
