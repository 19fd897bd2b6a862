#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

// What a race is given, and what it keeps of each who runs; the rules are in race.h.

/// The shares of the training rows that scores on each rung are learned from.
inline constexpr std::array<double, 4> rung_shares = {0.125, 0.375, 0.75, 1};
inline constexpr std::size_t last_rung = rung_shares.size() - 1;
inline constexpr std::size_t most_final_splits = 15;

using OfRungs = std::array<double, rung_shares.size()>;
using RowsOfRungs = std::array<std::size_t, rung_shares.size()>;

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
  /// How many rows each rung learns from, ascending. Rungs of as many learn from the same rows: who
  /// is scored on one has that score on all of them.
  RowsOfRungs rung_rows = {125, 375, 750, 1000};
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

}  // namespace hashlab::experiments
