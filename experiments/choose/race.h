#pragma once

#include "experiments/choose/race_data.h"
#include "results/statistics/inference.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

// Which of many is best, within a budget of work, by scores that cost work. The idea is successive
// halving (Jamieson & Talwalkar, AISTATS 2016): many on few rows, few on all rows; between them is
// a search, as those who may be tried are far too many. A pure function of its arguments, without
// data.
//
//   entry    those who were there first are scored on the first rung, the cheapest first
//   search   the best of them, and whoever follows the best, are scored on the second (search.h)
//   last     the best of these are scored on the highest rung on which the best two still can be:
//            all rows, if the budget allows it
//   final    those that are left are compared there, on splits that none of them was chosen by, by
//            the corrected resampled t-test after Holm's correction (final.h)
//
// Which of the first enter is a beginning of one sequence that does not depend on the budget: more
// budget never tries fewer of them. Nobody is scored who would not fit: the budget is never
// exceeded.

struct RaceOutcome {
  std::vector<Raced> tried;  ///< the choice, then by how far they came and how well they did
  std::vector<NotRaced> left_out;
  std::map<std::string, double> scores;  ///< of every heat, by its text
  double spent = 0;                      ///< units
  std::string ended;                     ///< why it was over
  std::size_t rung = 0;                  ///< of the final
  double variance_ratio = 0;             ///< of that rung
  /// What the second of `tried` loses against the choice on the final's splits that both have, and
  /// the p-value after Holm's correction. Nothing if they share no split.
  std::optional<results::ResampledT> loss;
  double p_value = 1;

  const Raced& choice() const { return tried.front(); }
};

/// Nothing if after_score ends it.
/// Errors:  invalid_argument if the budget is too small for any of them, saying what is needed;
///          whatever all have failed of, if all have.
std::optional<RaceOutcome> run_race(const Race& race);

}  // namespace hashlab::experiments
