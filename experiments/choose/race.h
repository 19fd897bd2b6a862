#pragma once

#include "results/statistics/inference.h"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

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

/// The shares of the training rows that scores on each rung are learned from.
inline constexpr std::array<double, 4> rung_shares = {0.125, 0.375, 0.75, 1};
inline constexpr std::size_t last_rung = rung_shares.size() - 1;
inline constexpr std::size_t most_final_splits = 15;

using OfRungs = std::array<double, rung_shares.size()>;

struct Entrant {
  std::string name;
  OfRungs work = {};  ///< of a score on each rung, in units, > 0
  /// What it is made of, as a projection and a quantiser: those of one group and kind differ in
  /// settings alone, and a good group or kind is tried further before a worse one.
  std::string group = {}, kind = {};
  bool is_late = false;  ///< enters after all others, and with less of the budget
  /// Of `work` what is done once a rung and split for all with this `part`, as learning the
  /// projection that several quantise: whoever comes first is charged. Empty: all is its own.
  std::string part = {};
  OfRungs part_work = {};
};

/// One score to be found. Split 0 is that of the rungs, 1 .. most_final_splits are the final's.
struct Heat {
  std::string entrant;
  std::size_t rung = 0, split = 0;
  std::string text() const;  ///< "itq+npq 0.375 of rows, split 0": the key of its score
};

/// A score, or why there is none.
struct HeatResult {
  double score = 0;  ///< finite; more is better
  std::string failure = {};
};

struct Race {
  std::vector<Entrant> entrants;  ///< of different names, in any order
  /// Who else may enter if this one does well. May be empty; names that are known do not matter.
  std::function<std::vector<Entrant>(const std::string& entrant)> followers = {};
  double budget = 0;             ///< units
  OfRungs variance_ratios = {};  ///< of the final's splits by rung, see corrected_resampled_t
  std::array<std::string, rung_shares.size()> rung_names = {"an eighth", "three eighths",
                                                            "three quarters", "all rows"};
  std::map<std::string, double> known = {};  ///< scores found before: not computed again
  std::function<HeatResult(const Heat&)> score;
  /// Told all scores so far, and the work that they are, after each that was computed; false ends
  /// the race. May be empty.
  std::function<bool(const std::map<std::string, double>&, double spent)> after_score = {};
};

/// Somebody who was scored.
struct Raced {
  Entrant entrant;
  std::array<std::optional<double>, rung_shares.size()> scores;  ///< of split 0
  std::vector<double> final_scores;                              ///< of splits 1, 2, ...
  std::string dropped;  ///< where and why; empty for the choice

  double mean() const;  ///< of the final; without one, the score on the highest rung
};

/// Somebody who was not scored.
struct NotRaced {
  std::string name, reason;
};

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
  std::optional<ResampledT> loss;
  double p_value = 1;

  const Raced& choice() const { return tried.front(); }
};

/// Nothing if after_score ends it.
/// Errors:  invalid_argument if the budget is too small for any of them, saying what is needed;
///          whatever all have failed of, if all have.
std::optional<RaceOutcome> run_race(const Race& race);

}  // namespace hashlab
