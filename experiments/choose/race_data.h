#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

// The input of a race, and its data about each candidate; the rules are in race.h.

/// The shares of the training rows on which each rung trains.
inline constexpr std::array<double, 4> rung_shares = {0.125, 0.375, 0.75, 1};
inline constexpr std::size_t last_rung = rung_shares.size() - 1;
inline constexpr std::size_t most_final_splits = 15;

using OfRungs = std::array<double, rung_shares.size()>;
using RowsOfRungs = std::array<std::size_t, rung_shares.size()>;

struct Entrant {
  std::string name;
  OfRungs work = {};  ///< of a score on each rung, in units, > 0
  /// Its projection and quantiser. Candidates of one group and kind differ only in settings; a good
  /// group or kind is explored before a worse one.
  std::string group = {}, kind = {};
  bool is_late = false;  ///< enters after all others, and with a smaller part of the budget
  /// The part of `work` that is done once per rung and split for all candidates with this `part`,
  /// such as training a projection that several quantisers share; the first of them is charged.
  /// Empty: nothing is shared.
  std::string part = {};
  OfRungs part_work = {};
};

/// One score to compute. Split 0 is that of the rungs, 1 .. most_final_splits are the final's.
struct Heat {
  std::string entrant;
  std::size_t rung = 0, split = 0;
  std::string text() const;  ///< "itq+npq 0.375 of rows, split 0": the key of its score
};

/// A score, or the reason why there is none.
struct HeatResult {
  double score = 0;  ///< finite; higher is better
  std::string failure = {};
};

struct Race {
  std::vector<Entrant> entrants;  ///< of different names, in any order
  /// Further candidates that may enter if this one does well. May be empty; known names are
  /// ignored.
  std::function<std::vector<Entrant>(const std::string& entrant)> followers = {};
  double budget = 0;             ///< units
  OfRungs variance_ratios = {};  ///< of the final's splits by rung, see corrected_resampled_t
  /// The number of training rows of each rung, ascending. Rungs with equal numbers train on the
  /// same rows, so a score on one of them holds for all.
  RowsOfRungs rung_rows = {125, 375, 750, 1000};
  std::map<std::string, double> known = {};  ///< scores found before: not computed again
  std::function<HeatResult(const Heat&)> score;
  /// Receives all scores so far and their work after each computed score; false ends the race. May
  /// be empty.
  std::function<bool(const std::map<std::string, double>&, double spent)> after_score = {};
};

/// A candidate that was scored.
struct Raced {
  Entrant entrant;
  std::array<std::optional<double>, rung_shares.size()> scores;  ///< of split 0
  std::vector<double> final_scores;                              ///< of splits 1, 2, ...
  std::string dropped;  ///< where and why; empty for the choice

  double mean() const;  ///< of the final; without a final, the score on the highest rung
};

/// A candidate that was not scored.
struct NotRaced {
  std::string name, reason;
};

}  // namespace hashlab::experiments
